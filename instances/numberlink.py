"""Numberlink: join equal labels by paths on a grid, under a named rule.

A solution is a set of edges between neighbouring cells. Every label stands twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from .errors import InputError
from .lattice import Point, show_int

__all__ = [
    "HOLE",
    "MAX_CELLS",
    "RULES",
    "Edge",
    "NumberlinkPuzzle",
    "fault",
    "is_solution",
    "loops",
    "make_edge",
    "paths",
]

Edge = tuple[Point, Point]

HOLE = "#"
MAX_CELLS = 10_000

RULES = {
    "full-cover": "every cell lies on exactly one path",
    "full-cover+no-touch": "every cell lies on exactly one path, and neighbouring cells of one path are "
    "consecutive on it",
    "any": "cells may stay empty",
}
"""Rule: what it says."""


@dataclass(frozen=True)
class NumberlinkPuzzle:
    """A grid with labels, and the rule it is to be solved by.

    Args:
        cells: rows of cells: ``""`` empty, ``"#"`` a hole, anything else a label.
        rule: a name in `RULES`.
        name, answer, meta: what the maker says of it.

    Raises:
        InputError: no cells or no label, rows of different length, a label that does not
            stand twice, an unknown rule.

    Example:
        >>> NumberlinkPuzzle.of(["A.B", "A.B"]).ends["A"]
        ((0, 0), (0, 1))
    """

    cells: tuple[tuple[str, ...], ...]
    rule: str = "full-cover"
    name: str | None = None
    answer: Any = None
    meta: dict[str, Any] | None = None
    kind: ClassVar[str] = "numberlink"

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise InputError(f"unknown rule {self.rule!r:.40}; expected one of {', '.join(RULES)}")
        if not self.cells or not self.cells[0]:
            raise InputError("the grid has no cells")
        for y, row in enumerate(self.cells):
            if len(row) != self.width:
                raise InputError(f"row {y + 1} has {len(row)} cells, row 1 has {self.width}")
        if self.width * self.height > MAX_CELLS:
            size = f"{show_int(self.width)} x {show_int(self.height)}"
            raise InputError(f"a {size} grid is too large; grids have at most {MAX_CELLS} cells")
        count = Counter(cell for row in self.cells for cell in row if cell not in ("", HOLE))
        if not count:
            raise InputError("the grid has no label")
        for label, times in count.items():
            if times != 2:
                told = "once" if times == 1 else f"{times} times"
                raise InputError(f"label {label!r:.40} stands {told}; expected twice")

    @classmethod
    def of(cls, rows: Iterable[str], rule: str = "full-cover") -> NumberlinkPuzzle:
        """Return the puzzle of rows of characters: ``.`` empty, ``#`` hole, else a label.

        Example:
            >>> NumberlinkPuzzle.of(["AA", ".#"]).width
            2
        """
        return cls(tuple(tuple("" if ch == "." else ch for ch in row) for row in rows), rule)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.cells[0])

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.cells)

    @cached_property
    def ends(self) -> dict[str, tuple[Point, Point]]:
        """The two cells of each label, labels in reading order."""
        found: dict[str, list[Point]] = {}
        for y, row in enumerate(self.cells):
            for x, cell in enumerate(row):
                if cell not in ("", HOLE):
                    found.setdefault(cell, []).append((x, y))
        return {label: (a, b) for label, (a, b) in found.items()}

    @cached_property
    def open_cells(self) -> tuple[Point, ...]:
        """All cells but the holes, row by row."""
        rows = enumerate(self.cells)
        return tuple((x, y) for y, row in rows for x, cell in enumerate(row) if cell != HOLE)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All pairs of neighbouring open cells, the smaller cell first."""
        cells = set(self.open_cells)
        right_and_down = (((x, y), step) for x, y in self.open_cells for step in ((x + 1, y), (x, y + 1)))
        return tuple(sorted((a, b) for a, b in right_and_down if b in cells))

    def with_rule(self, rule: str) -> NumberlinkPuzzle:
        """Return the puzzle under another rule."""
        return NumberlinkPuzzle(self.cells, rule, self.name, self.answer, self.meta)


