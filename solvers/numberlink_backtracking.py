"""Plain backtracking for numberlink: the article's baseline and an independent third opinion.

Cell after cell, in row order or along diagonals, the edges to the right and below are
chosen so that the cell's degree is right. Price: exponential in the cells.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from ..instances.lattice import Point
from ..instances.numberlink import Edge, NumberlinkPuzzle, is_solution
from .limits import Limits

__all__ = ["Backtracking", "backtrack"]

Order = Literal["row", "diagonal"]
_POLL = 4096


@dataclass
class Backtracking:
    """What backtracking found.

    Args:
        complete: whether the whole space was searched (or the wanted number found).
        nodes: choices made.
        solutions: the solutions kept.
        count: how many were found.
    """

    complete: bool = False
    nodes: int = 0
    solutions: list[tuple[Edge, ...]] = field(default_factory=list)
    count: int = 0


class _Stop(Exception):
    pass


def backtrack(
    puzzle: NumberlinkPuzzle,
    *,
    order: Order = "row",
    early: bool = True,
    at_most: int | None = None,
    keep: int = 2,
    limits: Limits | None = None,
) -> Backtracking:
    """Return all solutions of a small puzzle, counted one by one.

    Args:
        puzzle: the puzzle; its rule decides.
        order: cells row by row, or diagonal by diagonal.
        early: whether loops and paths between different labels are refused as soon as they
            close, or only by the plain rules at the end.
        at_most: stop after this many solutions.
        keep: how many solutions to return.
        limits: time and nodes.

    Example:
        >>> backtrack(NumberlinkPuzzle.of(["A.B", "A.B"], "any")).count
        3
    """
    limits = limits or Limits()
    deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
    cells = list(puzzle.open_cells)
    if order == "diagonal":
        cells.sort(key=lambda cell: (cell[0] + cell[1], cell[1]))
    labels = {end: label for label, pair in puzzle.ends.items() for end in pair}
    possible = set(puzzle.edges)
    degree = dict.fromkeys(cells, 0)
    # The other end of the path that ends here; kept right for ends of paths only.
    mate = {cell: cell for cell in cells}
    chosen: list[Edge] = []
    found = Backtracking()

    def join(a: Point, b: Point) -> tuple[Point, Point] | None:
        first, second = mate[a], mate[b]
        if early:
            if first == b:
                return None
            if first in labels and second in labels and labels[first] != labels[second]:
                return None
            mate[first], mate[second] = second, first
        degree[a] += 1
        degree[b] += 1
        chosen.append((a, b))
        return first, second

    def undo(a: Point, b: Point, ends: tuple[Point, Point]) -> None:
        chosen.pop()
        degree[a] -= 1
        degree[b] -= 1
        if early:
            mate[ends[0]], mate[ends[1]] = a, b

    def choices(cell: Point) -> Iterator[tuple[Edge, ...]]:
        x, y = cell
        onward = [(cell, c) for c in ((x + 1, y), (x, y + 1)) if (cell, c) in possible]
        wanted = (1,) if cell in labels else (2,) if puzzle.rule != "any" else (0, 2)
        for take in range(len(onward) + 1):
            if degree[cell] + take in wanted:
                for subset in combinations(onward, take):
                    if all(degree[b] < (1 if b in labels else 2) for _, b in subset):
                        yield subset

    def search(i: int) -> None:
        found.nodes += 1
        if limits.nodes is not None and found.nodes > limits.nodes:
            raise _Stop
        if deadline is not None and found.nodes % _POLL == 0 and time.perf_counter() > deadline:
            raise _Stop
        if i == len(cells):
            if is_solution(puzzle, chosen):
                found.count += 1
                if len(found.solutions) < keep:
                    found.solutions.append(tuple(sorted(chosen)))
                if at_most is not None and found.count >= at_most:
                    found.complete = True
                    raise _Stop
            return
        for subset in choices(cells[i]):
            done: list[tuple[Edge, tuple[Point, Point]]] = []
            for edge in subset:
                ends = join(*edge)
                if ends is None:
                    break
                done.append((edge, ends))
            else:
                search(i + 1)
            for edge, ends in reversed(done):
                undo(*edge, ends)

    if len(cells) > 400:
        return found
    try:
        search(0)
        found.complete = True
    except _Stop:
        pass
    return found
