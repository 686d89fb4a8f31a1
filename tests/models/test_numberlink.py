"""Each constraint of the numberlink model with a feasible and an infeasible case."""

from __future__ import annotations

import pytest
from gridproof.instances.numberlink import Edge, NumberlinkPuzzle
from gridproof.models.numberlink import build, forbid
from gridproof.solvers.cp_sat import solve

SQUARE = [((0, 1), (1, 1)), ((0, 1), (0, 2)), ((1, 1), (1, 2)), ((0, 2), (1, 2))]


def status(rows: list[str], rule: str, edges: list[Edge], *, circuit: bool = False) -> str:
    built = build(NumberlinkPuzzle.of(rows, rule), circuit=circuit)
    for edge, variable in built.edges.items():
        built.model.add(variable == (edge in edges))
    return solve(built.model, built.edges).status


@pytest.mark.parametrize("circuit", [False, True])
@pytest.mark.parametrize(
    ("rows", "rule", "edges", "feasible"),
    [
        (["AA"], "full-cover", [((0, 0), (1, 0))], True),
        (["AA", ".."], "any", [((0, 0), (1, 0))], True),
        (["AA", ".."], "full-cover", [((0, 0), (1, 0))], False),
        (["AB", "AB"], "full-cover", [((0, 0), (1, 0)), ((0, 1), (1, 1))], False),
        (["AB", "AB"], "full-cover", [((0, 0), (0, 1)), ((1, 0), (1, 1))], True),
        (["AA", ".."], "full-cover", [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1))], True),
        (["AA", ".."], "full-cover+no-touch", [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1))], False),
    ],
)
def test_constraints(rows: list[str], rule: str, edges: list[Edge], feasible: bool, circuit: bool) -> None:
    assert (status(rows, rule, edges, circuit=circuit) in ("OPTIMAL", "FEASIBLE")) is feasible


def test_the_circuit_excludes_loops() -> None:
    edges = [((0, 0), (1, 0)), *SQUARE]
    assert status(["AA", "..", ".."], "full-cover", edges) == "OPTIMAL"
    assert status(["AA", "..", ".."], "full-cover", edges, circuit=True) == "INFEASIBLE"


def test_forbid() -> None:
    built = build(NumberlinkPuzzle.of(["A.B", "A.B"]))
    first = solve(built.model, built.edges)
    assert first.values is not None
    forbid(built, [edge for edge, value in first.values.items() if value])
    second = solve(built.model, built.edges)
    assert second.values is not None
    assert second.values != first.values
    forbid(built, [edge for edge, value in second.values.items() if value])
    assert solve(built.model, built.edges).status == "INFEASIBLE"