def make_edge(a: Point, b: Point) -> Edge:
    """Return the edge of two cells, the smaller one first.

    Example:
        >>> make_edge((1, 0), (0, 0))
        ((0, 0), (1, 0))
    """
    return (a, b) if a < b else (b, a)


def paths(puzzle: NumberlinkPuzzle, edges: Iterable[Edge]) -> dict[str, list[Point]]:
    """Return the path from the first cell of each label, as far as it goes without a branch.

    Example:
        >>> p = NumberlinkPuzzle.of(["A.A"])
        >>> paths(p, p.edges)
        {'A': [(0, 0), (1, 0), (2, 0)]}
    """
    beside = _neighbours(edges)
    found = {}
    for label, (start, _) in puzzle.ends.items():
        path, previous = [start], None
        while True:
            onward = [c for c in beside.get(path[-1], ()) if c != previous]
            if len(onward) != 1 or onward[0] == start:
                break
            previous = path[-1]
            path.append(onward[0])
        found[label] = path
    return found


def loops(puzzle: NumberlinkPuzzle, edges: Iterable[Edge]) -> list[list[Edge]]:
    """Return the closed loops among edges of which no cell has more than two.

    Example:
        >>> p = NumberlinkPuzzle.of(["AA", "..", ".."])
        >>> [len(loop) for loop in loops(p, [e for e in p.edges if e[0][1] > 0])]
        [4]
    """
    beside = _neighbours(edges)
    left = set(beside)
    for path in paths(puzzle, edges).values():
        left.difference_update(path)
    found = []
    while left:
        cell = start = min(left)
        loop, previous = [], None
        while cell in left:
            left.discard(cell)
            onward = next((c for c in beside[cell] if c != previous), None)
            if onward is None:
                break
            loop.append(make_edge(cell, onward))
            previous, cell = cell, onward
        if cell == start and len(loop) > 2:
            found.append(loop)
    return found


def _neighbours(edges: Iterable[Edge]) -> dict[Point, list[Point]]:
    beside: dict[Point, list[Point]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    return beside


def fault(puzzle: NumberlinkPuzzle, edges: Iterable[Edge]) -> str | None:
    """Return why a set of edges is no solution under the puzzle's rule, or ``None`` if it is one.

    Example:
        >>> p = NumberlinkPuzzle.of(["AA", ".."])
        >>> fault(p, [((0, 0), (1, 0))])
        'cell (0, 1) is on no path'
        >>> fault(p, [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]) is None
        True
    """
    edges = [make_edge(a, b) for a, b in edges]
    possible = set(puzzle.edges)
    for edge in edges:
        if edge not in possible:
            return f"{edge[0]} and {edge[1]} are not neighbouring cells of the grid"
    if len(set(edges)) != len(edges):
        return "an edge is given twice"
    beside = _neighbours(edges)
    at_ends = {end for pair in puzzle.ends.values() for end in pair}
    for cell in puzzle.open_cells:
        degree = len(beside.get(cell, ()))
        if cell in at_ends:
            if degree != 1:
                return f"the label at {cell} has {degree} edges; expected 1"
        elif degree == 0 and puzzle.rule != "any":
            return f"cell {cell} is on no path"
        elif degree not in (0, 2):
            return f"cell {cell} has {degree} edges; expected 2"
    covered: dict[Point, tuple[str, int]] = {}
    for label, path in paths(puzzle, edges).items():
        if path[-1] != puzzle.ends[label][1]:
            return f"the path from label {label!r} at {path[0]} ends at {path[-1]}"
        covered.update((cell, (label, i)) for i, cell in enumerate(path))
    for cell in beside:
        if cell not in covered:
            return f"cell {cell} is on a loop"
    if puzzle.rule == "full-cover+no-touch":
        for a, b in puzzle.edges:
            (first, i), (second, j) = covered[a], covered[b]
            if first == second and abs(i - j) != 1:
                return f"the path of label {first!r} touches itself at {a} and {b}"
    return None


def is_solution(puzzle: NumberlinkPuzzle, edges: Iterable[Edge]) -> bool:
    """Return whether a set of edges solves the puzzle under its rule."""
    return fault(puzzle, edges) is None
