"""Numberlink engines against each other, brute force and the published counts."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from gridproof.instances.errors import InputError
from gridproof.instances.formats import load
from gridproof.instances.numberlink import RULES, NumberlinkPuzzle, is_solution
from gridproof.solvers import numberlink as module
from gridproof.solvers.answer import Assurance, Engine, EnginesDisagree, Status
from gridproof.solvers.limits import Limits
from gridproof.solvers.numberlink import Solutions, count_solutions, solve_puzzle
from gridproof.solvers.numberlink_backtracking import backtrack
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.fixture(scope="session")
def published(root: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((root / "tests/oracles/numberlink.json").read_text(encoding="utf-8"))
    return value


def brute_force(puzzle: NumberlinkPuzzle) -> set[tuple]:
    """Every subset of the edges, by the plain rules."""
    edges = puzzle.edges
    subsets = (s for k in range(len(edges) + 1) for s in combinations(edges, k))
    return {s for s in subsets if is_solution(puzzle, s)}


def test_listed_grids_by_every_engine(published: dict[str, Any]) -> None:
    asked = Counter()
    for entry in published["counts"] + published["article_boards"]:
        for rule in RULES:
            if rule not in entry:
                continue
            puzzle = NumberlinkPuzzle.of(entry["grid"], rule)
            for engine in module.ENGINES:
                if engine == "mate" and rule == "full-cover+no-touch":
                    continue
                if engine == "cp-sat" and entry[rule] > 20:
                    continue
                if engine == "backtracking" and (len(puzzle.open_cells) > 25 or entry[rule] > 200):
                    continue
                assert count_solutions(puzzle, engine=engine).count == entry[rule], (entry, rule, engine)
                asked[engine] += 1
    assert min(asked.values()) > 15


def test_a_count_beyond_64_bits(published: dict[str, Any]) -> None:
    rows = ["A........."] + [".........."] * 8 + [".........A"]
    every = Solutions(NumberlinkPuzzle.of(rows, "any"))
    assert every.count == int(published["big_count"]["count"])
    assert is_solution(every.puzzle, every[every.count - 1])
    with pytest.raises(IndexError):
        every[every.count]


def _partitions(width: int, height: int, *, empty: bool = False, strict: bool = False) -> Counter:
    """How many path systems each set of end pairs has, from the plain definition.

    With `empty` cells may stay empty; with `strict` no path touches itself.
    """
    cells = [(x, y) for y in range(height) for x in range(width)]
    found: Counter = Counter()

    def neighbours(cell: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = cell
        around = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return [c for c in around if 0 <= c[0] < width and 0 <= c[1] < height]

    def cover(free: frozenset, ends: tuple) -> None:
        if not free:
            found[frozenset(ends)] += 1
            return
        start = min(free)
        if empty:
            cover(free - {start}, ends)

        def arms(path: list, left: frozenset) -> list:
            out = [(path, left)]
            for c in neighbours(path[-1]):
                if c in left:
                    out += arms([*path, c], left - {c})
            return out

        # Paths through the smallest free cell: two arms from it, the first one the smaller.
        for one, left in arms([start], free - {start}):
            for other, rest in arms([start], left):
                if len(one) + len(other) < 3 or (len(one) > 1 and len(other) > 1 and one[1] > other[1]):
                    continue
                if len(one) == 1 and len(other) > 1:
                    continue
                path = one[::-1] + other[1:]
                if strict and any(b in path[i + 2 :] for i, a in enumerate(path) for b in neighbours(a)):
                    continue
                cover(rest, (*ends, frozenset((one[-1], other[-1]))))

    cover(frozenset(cells), ())
    return found


def _all_instances(width: int, height: int, row: list[int], rules: tuple[str, ...]) -> None:
    covers = _partitions(width, height)
    assert (sum(covers.values()), len(covers)) == (row[2], row[3])
    assert sum(1 for n in covers.values() if n == 1) == row[4]
    unique = Counter()
    cells = [(x, y) for y in range(height) for x in range(width)]

    def pairings(free: list, chosen: list):
        if not free:
            if chosen:
                yield chosen
            return
        first, rest = free[0], free[1:]
        yield from pairings(rest, chosen)
        for i, other in enumerate(rest):
            yield from pairings(rest[:i] + rest[i + 1 :], [*chosen, (first, other)])

    for pairs in pairings(cells, []):
        grid = [[""] * width for _ in range(height)]
        for k, pair in enumerate(pairs):
            for x, y in pair:
                grid[y][x] = f"{k + 1}"
        rows = tuple(map(tuple, grid))
        key = frozenset(frozenset(p) for p in pairs)
        full = Solutions(NumberlinkPuzzle(rows))
        assert full.count == covers.get(key, 0)
        if "any" in rules:
            free = Solutions(NumberlinkPuzzle(rows, "any"))
            if free.count == 1:
                unique["any"] += 1
                unique["any and covering"] += is_solution(NumberlinkPuzzle(rows), free[0])
        if "full-cover+no-touch" in rules and full.count:
            strict = NumberlinkPuzzle(rows, "full-cover+no-touch")
            unique["no touch"] += sum(is_solution(strict, s) for s in full) == 1
    if "any" in rules:
        assert (unique["any"], unique["any and covering"]) == (row[5], row[6])
    if "full-cover+no-touch" in rules:
        assert unique["no touch"] == row[7]


@pytest.mark.parametrize("index", range(6))
def test_all_instances_of_small_grids(published: dict[str, Any], index: int) -> None:
    row = published["all_instances_of_small_grids"]["rows"][index]
    if row[0] * row[1] > 10:
        pytest.skip("slow: run with -m slow")
    _all_instances(row[1], row[0], row, tuple(RULES))


@pytest.mark.slow
@pytest.mark.parametrize("index", [4, 6])
def test_all_instances_of_larger_grids(published: dict[str, Any], index: int) -> None:
    row = published["all_instances_of_small_grids"]["rows"][index]
    _all_instances(row[1], row[0], row, tuple(RULES))


@pytest.mark.parametrize("index", [5, 6, 7, 8])
def test_covers_of_small_grids(published: dict[str, Any], index: int) -> None:
    row = published["all_instances_of_small_grids"]["rows"][index]
    covers = _partitions(row[1], row[0])
    assert (sum(covers.values()), len(covers)) == (row[2], row[3])
    assert sum(1 for n in covers.values() if n == 1) == row[4]


@pytest.mark.slow
@pytest.mark.parametrize("index", [5, 6, 7, 8])
def test_other_rules_on_small_grids(published: dict[str, Any], index: int) -> None:
    row = published["all_instances_of_small_grids"]["rows"][index]
    full = _partitions(row[1], row[0])
    free = _partitions(row[1], row[0], empty=True)
    free.pop(frozenset(), None)
    unique = [key for key, n in free.items() if n == 1]
    assert (len(unique), sum(1 for key in unique if key in full)) == (row[5], row[6])
    strict = _partitions(row[1], row[0], strict=True)
    assert sum(1 for n in strict.values() if n == 1) == row[7]


@st.composite
def small(draw: st.DrawFn) -> NumberlinkPuzzle:
    width, height = draw(st.integers(1, 4)), draw(st.integers(2, 3))
    cells = draw(st.permutations(range(width * height)))
    pairs = draw(st.integers(1, min(3, width * height // 2)))
    holes = draw(st.integers(0, min(2, width * height - 2 * pairs)))
    grid = [[""] * width for _ in range(height)]
    for i, cell in enumerate(cells[: 2 * pairs + holes]):
        grid[cell // width][cell % width] = "ABC"[i // 2] if i < 2 * pairs else "#"
    return NumberlinkPuzzle(tuple(map(tuple, grid)), draw(st.sampled_from(sorted(RULES))))


@settings(max_examples=40)
@given(puzzle=small())
def test_engines_against_brute_force(puzzle: NumberlinkPuzzle) -> None:
    truth = brute_force(puzzle)
    for order in ("row", "diagonal"):
        for early in (True, False):
            result = backtrack(puzzle, order=order, early=early, keep=len(truth) + 1)
            assert result.complete
            assert set(result.solutions) == truth
            assert result.count == len(truth)
    if puzzle.rule != "full-cover+no-touch":
        every = Solutions(puzzle)
        assert set(every) == truth
        common = set.intersection(*map(set, truth)) if truth else set()
        assert set(every.common_edges) == common
    assert count_solutions(puzzle, engine="cp-sat").count == len(truth)


@settings(max_examples=40)
@given(puzzle=small())
def test_symmetry_and_relabelling_change_nothing(puzzle: NumberlinkPuzzle) -> None:
    if puzzle.rule == "full-cover+no-touch":
        puzzle = puzzle.with_rule("full-cover")
    count = Solutions(puzzle).count
    rows = puzzle.cells
    turned = tuple(tuple(row) for row in zip(*rows, strict=True))
    mirrored = tuple(row[::-1] for row in rows)
    renamed = tuple(tuple({"A": "Z9", "B": "A"}.get(c, c) for c in row) for row in rows)
    for other in (turned, mirrored, rows[::-1], renamed):
        assert Solutions(NumberlinkPuzzle(other, puzzle.rule)).count == count


def test_uniform_sampling_fits() -> None:
    from scipy.stats import chisquare

    every = Solutions(NumberlinkPuzzle.of(["A...A", ".....", ".....", ".....", "....."]))
    drawn = Counter(every.sample(seed) for seed in range(8600))
    assert len(drawn) == every.count == 86
    assert chisquare(list(drawn.values())).pvalue > 1e-6
    assert every.sample(7) == every.sample(7)


def test_verdicts() -> None:
    unique = solve_puzzle(
        NumberlinkPuzzle.of(["C...B", "A.BA.", "...C.", "....."]), assurance=Assurance.CROSS_CHECKED
    )
    assert (unique.status, unique.assurance, unique.count) == (Status.UNIQUE, Assurance.CROSS_CHECKED, 1)
    several = solve_puzzle(NumberlinkPuzzle.of(["A.B", "A.B"]))
    assert several.status is Status.MULTIPLE
    assert several.assurance is Assurance.WITNESS
    assert several.solution != several.details["second"]
    none = solve_puzzle(NumberlinkPuzzle.of([".A.", "...", "..A"]), assurance=Assurance.CROSS_CHECKED)
    assert (none.status, none.count) == (Status.UNSATISFIABLE, 0)
    assert none.to_json()["rule"] == "full-cover"


def test_limits_never_say_no() -> None:
    puzzle = NumberlinkPuzzle.of(["A........."] + [".........."] * 8 + [".........A"], "any")
    for limits in (Limits(memory=50_000), Limits(nodes=1000), Limits(seconds=0.0001)):
        answer = count_solutions(puzzle, limits=limits)
        assert answer.status is Status.UNKNOWN
        assert answer.count is None
    for engine in ("cp-sat", "backtracking"):
        answer = count_solutions(puzzle, engine=engine, limits=Limits(seconds=0.3))
        assert answer.status is Status.UNKNOWN


def test_the_frontier_refuses_what_it_cannot_do() -> None:
    with pytest.raises(InputError, match="no-touch"):
        Solutions(NumberlinkPuzzle.of(["A.A"], "full-cover+no-touch"))
    with pytest.raises(InputError, match="too wide"):
        Solutions(NumberlinkPuzzle.of(["A" + "." * 29 + "A"] + ["." * 31] * 30))
    with pytest.raises(InputError, match="too wide"):
        Solutions(NumberlinkPuzzle.of(["A" + "." * 69 + "A"] + ["." * 71] * 70))


def test_disagreement_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def liar(puzzle: Any, limits: Any, progress: Any, wanted: Any) -> Any:
        return module._Opinion(Engine("cp-sat", "EXACT", 0.0, 0, "0"), 0, True, ())

    monkeypatch.setitem(module._ASK, "cp-sat", liar)
    with pytest.raises(EnginesDisagree):
        solve_puzzle(NumberlinkPuzzle.of(["A.B", "A.B"]), assurance=Assurance.CROSS_CHECKED)


FLOW_FAST = 3_000_000


def test_flow_boards(published: dict[str, Any], shared_data: Path) -> None:
    counts = published["flow_boards"]["full_cover_counts"]
    folder = shared_data / "numberlink" / "mzucker_flow_solver" / "puzzles"
    done = 0
    for file in sorted(folder.glob("*.txt")):
        every = Solutions(load(file), Limits(nodes=FLOW_FAST))
        if every.complete:
            assert every.count == counts.get(file.stem, 1), file.stem
            done += 1
    assert done >= 25


@pytest.mark.slow
def test_flow_boards_all(published: dict[str, Any], shared_data: Path) -> None:
    counts = published["flow_boards"]["full_cover_counts"]
    folder = shared_data / "numberlink" / "mzucker_flow_solver" / "puzzles"
    for file in sorted(folder.glob("*.txt")):
        assert Solutions(load(file)).count == counts.get(file.stem, 1), file.stem


def test_public_random_boards_by_two_engines(shared_data: Path) -> None:
    from gridproof.instances.formats import load_many

    checked = 0
    files = sorted((shared_data / "numberlink" / "Craftoonix").rglob("pairs*.txt"))
    for file in files:
        for reading in list(load_many(file))[:10]:
            assert isinstance(reading.instance, NumberlinkPuzzle)
            every = Solutions(reading.instance)
            assert every.count >= 1, f"{file.name}:{reading.line}"
            assert is_solution(reading.instance, every.sample(0))
            if every.count <= 3 and reading.instance.width <= 7 and checked < 60:
                assert count_solutions(reading.instance, engine="cp-sat").count == every.count
                checked += 1
    assert checked > 20


def test_graphillion_agrees() -> None:
    graphillion = pytest.importorskip("graphillion")
    for rows in (
        ["A...A", ".....", ".....", ".....", "....."],
        ["A....", ".BB..", "..CA.", ".....", "C...."],
    ):
        full, free = NumberlinkPuzzle.of(rows), NumberlinkPuzzle.of(rows, "any")
        number = {cell: i + 1 for i, cell in enumerate(full.open_cells)}
        universe = [(number[a], number[b]) for a, b in full.edges]
        graphillion.GraphSet.set_universe(universe)
        groups = [[number[c] for c in pair] for pair in full.ends.values()]
        ends = {v for group in groups for v in group}
        for puzzle in (full, free):
            degrees = {
                v: 1 if v in ends else 2 if puzzle.rule == "full-cover" else range(0, 3, 2)
                for v in number.values()
            }
            found = graphillion.GraphSet.graphs(
                vertex_groups=groups, degree_constraints=degrees, no_loop=True
            )
            assert found.len() == Solutions(puzzle).count
