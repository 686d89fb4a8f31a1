"""Numberlink engines compared: time against cells, and frontier states against width."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ...instances.numberlink import NumberlinkPuzzle
from ..generators.path_cover import random_cover
from ..limits import Limits
from ..numberlink import Solutions, solve_puzzle
from ..numberlink_backtracking import backtrack

__all__ = ["METHODS", "Row", "growth", "measure"]

METHODS = (
    "mate",
    "cp-sat",
    "rows, early",
    "rows, at the end",
    "diagonals, early",
    "diagonals, at the end",
)


@dataclass(frozen=True)
class Row:
    """One engine on one board.

    Args:
        side: side of the board.
        method: a name in `METHODS`.
        seconds: wall-clock time.
        nodes: states, branches or choices.
        widest: most states before a cell (mate only).
        count: solutions found, up to two.
        complete: whether the engine finished within the limit.
    """

    side: int
    method: str
    seconds: float
    nodes: int
    widest: int | None
    count: int
    complete: bool


def measure(sides: Sequence[int], *, seconds: float = 5.0, seed: int = 1) -> Iterator[Row]:
    """Yield every engine on a random board of each side (side - 1 pairs), asking for two solutions.

    Args:
        sides: sides of the boards.
        seconds: limit of each engine; a method that missed it is not asked again.
        seed: of the boards.
    """
    given_up: set[str] = set()
    for side in sides:
        puzzle, _ = random_cover(side, side, side - 1, seed=seed)
        for method in METHODS:
            if method not in given_up:
                row = _ask(puzzle, method, Limits(seconds=seconds, workers=1))
                if not row.complete:
                    given_up.add(method)
                yield row


def _ask(puzzle: NumberlinkPuzzle, method: str, limits: Limits) -> Row:
    start = time.perf_counter()
    widest = None
    if method == "mate":
        every = Solutions(puzzle, limits)
        count, nodes, widest = min(2, every.count) if every.complete else 0, every.states, every.widest
        complete = every.complete
    elif method == "cp-sat":
        answer = solve_puzzle(puzzle, engine="cp-sat", limits=limits)
        complete = answer.status.value != "UNKNOWN"
        count = 2 if answer.status.value == "MULTIPLE" else int(answer.solution is not None)
        nodes = answer.engines[0].nodes or 0
    else:
        where, when = method.split(", ")
        order: Literal["row", "diagonal"] = "row" if where == "rows" else "diagonal"
        found = backtrack(puzzle, order=order, early=when == "early", at_most=2, limits=limits)
        count, nodes, complete = found.count, found.nodes, found.complete
    return Row(puzzle.width, method, time.perf_counter() - start, nodes, widest, count, complete)


def growth(rows: Sequence[Row]) -> float:
    """Return b of the least-squares fit widest ~ b^side over the mate rows.

    A polynomial has no such base: its fit sinks towards 1 as the sides grow.

    Example:
        >>> rows = [Row(n, "mate", 0.0, 0, 3**n, 1, True) for n in range(4, 9)]
        >>> round(growth(rows), 6)
        3.0
    """
    points = [(r.side, math.log(r.widest)) for r in rows if r.method == "mate" and r.widest and r.complete]
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    above = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return math.exp(above / sum((x - mean_x) ** 2 for x, _ in points))
