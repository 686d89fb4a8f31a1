"""The worst case of a level: the largest "fewest taps" over all its solvable boards.

It is the covering radius of the kernel, as a code over Z/m, under the number of taps.
Upper bounds, by exact arithmetic over the kernel:

- mean: the cheapest element of a coset costs at most the mean over the coset. Tile j
  takes the values of a coset of a subgroup of Z/m, so its mean is largest for the
  largest representative;
- variance: costs never exceed n (m - 1), so a coset with variance s^2 and mean u has
  an element of cost at most u - s^2 / (n (m - 1) - u). Covariances are bounded from
  below pair by pair.

Lower bounds: a board found by hill climbing, its fewest taps proved by the coset walk.
"""

from __future__ import annotations

import time
from fractions import Fraction
from math import floor

from ..instances.arrow import LEVELS, ArrowPuzzle, after
from ..instances.errors import InputError
from .answer import Answer, Assurance, Engine, Status
from .arrow import ArrowSolver
from .limits import Limits, Progress

__all__ = ["prove_worst", "upper_bound"]

MAX_KERNEL = 100_000


def _elements(solver: ArrowSolver) -> list[list[int]]:
    rows = [[0] * len(solver.tiles)]
    for generator in solver.kernel:
        vector = list(generator.vector)
        block = rows
        for _ in range(1, generator.order):
            block = [[(a + b) % solver.modulus for a, b in zip(row, vector, strict=True)] for row in block]
            rows = rows + block
    return rows


