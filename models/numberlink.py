"""Numberlink as CP-SAT sees it: edges, and for each cell the label of its path.

Loops are not excluded by the model; the caller adds `forbid` for each loop it meets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ortools.sat.python import cp_model

from ..instances.numberlink import Edge, NumberlinkPuzzle

__all__ = ["NumberlinkModel", "build", "forbid"]


@dataclass(frozen=True)
class NumberlinkModel:
    """A CP-SAT model and its handles.

    Args:
        model: the model.
        edges: the decision variable of each edge.
    """

    model: cp_model.CpModel
    edges: dict[Edge, cp_model.IntVar]


def build(puzzle: NumberlinkPuzzle, *, circuit: bool = False) -> NumberlinkModel:
    """Return the model of a puzzle under its rule.

    Args:
        puzzle: the puzzle.
        circuit: exclude loops by one circuit constraint through all paths, each from its
            first label to its second and on to the next path; else the caller forbids them.

    Constraints: degrees (1 at labels, else 2, or 0 under ``any``); a used cell carries one
    label; cells joined by an edge carry the same; under no-touch other neighbours differ.
    """
    model = cp_model.CpModel()
    edges = {edge: model.new_bool_var(f"edge {edge}") for edge in puzzle.edges}
    beside: dict[tuple[int, int], list[cp_model.IntVar]] = {cell: [] for cell in puzzle.open_cells}
    for (a, b), variable in edges.items():
        beside[a].append(variable)
        beside[b].append(variable)
    at_end = {end: k for k, pair in enumerate(puzzle.ends.values()) for end in pair}
    labels = range(len(puzzle.ends))
    carries = {
        cell: [model.new_bool_var(f"{cell} carries {k}") for k in labels] for cell in puzzle.open_cells
    }
    for cell, around in beside.items():
        if cell in at_end:
            model.add(sum(around) == 1)
            for k in labels:
                model.add(carries[cell][k] == (1 if k == at_end[cell] else 0))
        elif puzzle.rule == "any":
            used = model.new_bool_var(f"{cell} used")
            model.add(sum(around) == 2 * used)
            model.add(sum(carries[cell]) == used)
        else:
            model.add(sum(around) == 2)
            model.add_exactly_one(carries[cell])
    for (a, b), edge in edges.items():
        for k in labels:
            model.add_bool_or(~edge, ~carries[a][k], carries[b][k])
            model.add_bool_or(~edge, carries[a][k], ~carries[b][k])
            if puzzle.rule == "full-cover+no-touch":
                model.add_bool_or(edge, ~carries[a][k], ~carries[b][k])
    if circuit:
        _add_circuit(model, puzzle, edges)
    return NumberlinkModel(model, edges)


def _add_circuit(
    model: cp_model.CpModel, puzzle: NumberlinkPuzzle, edges: dict[Edge, cp_model.IntVar]
) -> None:
    number = {cell: i for i, cell in enumerate(puzzle.open_cells)}
    arcs: list[tuple[int, int, cp_model.LiteralT]] = []
    touched: dict[int, list[cp_model.LiteralT]] = {i: [] for i in number.values()}
    first = {pair[0] for pair in puzzle.ends.values()}
    last = {pair[1] for pair in puzzle.ends.values()}
    for (a, b), edge in edges.items():
        ways = []
        for u, v in ((a, b), (b, a)):
            if v in first or u in last:  # paths run from the first label to the second
                continue
            arc = model.new_bool_var(f"{u} to {v}")
            arcs.append((number[u], number[v], arc))
            ways.append(arc)
            touched[number[u]].append(arc)
        model.add(sum(ways) == edge)
    pairs = list(puzzle.ends.values())
    for k, (_, end) in enumerate(pairs):
        following = pairs[(k + 1) % len(pairs)][0]
        arcs.append((number[end], number[following], model.new_constant(1)))
    if puzzle.rule == "any":
        for cell, i in number.items():
            if cell not in first | last:
                unused = model.new_bool_var(f"{cell} unused")
                model.add(sum(touched[i]) + unused == 1)
                arcs.append((i, i, unused))
    model.add_circuit(arcs)


def forbid(built: NumberlinkModel, edges: Iterable[Edge]) -> None:
    """Add that not all of these edges are taken (a loop, or a solution already known)."""
    built.model.add_bool_or([~built.edges[edge] for edge in edges])
