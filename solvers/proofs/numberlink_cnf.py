"""Numberlink as clauses, straight from the rules: edges, and the number of each cell's path in binary.

Loops are not excluded by the clauses; the caller adds `loop_clause` for each loop it meets.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from ...instances.lattice import Point
from ...instances.numberlink import Edge, NumberlinkPuzzle

__all__ = ["NumberlinkCnf", "encode"]

Clause = list[int]


@dataclass(frozen=True)
class NumberlinkCnf:
    """Clauses and their variables.

    Args:
        clauses: lists of literals, as in DIMACS.
        edges: the variable of each edge, 1 to the number of edges.
    """

    clauses: list[Clause]
    edges: dict[Edge, int]

    def taken(self, model: Iterable[int]) -> list[Edge]:
        """Return the edges that a model takes, in order."""
        true = {literal for literal in model if literal > 0}
        return [edge for edge, variable in self.edges.items() if variable in true]

    def not_all(self, edges: Iterable[Edge]) -> Clause:
        """Return the clause that not all of these edges are taken (a loop, a known solution)."""
        return [-self.edges[edge] for edge in edges]


def encode(puzzle: NumberlinkPuzzle) -> NumberlinkCnf:
    """Return the clauses of a puzzle under its rule.

    A label has one edge, another cell two (under ``any`` two or none). The ends of an edge
    carry the same path number; a label carries its own. Under no-touch neighbours without
    an edge carry different numbers.

    Example:
        >>> cnf = encode(NumberlinkPuzzle.of(["A.A"]))
        >>> cnf.clauses[:2], len(cnf.edges)
        ([[1], [1]], 2)
    """
    fresh = itertools.count(1)
    edges = {edge: next(fresh) for edge in puzzle.edges}
    around: dict[Point, list[int]] = {cell: [] for cell in puzzle.open_cells}
    for (a, b), variable in edges.items():
        around[a].append(variable)
        around[b].append(variable)
    number = {end: k for k, pair in enumerate(puzzle.ends.values()) for end in pair}
    bits = (len(puzzle.ends) - 1).bit_length()
    carries = {cell: [next(fresh) for _ in range(bits)] for cell in puzzle.open_cells}
    clauses: list[Clause] = []
    for cell, beside in around.items():
        if cell in number:
            clauses.append(list(beside))
            clauses += ([-a, -b] for a, b in itertools.combinations(beside, 2))
            clauses += ([bit if number[cell] >> i & 1 else -bit] for i, bit in enumerate(carries[cell]))
            continue
        clauses += ([-a, -b, -c] for a, b, c in itertools.combinations(beside, 3))
        if puzzle.rule == "any":
            clauses += ([-a, *(b for b in beside if b != a)] for a in beside)
        elif len(beside) < 2:
            clauses.append([])
        else:
            clauses += (list(others) for others in itertools.combinations(beside, len(beside) - 1))
    for (a, b), edge in edges.items():
        for x, y in zip(carries[a], carries[b], strict=True):
            clauses += [[-edge, -x, y], [-edge, x, -y]]
        if puzzle.rule == "full-cover+no-touch":
            differs = [next(fresh) for _ in range(bits)]
            clauses.append([edge, *differs])
            for d, x, y in zip(differs, carries[a], carries[b], strict=True):
                clauses += [[-d, x, y], [-d, -x, -y]]
    return NumberlinkCnf(clauses, edges)
