"""Time of every binomial method against (n, r), with the article's plain Pascal beside ours.

The article found plain Python lists and numpy rows equally fast near (20000, 1000).
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass

from ...instances.errors import InputError
from ..binomial import METHODS

__all__ = ["POINTS", "Timing", "crossover", "plain_pascal", "timings"]

POINTS = ((100, 50), (1000, 50), (1000, 500), (5000, 500), (20_000, 1000), (100_000, 1000), (10**6, 1000))
"""The (n, r) of the table; the article's crossover is the fifth."""


@dataclass(frozen=True)
class Timing:
    """One cell of the table.

    Args:
        method: its name.
        n, r, modulus: the question.
        seconds: best of the repetitions, or ``None`` if the method was skipped.
        residue: its answer.
        note: why it was skipped.
    """

    method: str
    n: int
    r: int
    modulus: int
    seconds: float | None
    residue: int | None
    note: str = ""


def plain_pascal(n: int, r: int, m: int) -> int:
    """Return C(n, r) mod m by rows of Python lists, as the article has it.

    Example:
        >>> plain_pascal(10, 3, 7)
        1
    """
    row = [1 % m] + [0] * r
    for _ in range(n):
        for k in range(r, 0, -1):
            row[k] = (row[k] + row[k - 1]) % m
    return row[r]


def timings(modulus: int = 4, *, budget: float = 3.0) -> Iterator[Timing]:
    """Yield the time of each method on each of `POINTS`, smallest first.

    A method is skipped on larger points once it took more than `budget` seconds.
    """
    methods = {**METHODS, "plain pascal": plain_pascal}
    too_slow: set[str] = set()
    for method in methods.values():  # imports and caches are not part of the time
        with contextlib.suppress(InputError):
            method(6, 1, 7)
    for n, r in POINTS:
        for name, method in methods.items():
            if name in too_slow:
                yield Timing(name, n, r, modulus, None, None, f"took over {budget:g} s before")
                continue
            best = None
            try:
                start = time.perf_counter()
                residue = method(n, r, modulus)
                best = time.perf_counter() - start
                while best < 0.01 and time.perf_counter() - start < 0.05:
                    again = time.perf_counter()
                    method(n, r, modulus)
                    best = min(best, time.perf_counter() - again)
            except InputError as error:
                yield Timing(name, n, r, modulus, None, None, error.message)
                continue
            if best > budget:
                too_slow.add(name)
            yield Timing(name, n, r, modulus, best, residue)


def crossover(n: int, modulus: int = 4) -> int:
    """Return the smallest power-of-two r at which numpy rows beat plain lists, timed on n / 20 rows.

    The cost of both is linear in n, so a part of the rows tells the ratio.
    """
    rows = max(50, n // 20)
    r = 1
    while r < n:
        start = time.perf_counter()
        plain_pascal(rows, r, modulus)
        middle = time.perf_counter()
        METHODS["pascal"](rows, r, modulus)
        if time.perf_counter() - middle < middle - start:
            return r
        r *= 2
    return r