def upper_bound(solver: ArrowSolver) -> tuple[int, str]:
    """Return a proved upper bound on the worst case, and the argument that gives it.

    Example:
        >>> shape, modulus = LEVELS["hard"]
        >>> upper_bound(ArrowSolver(ArrowPuzzle(shape, modulus, (0,) * 37)))
        (19, 'mean 19 over the kernel coset')
    """
    m = solver.modulus
    rows = _elements(solver)
    size = len(rows)
    columns = [[row[j] for row in rows] for j in range(len(solver.tiles))]
    means = []
    for column in columns:
        step = m // len(set(column))  # the subgroup is step * Z/m
        means.append(Fraction(step - 1) + Fraction(m - step, 2))
    mean = sum(means, Fraction(0))
    best = floor(mean)
    argument = f"mean {mean} over the kernel coset"
    # A tile that takes every step-th value has the variance step^2 (h^2 - 1) / 12 on
    # every board; u - s^2 / (M - u) grows with u as long as s < M - u.
    variance = Fraction(0)
    for column in columns:
        values = len(set(column))
        variance += Fraction((m // values) ** 2 * (values * values - 1), 12)
    for a, first in enumerate(columns):
        for second in columns[:a]:
            variance += 2 * _least_covariance(first, second, m, size)
    room = Fraction(len(columns) * (m - 1)) - mean
    if 0 < variance < room * room:
        by_variance = floor(mean - variance / room)
        if by_variance < best:
            return by_variance, f"mean at most {mean}, variance at least {variance} over the kernel coset"
    return best, argument


def _least_covariance(first: list[int], second: list[int], m: int, size: int) -> Fraction:
    # The least covariance of two tiles over all boards, that is over all shifts.
    pairs: dict[tuple[int, int], int] = {}
    for pair in zip(first, second, strict=True):
        pairs[pair] = pairs.get(pair, 0) + 1
    if len(pairs) == len(set(first)) * len(set(second)):
        return Fraction(0)  # uniform on the product of two groups: independent
    least = None
    for shift in range(m):
        for other in range(m):
            weighted = [((x + shift) % m, (y + other) % m, count) for (x, y), count in pairs.items()]
            product = sum(x * y * count for x, y, count in weighted)
            mean_x = Fraction(sum(x * count for x, _, count in weighted), size)
            mean_y = Fraction(sum(y * count for _, y, count in weighted), size)
            value = Fraction(product, size) - mean_x * mean_y
            least = value if least is None else min(least, value)
    assert least is not None
    return least


def _climb(
    solver: ArrowSolver, seconds: float, seed: int, goal: int, progress: Progress | None
) -> tuple[int, list[int]]:
    # Maximise the fewest taps by changing one or two tap counts at a time.
    import numpy as np

    random = np.random.default_rng(seed)
    n, m = len(solver.tiles), solver.modulus
    matrix = np.zeros((solver.model.shape.tiles, n), dtype=np.int64)
    for i, j, weight in solver.entries:
        matrix[i, j] += weight

    def states(taps: object) -> object:
        return -(np.asarray(taps) @ matrix.T) % m

    best, best_taps = -1, [0] * n
    deadline = time.monotonic() + seconds
    rounds = 0
    while time.monotonic() < deadline and best < goal:
        current = random.integers(0, m, n)
        value = int(solver.fewest_batch(states(current[None]))[0][0])
        stuck = 0
        while stuck < 60 and time.monotonic() < deadline:
            batch = np.repeat(current[None], 128, axis=0)
            for row in batch:
                for j in random.choice(n, 1 + int(random.integers(0, 3)), replace=False):
                    row[j] = (row[j] + random.integers(1, m)) % m
            costs, counts, _ = solver.fewest_batch(states(batch))
            # Among equals prefer few optimal solutions left to destroy.
            order = np.lexsort((counts, -costs))
            top = order[0]
            stuck = 0 if costs[top] > value else stuck + 1
            if costs[top] >= value:
                value, current = int(costs[top]), batch[top].copy()
            if value > best:
                best, best_taps = value, [int(t) for t in current]
                if best >= goal:
                    break
        rounds += 1
        if progress is not None:
            progress(rounds, 0, rounds)
    return best, best_taps


def prove_worst(
    level: str,
    *,
    limits: Limits | None = None,
    seed: int = 1,
    progress: Progress | None = None,
) -> Answer:
    """Prove bounds on the largest minimum number of taps over all solvable boards of a level.

    Args:
        level: a key of `LEVELS`.
        limits: seconds for the search of a hard board (default 20).
        seed: of that search.
        progress: called with the rounds of the search.

    Returns:
        OPTIMAL with the value if both bounds meet, else UNKNOWN with `value` (the fewest taps of
        the hardest board found) and `bound`. `solution` is the state of that board.

    Example:
        >>> prove_worst("easy").value
        27
    """
    if level not in LEVELS:
        raise InputError(f"unknown level {level!r:.40}; expected one of {', '.join(LEVELS)}")
    start = time.perf_counter()
    shape, modulus = LEVELS[level]
    zero = ArrowPuzzle(shape, modulus, (0,) * shape.tiles)
    solver = ArrowSolver(zero)
    if solver.solutions > MAX_KERNEL:
        raise InputError(f"the kernel has {solver.solutions} elements; at most {MAX_KERNEL} are listed")
    bound, argument = upper_bound(solver)
    bound_seconds = time.perf_counter() - start
    seconds = limits.seconds if limits is not None and limits.seconds is not None else 20.0
    if solver.solutions == 1:
        lower, taps = (modulus - 1) * shape.tiles, [modulus - 1] * shape.tiles
    else:
        lower, taps = _climb(solver, seconds, seed, bound, progress)
    board = tuple(-v % modulus for v in after(zero, solver.spread(taps)))
    met = lower == bound
    engines = (
        Engine("averages", "OPTIMAL" if met else "bound", bound_seconds, value=bound),
        Engine("coset walk", "witness", time.perf_counter() - start - bound_seconds, value=lower),
    )
    return Answer(
        kind="arrow",
        question="prove arrow-worst",
        status=Status.OPTIMAL if met else Status.UNKNOWN,
        assurance=Assurance.STATED if met else Assurance.WITNESS,
        value=lower,
        bound=None if met else bound,
        solution=list(board),
        details={"level": level, "argument": argument, "kernel": solver.solutions},
        engines=engines,
        seconds=time.perf_counter() - start,
    )
