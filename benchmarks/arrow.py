"""Arrow and binomial engines: fewest taps on the expert level, large hexagons, batches.

Run: ``python benchmarks/arrow.py``. Seconds come from this one run.
"""

from __future__ import annotations

import time

import numpy as np
from gridproof.instances.arrow import LEVELS, ArrowPuzzle, hexagon
from gridproof.solvers.arrow import ArrowSolver, solve_puzzle
from gridproof.solvers.arrow_worst import _elements
from gridproof.solvers.binomial import BinomialModulus


def row(label: str, seconds: float, note: str = "") -> None:
    """Print one line of the table."""
    print(f"{label:62} {seconds * 1e6:14.1f} us  {note}", flush=True)


def main() -> None:
    """Print the whole table."""
    shape, modulus = LEVELS["expert"]
    solver = ArrowSolver(ArrowPuzzle(shape, modulus, (0,) * shape.tiles))
    matrix = np.zeros((shape.tiles, shape.tiles), dtype=np.int64)
    for i, j, weight in solver.entries:
        matrix[i, j] = weight
    random = np.random.default_rng(0)
    states = -(random.integers(0, modulus, (10_000, shape.tiles)) @ matrix.T) % modulus
    start = time.perf_counter()
    costs, _, _ = solver.fewest_batch(states)
    batch = time.perf_counter() - start
    row(
        "expert, bit planes, a board in a batch of 10,000",
        batch / 10_000,
        f"mean of the fewest taps {costs.mean():.2f}",
    )

    kernel = np.array(_elements(solver))
    taps = np.array(solver.particular(ArrowPuzzle(shape, modulus, tuple(map(int, states[0])))).taps)
    start = time.perf_counter()
    for _ in range(20):
        ((taps + kernel) % modulus).sum(axis=1).min()
    row("expert, kernel coset in numpy, one board", (time.perf_counter() - start) / 20)

    puzzle = ArrowPuzzle(shape, modulus, tuple(map(int, states[0])))
    for engine in ("tap-search", "cp-sat"):
        answer = solve_puzzle(puzzle, engine=engine, solver=solver)
        record = answer.engines[0]
        row(f"expert, {engine}, one board", record.seconds, f"{record.nodes:,} nodes or branches")

    start = time.perf_counter()
    large = ArrowSolver(ArrowPuzzle(hexagon(8), 6, (0,) * 169))
    row("hexagon of side 8 mod 6, set-up", time.perf_counter() - start, f"{large.solutions} solutions")
    board = ArrowPuzzle(hexagon(8), 6, (1,) * 169)
    start = time.perf_counter()
    large.particular(board)
    row("hexagon of side 8 mod 6, decide and count one board", time.perf_counter() - start)

    n = random.integers(0, 10**18, 200_000)
    r = (n * random.random(200_000)).astype(np.int64)
    many = BinomialModulus(720720)
    many.batch(n[:1], r[:1])
    start = time.perf_counter()
    many.batch(n, r)
    row("200,000 binomials mod 720720, n up to 10^18", time.perf_counter() - start)


if __name__ == "__main__":
    main()
