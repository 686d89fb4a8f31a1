"""Prints the table of the kyouen generator goals: python benchmarks/kyouen_generators.py."""

from __future__ import annotations

import time

from gridproof.solvers import _native
from gridproof.solvers.audits.kyouen import distribution
from gridproof.solvers.experiments.kyouen import avoidance_rows, fits
from gridproof.solvers.generators.kyouen import avoidance
from gridproof.solvers.limits import Limits


def main() -> None:
    """Print the whole table; one thread."""
    start = time.perf_counter()
    rows = list(avoidance_rows(range(3, 21), exact_up_to=0, limits=Limits(workers=1)))
    _, _, tests, work = fits(rows)
    told = f"tests ~ N^{tests:.2f}, walked ~ N^{work:.2f} (goal below 3.7)"
    seconds = time.perf_counter() - start
    print(f"article's table, N = 3..20, 10,000 successes  goal 60 s   {seconds:7.2f} s  {told}")
    for n, goal in ((50, "0.05 s"), (100, "1 s")):
        start = time.perf_counter()
        for number in range(5):
            _native.run_trial(n, n, _native.Process.avoidance, 1, number)
        print(f"one avoidance trial, N = {n:3}  goal {goal:7} {(time.perf_counter() - start) / 5:7.3f} s")
        start = time.perf_counter()
        board = next(avoidance(n, n, seed=1))
        print(f"  one board, checked again: {time.perf_counter() - start:.3f} s, {len(board.stones)} stones")
    start = time.perf_counter()
    for number in range(5):
        _native.run_trial(80, 80, _native.Process.saturation, 1, number)
    print(f"one saturated set, n = 80    goal 0.1 s   {(time.perf_counter() - start) / 5:7.3f} s")
    for n, goal in ((5, "0.2 s"), (6, "10 s")):
        start = time.perf_counter()
        law = distribution(n, n, "avoidance")
        seconds = time.perf_counter() - start
        chance = float(law.success_probability)
        print(f"exact distribution, N = {n}    goal {goal:7} {seconds:7.2f} s  {chance:.10f}")


if __name__ == "__main__":
    main()
