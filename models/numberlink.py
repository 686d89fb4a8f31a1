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


def build(puzzle: NumberlinkPuzzle) -> NumberlinkModel:
    """Return the model of a puzzle under its rule.

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
    return NumberlinkModel(model, edges)


def forbid(built: NumberlinkModel, edges: Iterable[Edge]) -> None:
    """Add that not all of these edges are taken (a loop, or a solution already known)."""
    built.model.add_bool_or([~built.edges[edge] for edge in edges])
