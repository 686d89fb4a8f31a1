"""Numberlink instances, the plain rules and the text formats."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from gridproof.instances.errors import InputError
from gridproof.instances.formats import load_many, read_text, render_text
from gridproof.instances.numberlink import NumberlinkPuzzle, fault, is_solution, paths
from hypothesis import given
from hypothesis import strategies as st

E = ["C...B", "A.BA.", "...C.", "....."]


def solution_of(puzzle: NumberlinkPuzzle) -> tuple:
    from gridproof.solvers.numberlink_backtracking import backtrack

    return backtrack(puzzle, at_most=1).solutions[0]


def test_the_rules_reject_every_single_change() -> None:
    puzzle = NumberlinkPuzzle.of(E)
    edges = set(solution_of(puzzle))
    assert is_solution(puzzle, edges)
    for edge in puzzle.edges:
        assert fault(puzzle, edges ^ {edge}) is not None


@pytest.mark.parametrize(
    ("rows", "rule", "edges", "told"),
    [
        (["AB", "AB"], "full-cover", [((0, 0), (1, 0)), ((0, 1), (1, 1))], "ends at"),
        (["A.A"], "full-cover", [((0, 0), (2, 0))], "not neighbouring"),
        (["AA"], "full-cover", [((0, 0), (1, 0)), ((1, 0), (0, 0))], "given twice"),
        (["AA", "..", ".."], "any", [((0, 0), (1, 0)), ((0, 1), (1, 1))], "expected 2"),
        (["A.A"], "full-cover", [], "0 edges"),
    ],
)
def test_faults_are_named(rows: list[str], rule: str, edges: list, told: str) -> None:
    assert told in str(fault(NumberlinkPuzzle.of(rows, rule), edges))


def test_loops_and_touching() -> None:
    square = [((0, 1), (1, 1)), ((0, 1), (0, 2)), ((1, 1), (1, 2)), ((0, 2), (1, 2))]
    assert "loop" in str(fault(NumberlinkPuzzle.of(["AA", "..", ".."]), [((0, 0), (1, 0)), *square]))
    detour = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]
    assert is_solution(NumberlinkPuzzle.of(["AA", ".."]), detour)
    assert "touches" in str(fault(NumberlinkPuzzle.of(["AA", ".."], "full-cover+no-touch"), detour))


def test_paths_run_from_label_to_label() -> None:
    puzzle = NumberlinkPuzzle.of(E)
    found = paths(puzzle, solution_of(puzzle))
    assert {k: (p[0], p[-1]) for k, p in found.items()} == puzzle.ends
    assert sum(map(len, found.values())) == 20


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A.B\nA.C\n", "'B' stands once"),
        ("AA.\n.A.\n", "'A' stands 3 times"),
        ("...\n...\n.#.\n", "no label"),
        ("A.A\n..\n", "row 2 has 2 cells"),
        ("A+A\n", "bridge '+' is not supported"),
        ("A?A\n", "unknown label '?' is not supported"),
        ("A.A\n.!.\n", "unknown character '!'"),
        ("3 2\nA.A\n", "1 rows follow"),
        ("3 1\nA..A\n", "row 1 has 4 cells"),
        ("2 2 0 0 0 0\n", "two labels on cell (0, 0)"),
        ("2 2 0 0 5 0\n", "off the 2 x 2 grid"),
        ("2 2 0 0 1 0 1\n", "7 numbers"),
        ("3 1\n1 x 1\n", "unknown token 'x'"),
        ('{"kind":"numberlink","grid":["AA"],"rule":"none"}', "unknown rule 'none'"),
        ('{"kind":"numberlink","grid":["AA"],"cells":[["A","A"]]}', "one of 'grid' and 'cells'"),
        ('{"kind":"numberlink","grid":["A+A"]}', "not supported"),
        ("O..O\n", "choose with --from"),
        ("999999 999999\nA\n", "from 1 to 10000 cells"),
    ],
)
def test_bad_input_is_one_clear_line(text: str, told: str) -> None:
    with pytest.raises(InputError, match=r".") as raised:
        for reading in read_text(text, "bad.txt"):
            if reading.error:
                raise reading.error
    assert told in str(raised.value)
    assert str(raised.value).startswith("bad.txt:1: ")
    assert "\n" not in str(raised.value)


def test_the_other_grids_of_a_file_are_read() -> None:
    readings = list(read_text("A.A\n\nB.C\n\nD.D\n"))
    assert [r.error is None for r in readings] == [True, False, True]
    assert [r.line for r in readings] == [1, 3, 5]


FORMATS = ["json", "numberlink-flow", "numberlink-headed", "numberlink-numeric", "numberlink-coordinates"]


@st.composite
def puzzles(draw: st.DrawFn) -> NumberlinkPuzzle:
    width, height = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    cells = draw(st.permutations(range(width * height)))
    pairs = draw(st.integers(1, width * height // 2))
    grid = [[""] * width for _ in range(height)]
    for i, cell in enumerate(cells[: 2 * pairs]):
        grid[cell // width][cell % width] = str(i // 2 + 1)
    return NumberlinkPuzzle(tuple(map(tuple, grid)))


def pattern(puzzle: NumberlinkPuzzle) -> tuple:
    return puzzle.width, puzzle.height, sorted(puzzle.ends.values())


@pytest.mark.parametrize("name", FORMATS)
@given(puzzle=puzzles())
def test_round_trip(name: str, puzzle: NumberlinkPuzzle) -> None:
    text = render_text([puzzle], format=name)
    (reading,) = read_text(text, format=name)
    assert reading.instance is not None
    assert pattern(reading.instance) == pattern(puzzle)
    assert render_text([reading.instance], format=name) == text or name == "numberlink-coordinates"


@given(st.text(max_size=60))
def test_no_text_gives_a_traceback(text: str) -> None:
    for name in FORMATS:
        with contextlib.suppress(InputError):
            list(read_text(text, format=name))


def test_public_boards_are_recognised(shared_data: Path) -> None:
    folder = shared_data / "numberlink"
    for file in [*(folder / "mzucker_flow_solver" / "puzzles").glob("*.txt")]:
        (reading,) = load_many(file)
        assert reading.error is None, reading.error
        assert isinstance(reading.instance, NumberlinkPuzzle)
    for file in (folder / "Craftoonix").rglob("pairs*.txt"):
        readings = list(load_many(file))
        assert len(readings) == 100
        assert all(isinstance(r.instance, NumberlinkPuzzle) for r in readings)


def test_loops_are_the_cycles_of_the_graph():
    # networkx as the second opinion, on random edges of which no cell has more than two.
    import random

    import networkx as nx
    from gridproof.instances.numberlink import loops

    puzzle = NumberlinkPuzzle.of(["A....", ".....", ".....", "....A"])
    found = 0
    for seed in range(200):
        chance = random.Random(seed)
        graph = nx.Graph()
        for a, b in chance.sample(puzzle.edges, len(puzzle.edges)):
            if all(graph.degree(c) < (1 if c in puzzle.ends["A"] else 2) for c in (a, b) if c in graph):
                graph.add_edge(a, b)
        edges = [tuple(sorted(edge)) for edge in graph.edges]
        cycles = {frozenset(cycle) for cycle in nx.cycle_basis(graph)}
        ours = {frozenset(c for edge in loop for c in edge) for loop in loops(puzzle, edges)}
        assert ours == cycles
        found += len(cycles)
    assert found > 20
