"""Numberlink engines: all solutions, uniqueness, and the generator, on boards made here.

Run: ``python benchmarks/numberlink.py``. Seconds come from this one run; Graphillion
(if installed) is asked on the same boards.
"""

from __future__ import annotations

import statistics
import time

from gridproof.instances.numberlink import NumberlinkPuzzle
from gridproof.solvers.generators.numberlink import Order, make_board
from gridproof.solvers.generators.path_cover import random_cover
from gridproof.solvers.limits import Limits
from gridproof.solvers.numberlink import Solutions, solve_puzzle

BOARDS = ((8, 8, 6), (10, 10, 8), (12, 12, 10), (14, 14, 14), (15, 15, 16))
LIMIT = 30.0
UNIQUE = ((17, 17, 19), (20, 20, 26))
MADE = ((9, None), (10, 8), (15, None), (20, None))


def by_graphillion(puzzle: NumberlinkPuzzle) -> tuple[float, int] | None:
    """Return (seconds, count) of Graphillion, or None where it is not installed."""
    try:
        from graphillion import GraphSet
    except ImportError:
        return None
    number = {cell: i + 1 for i, cell in enumerate(puzzle.open_cells)}
    start = time.perf_counter()
    GraphSet.set_universe([(number[a], number[b]) for a, b in puzzle.edges])
    groups = [[number[c] for c in pair] for pair in puzzle.ends.values()]
    ends = {v for group in groups for v in group}
    degrees = {v: 1 if v in ends else 2 for v in number.values()}
    found = GraphSet.graphs(vertex_groups=groups, degree_constraints=degrees, no_loop=True)
    return time.perf_counter() - start, found.len()


def main() -> None:
    """Print the whole table."""
    print(
        f"{'board':>8} {'pairs':>5} {'solutions':>12} {'states':>11} {'MB':>5} {'mate s':>8} {'sat s':>7} "
        f"{'cp-sat s':>9} {'graphillion s':>13}"
    )
    for width, height, pairs in BOARDS:
        puzzle, _ = random_cover(width, height, pairs, seed=1)
        start = time.perf_counter()
        every = Solutions(puzzle, Limits(seconds=LIMIT))
        mate = time.perf_counter() - start
        count = str(every.count) if every.complete else every.end
        start = time.perf_counter()
        solve_puzzle(puzzle, engine="sat", limits=Limits(seconds=LIMIT))
        sat = time.perf_counter() - start
        start = time.perf_counter()
        answer = solve_puzzle(puzzle, engine="cp-sat", limits=Limits(seconds=LIMIT, workers=1))
        cp_sat = time.perf_counter() - start
        note = "" if answer.status.value != "UNKNOWN" else "?"
        other = by_graphillion(puzzle) if width <= 10 else None
        if other is not None and every.complete and other[1] != every.count:
            raise SystemExit(f"Graphillion counts {other[1]}, mate {every.count}")
        told = "-" if other is None else f"{other[0]:.3f}"
        print(
            f"{f'{width}x{height}':>8} {pairs:5} {count:>12} {every.states:11} "
            f"{every.peak_bytes >> 20:5} {mate:8.3f} {sat:7.3f} {cp_sat:8.2f}{note or ' '} {told:>13}",
            flush=True,
        )
    print("\nunique or not, by the SAT engine (random covers)")
    for width, height, pairs in UNIQUE:
        puzzle, _ = random_cover(width, height, pairs, seed=1)
        answer = solve_puzzle(puzzle, engine="sat", limits=Limits(seconds=60))
        work = f"{answer.seconds:.2f} s, {answer.engines[0].nodes} conflicts"
        print(f"{width}x{height}, {pairs} pairs: {answer.status.value} in {work}")
    print("\ngenerator, proof and figures included, 10 boards each")
    for side, wanted in MADE:
        times = []
        for number in range(10):
            start = time.perf_counter()
            board = make_board(Order(side, side, pairs=wanted, seed=1), number)
            times.append(time.perf_counter() - start)
        told = f"median {statistics.median(times):.3f} s, longest {max(times):.3f} s"
        print(f"{side}x{side}, {len(board.ends)} pairs: {told}", flush=True)


if __name__ == "__main__":
    main()
