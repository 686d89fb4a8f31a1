"""Time and success rate of the two numberlink generators against the size of the board."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..generators.numberlink import METHODS, Order, make_board

__all__ = ["ARTICLE", "Row", "measure"]

ARTICLE = (9, 0.5)
"""The one figure of the article: side, seconds a board."""


@dataclass(frozen=True)
class Row:
    """One method on one side.

    Args:
        side: side of the board.
        pairs: labels of each board.
        method: a name in `METHODS`.
        boards: boards made within the time.
        candidates: candidates that these took.
        median: median seconds a board, proof and figures included; ``None`` without a board.
        seconds: seconds spent.
    """

    side: int
    pairs: int
    method: str
    boards: int
    candidates: int
    median: float | None
    seconds: float


def measure(sides: Sequence[int], *, boards: int = 20, seconds: float = 10.0, seed: int = 1) -> Iterator[Row]:
    """Yield a row for each side and method; a method that made no board in time is not asked again.

    Args:
        sides: sides of the boards.
        boards: boards wanted of each.
        seconds: for each side and method.
        seed: of the boards.

    Example:
        >>> [(row.method, row.boards) for row in measure([5], boards=3)]
        [('cover', 3), ('random', 3)]
    """
    given_up: set[str] = set()
    for side in sides:
        for method in METHODS:
            if method in given_up:
                continue
            row = _row(Order(side, side, method=method, seed=seed), boards, seconds)
            if not row.boards:
                given_up.add(method)
            yield row


def _row(order: Order, boards: int, seconds: float) -> Row:
    start = time.perf_counter()
    times: list[float] = []
    candidates = 0
    while len(times) < boards:
        began = time.perf_counter()
        try:
            board = make_board(order, len(times), seconds=seconds - (began - start))
        except TimeoutError:
            break
        times.append(time.perf_counter() - began)
        candidates += (board.meta or {})["candidates"]
    median = statistics.median(times) if times else None
    spent = time.perf_counter() - start
    return Row(order.width, order.number, order.method, len(times), candidates, median, spent)
