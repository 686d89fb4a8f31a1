"""How hard a numberlink puzzle is for a person: what follows without a guess, and the guesses it takes.

Deductions: a cell has as many edges as it needs; an edge that would close a loop or join two
labels is no edge. Everything else is a guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..instances.lattice import Point
from ..instances.numberlink import Edge, NumberlinkPuzzle, paths

__all__ = ["Difficulty", "difficulty"]


@dataclass(frozen=True)
class Difficulty:
    """Figures that puzzle makers use.

    Args:
        turns: corners of all paths of the solution.
        longest, shortest: cells of the longest and of the shortest path.
        forced: cells whose edges all follow without a guess, of `cells`.
        cells: open cells.
        nodes: positions visited by a search that guesses one edge and deduces again, until all
            is decided; ``None`` above `node_limit`.
        node_limit: where that search gave up.
    """

    turns: int
    longest: int
    shortest: int
    forced: int
    cells: int
    nodes: int | None
    node_limit: int

    def to_json(self) -> dict[str, Any]:
        """Return the object that stands in ``meta``."""
        return {
            "turns": self.turns,
            "longest": self.longest,
            "shortest": self.shortest,
            "forced": f"{self.forced}/{self.cells}",
            "backtracking_nodes": self.nodes if self.nodes is not None else f"above {self.node_limit}",
        }


class _Contradiction(Exception):
    pass


class _Position:
    # Each edge open, taken or refused; `mate` is the other end of the chain that ends at a cell.
    def __init__(self, puzzle: NumberlinkPuzzle) -> None:
        self.need = dict.fromkeys(puzzle.open_cells, 2)
        self.label: dict[Point, str] = {}
        for label, pair in puzzle.ends.items():
            for end in pair:
                self.need[end], self.label[end] = 1, label
        self.around: dict[Point, set[Edge]] = {cell: set() for cell in puzzle.open_cells}
        for edge in puzzle.edges:
            for cell in edge:
                self.around[cell].add(edge)
        self.mate = {cell: cell for cell in puzzle.open_cells}
        self.partial = puzzle.rule == "any"

    def copy(self) -> _Position:
        other = object.__new__(_Position)
        other.need, other.label, other.mate = dict(self.need), self.label, dict(self.mate)
        other.around = {cell: set(edges) for cell, edges in self.around.items()}
        other.partial = self.partial
        return other

    def _may_stay_empty(self, cell: Point) -> bool:
        return self.partial and self.mate[cell] == cell and cell not in self.label

    def _differ(self, a: Point, b: Point) -> bool:
        return a in self.label and b in self.label and self.label[a] != self.label[b]

    def refuse(self, edge: Edge, todo: list[Point]) -> None:
        for cell in edge:
            self.around[cell].discard(edge)
            todo.append(cell)

    def take(self, edge: Edge, todo: list[Point]) -> None:
        a, b = edge
        first, second = self.mate[a], self.mate[b]
        if first == b or self._differ(first, second):
            raise _Contradiction
        self.mate[first], self.mate[second] = second, first
        for cell in edge:
            self.need[cell] -= 1
            self.around[cell].discard(edge)
            if self.need[cell] < 0:
                raise _Contradiction
        todo += (a, b, first, second)

    def deduce(self, todo: list[Point]) -> None:
        while todo:
            cell = todo.pop()
            need, edges = self.need[cell], self.around[cell]
            if len(edges) < need:
                if not self._may_stay_empty(cell):
                    raise _Contradiction
                for edge in list(edges):
                    self.refuse(edge, todo)
                continue
            if need == 0:
                for edge in list(edges):
                    self.refuse(edge, todo)
                continue
            for edge in list(edges):
                other = edge[0] if edge[1] == cell else edge[1]
                first, second = self.mate[cell], self.mate[other]
                if first == other or self._differ(first, second):
                    self.refuse(edge, todo)
            if len(self.around[cell]) == need and not self._may_stay_empty(cell):
                for edge in list(self.around[cell]):
                    self.take(edge, todo)

    def open_edge(self) -> Edge | None:
        # Where a chain ends, the fewest ways first.
        best = min(
            ((len(edges), cell) for cell, edges in self.around.items() if edges),
            key=lambda item: (self.mate[item[1]] == item[1], item),
            default=None,
        )
        return None if best is None else min(self.around[best[1]])


def difficulty(puzzle: NumberlinkPuzzle, solution: tuple[Edge, ...], *, node_limit: int = 2000) -> Difficulty:
    """Return the figures of a puzzle with its one solution.

    Example:
        >>> puzzle = NumberlinkPuzzle.of(["AB", "..", "AB"])
        >>> difficulty(puzzle, tuple(e for e in puzzle.edges if e[0][0] == e[1][0])).nodes
        1
    """
    tracks = list(paths(puzzle, solution).values())
    turns = sum(
        (a[0] + c[0], a[1] + c[1]) != (2 * b[0], 2 * b[1])
        for track in tracks
        for a, b, c in zip(track, track[1:], track[2:], strict=False)
    )
    start = _Position(puzzle)
    start.deduce(list(puzzle.open_cells))
    forced = sum(not edges for edges in start.around.values())
    lengths = [len(track) for track in tracks]
    return Difficulty(
        turns,
        max(lengths),
        min(lengths),
        forced,
        len(puzzle.open_cells),
        _search(start, node_limit),
        node_limit,
    )


def _search(start: _Position, node_limit: int) -> int | None:
    nodes, stack = 0, [start]
    while stack:
        position = stack.pop()
        nodes += 1
        if nodes > node_limit:
            return None
        edge = position.open_edge()
        if edge is None:
            continue
        for take in (False, True):
            child = position.copy()
            todo: list[Point] = []
            try:
                if take:
                    child.take(edge, todo)
                else:
                    child.refuse(edge, todo)
                child.deduce(todo)
            except _Contradiction:
                nodes += 1
                continue
            stack.append(child)
    return nodes
