"""The avoidance and saturation processes measured: the articles' tables beside ours and the exact values."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...instances.errors import InputError
from ...instances.kyouen import KyouenBoard, is_saturated
from ..audits.kyouen import Distribution, distribution
from ..generators.kyouen import MAX_SIDE
from ..limits import Limits, Progress

__all__ = [
    "ARTICLE",
    "ARTICLE_FITS",
    "AvoidanceRow",
    "SaturationRow",
    "avoidance_rows",
    "fits",
    "saturation_row",
]

ARTICLE = {
    3: (4.0, 8.905, 195),
    4: (5.422, 2.465, 190),
    5: (6.855, 2.164, 515),
    6: (8.368, 1.903, 1177),
    7: (9.791, 1.798, 2373),
    8: (11.172, 1.741, 4351),
    9: (12.551, 1.671, 7368),
    10: (13.895, 1.641, 11925),
    11: (15.228, 1.594, 18082),
    12: (16.658, 1.575, 27313),
    13: (17.986, 1.543, 38791),
    14: (19.448, 1.517, 54879),
    15: (20.823, 1.489, 74813),
    16: (22.193, 1.46, 99412),
    17: (23.522, 1.45, 131478),
    18: (24.997, 1.434, 172364),
    19: (26.359, 1.401, 217803),
    20: (27.807, 1.4, 279431),
}
"""The article's table for 10,000 successes: N to (mean stones, mean trials, mean tests)."""

ARTICLE_FITS = "E[m] = 1.389 N - 0.019 and tests ~ N^4.53 over N = 4..20"


@dataclass(frozen=True)
class AvoidanceRow:
    """The avoidance process on N x N.

    Args:
        side: N.
        successes, trials: counted.
        stones: mean stones of a success.
        stones_error: its standard error.
        tests: mean concyclicity tests of the plain method until a success.
        tests_error: its standard error.
        work: mean curves and rows walked until a success.
        seconds: wall-clock time.
        exact: the exact distribution, where it was computed.
    """

    side: int
    successes: int
    trials: int
    stones: float
    stones_error: float
    tests: float
    tests_error: float
    work: float
    seconds: float
    exact: Distribution | None

    @property
    def trials_error(self) -> float:
        """Standard error of the mean number of trials (a geometric distribution)."""
        p = self.successes / self.trials
        return math.sqrt((1 - p) / self.successes) / p


def _check_side(side: int) -> None:
    if not 1 <= side <= MAX_SIDE:
        raise InputError(f"the processes run on sides from 1 to {MAX_SIDE}, not {side}")


def avoidance_rows(
    sides: Sequence[int],
    *,
    successes: int = 10_000,
    seed: int = 1,
    exact_up_to: int = 5,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Iterator[AvoidanceRow]:
    """Yield a row for each side.

    Args:
        sides: N, up to 128.
        successes: of each.
        seed: the same seed gives the same rows for any number of workers.
        exact_up_to: sides up to this get the exact distribution (7 at the most).
        limits: threads.
        progress: called a few times a second.

    Example:
        >>> row = next(avoidance_rows([4], successes=2000))
        >>> abs(row.stones - float(row.exact.mean_stones)) < 4 * row.stones_error
        True
    """
    from .. import _native

    limits = limits or Limits()
    for n in sides:
        _check_side(n)
        start = time.perf_counter()
        sums = _native.run_process(
            n,
            n,
            _native.Process.avoidance,
            successes,
            seed % 2**64,
            workers=limits.threads,
            progress=progress,
        )
        seconds = time.perf_counter() - start
        k = sums.successes
        mean = sum(m * c for m, c in enumerate(sums.by_stones)) / k
        variance = sum(m * m * c for m, c in enumerate(sums.by_stones)) / k - mean**2
        tests = sums.tests / k
        spread = max(0.0, sums.tests_squared / k - tests**2)
        yield AvoidanceRow(
            side=n,
            successes=k,
            trials=sums.trials,
            stones=mean,
            stones_error=math.sqrt(max(0.0, variance) / k),
            tests=tests,
            tests_error=math.sqrt(spread / k),
            work=sums.work / k,
            seconds=seconds,
            exact=distribution(n, n, "avoidance") if n <= min(exact_up_to, 7) else None,
        )


def fits(rows: Sequence[AvoidanceRow]) -> tuple[float, float, float, float]:
    """Return slope and intercept of the stones, exponents of the tests and of the work, over N >= 4.

    Example:
        >>> rows = [AvoidanceRow(n, 1, 1, 2 * n + 1, 0, n**4, 0, n**3, 0, None) for n in range(4, 9)]
        >>> [round(v, 6) for v in fits(rows)]
        [2.0, 1.0, 4.0, 3.0]
    """
    used = [row for row in rows if row.side >= 4]
    slope, intercept = _line([(row.side, row.stones) for row in used])
    tests, _ = _line([(math.log(row.side), math.log(row.tests)) for row in used])
    work, _ = _line([(math.log(row.side), math.log(row.work)) for row in used])
    return slope, intercept, tests, work


def _line(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return slope, mean_y - slope * mean_x


@dataclass(frozen=True)
class SaturationRow:
    """The saturation process for some seconds.

    Args:
        side: N.
        sets: saturated sets found.
        by_stones: how many of each size.
        smallest, largest: the extreme sets met, each checked by the plain rules.
        seconds: wall-clock time.
    """

    side: int
    sets: int
    by_stones: dict[int, int]
    smallest: tuple[tuple[int, int], ...]
    largest: tuple[tuple[int, int], ...]
    seconds: float


def saturation_row(
    side: int,
    *,
    seconds: float = 5.0,
    seed: int = 1,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> SaturationRow:
    """Run the saturation process for some seconds and return what it met.

    Example:
        >>> row = saturation_row(5, seconds=0.2)
        >>> set(row.by_stones) <= {5, 6, 7, 8, 9}, row.sets > 100
        (True, True)
    """
    from .. import _native

    _check_side(side)
    limits = limits or Limits()
    start = time.perf_counter()
    sums = _native.run_process(
        side,
        side,
        _native.Process.saturation,
        2**62,
        seed % 2**64,
        workers=limits.threads,
        seconds=seconds,
        progress=progress,
    )
    extremes = [tuple((p % side, p // side) for p in found) for found in (sums.smallest, sums.largest)]
    for found in extremes:
        if found and not is_saturated(KyouenBoard(side, side, found)):
            raise AssertionError("the process returned a set that is not saturated")
    by_stones = {m: c for m, c in enumerate(sums.by_stones) if c}
    return SaturationRow(
        side, sums.successes, by_stones, extremes[0], extremes[1], time.perf_counter() - start
    )
