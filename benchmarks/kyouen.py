"""Kyouen engines side by side: native, tuned CP-SAT, plain CP-SAT, spectrum.

Run: ``python benchmarks/kyouen.py [--quick]``. Nodes are machine-independent;
seconds and ratios come from this one run.
"""

from __future__ import annotations

import argparse
import time

from gridproof.models.kyouen import build_maximum, build_saturated
from gridproof.solvers import _native
from gridproof.solvers.cp_sat import solve
from gridproof.solvers.kyouen import board_curves
from gridproof.solvers.kyouen_extremes import ask_cp_sat, extreme
from gridproof.solvers.limits import Limits

YARDSTICK = {
    ("kyouen-max", 7): 191_085,
    ("kyouen-max", 8): 5_210_990,
    ("kyouen-max", 9): 45_965_410,
    ("kyouen-max", 10): 1_342_762_106,
}
"""Nodes of a row search with row conflicts and halves, all bands included."""

CHAIN_YARDSTICK = {(7, 6): 13_101, (8, 7): 689_867, (9, 7): 524_557, (9, 8): 30_266_520}
"""Nodes of a search with deletion chains for "no saturated set of k on n x n"."""


def row(label: str, value: object, nodes: int | None, seconds: float, note: str = "") -> None:
    """Print one line of the table."""
    print(
        f"{label:44} {value!s:>8} {'-' if nodes is None else f'{nodes:,}':>15} {seconds:9.2f}  {note}",
        flush=True,
    )


def main() -> None:
    """Print the whole table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only boards that take seconds")
    quick = parser.parse_args().quick
    print(f"{'engine':44} {'value':>8} {'nodes':>15} {'seconds':>9}")

    for n in (6, 7, 8) if quick else (6, 7, 8, 9, 10):
        record, _, _ = extreme("kyouen-max", n, n)
        yardstick = YARDSTICK.get(("kyouen-max", n))
        note = (
            f"{yardstick / record.nodes:.1f} times fewer nodes than the yardstick"
            if yardstick and record.nodes
            else ""
        )
        row(f"native        kyouen-max {n} x {n}", record.value, record.nodes, record.seconds, note)
    for n, k in ((7, 6), (8, 7)) if quick else ((7, 6), (8, 7), (9, 7), (9, 8)):
        start = time.perf_counter()
        found = _native.saturated_of_size(n, n, k, workers=Limits().threads)
        ratio = CHAIN_YARDSTICK[n, k] / found.nodes
        seconds = time.perf_counter() - start
        row(
            f"native        no saturated {k} on {n} x {n}",
            found.value or "none",
            found.nodes,
            seconds,
            f"{ratio:.1f} times fewer",
        )
    for n in (6, 7) if quick else (6, 7, 8):
        record, _, _ = extreme("kyouen-max", n, n, "spectrum")
        row(f"spectrum      all sets of {n} x {n} by size", record.value, record.nodes, record.seconds)

    plain_limit = 30.0 if quick else 120.0
    for problem, n in (
        (("kyouen-max", 6), ("kyouen-min", 6))
        if quick
        else (
            ("kyouen-max", 6),
            ("kyouen-max", 7),
            ("kyouen-min", 6),
            ("kyouen-min", 7),
        )
    ):
        curves = board_curves(n, n)
        value = extreme(problem, n, n)[0].value
        outcome = ask_cp_sat(problem, n, n, Limits(seconds=plain_limit), value)
        row(
            f"cp-sat tuned  {problem} {n} x {n}: beat {value}?",
            outcome.status.lower(),
            outcome.branches,
            outcome.seconds,
        )
        build = build_maximum if problem == "kyouen-max" else build_saturated
        built = build(n, n, curves)
        outcome = solve(built.model, built.stones, Limits(seconds=plain_limit))
        note = "" if outcome.status == "OPTIMAL" else f"{outcome.status.lower()}, bound {outcome.bound}"
        row(f"cp-sat plain  {problem} {n} x {n}", outcome.objective, outcome.branches, outcome.seconds, note)


if __name__ == "__main__":
    main()
