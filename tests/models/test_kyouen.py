"""Each constraint has a solution it admits and one it rejects; no cut loses a known solution."""

from __future__ import annotations

import pytest
from gridproof.instances.kyouen import KyouenBoard, is_kyouen_free, is_saturated
from gridproof.instances.lattice import symmetries
from gridproof.models.kyouen import (
    Options,
    build_maximum,
    build_saturated,
    maximum_cases,
    plain_curves,
    saturated_cases,
)
from gridproof.solvers import _native
from gridproof.solvers.cp_sat import enumerate_solutions, solve, solve_cases
from gridproof.solvers.kyouen import board_curves
from gridproof.solvers.kyouen_extremes import count_sets, extreme
from gridproof.solvers.limits import Limits

BANDS = {(w, h): _native.largest_kyouen_free(w, h).value for w in range(1, 6) for h in range(1, 6)}


def admits(built, stones) -> bool:
    """Fix all stones; the model must say yes or no."""
    for point, variable in built.stones.items():
        built.model.add(variable == (point in stones))
    return solve(built.model, built.stones, Limits(workers=1)).values is not None


def test_plain_curves_equal_the_native_table():
    for width, height in ((1, 5), (4, 4), (5, 3), (6, 6)):
        plain = {frozenset(c) for c in plain_curves(width, height)}
        assert plain == {frozenset(c) for c in board_curves(width, height)}


@pytest.mark.parametrize(("width", "height"), [(w, h) for w in range(1, 5) for h in range(1, 5)])
def test_enumeration_equals_the_native_spectrum(width, height):
    answer = count_sets(width, height, engine="cp-sat")
    native = count_sets(width, height, engine="native")
    for key in ("kyouen_free_by_size", "saturated_by_size"):
        assert answer.details[key] == native.details[key]


def test_models_admit_good_sets_and_reject_moved_ones():
    _, witness, _ = extreme("kyouen-max", 5, 5)
    assert admits(build_maximum(5, 5, at_least=9), set(witness))
    assert not admits(build_maximum(5, 5, at_least=10), set(witness))
    _, small, _ = extreme("kyouen-min", 5, 5)
    assert admits(build_saturated(5, 5, size=5), set(small))
    rejected = 0
    for x in range(5):
        for y in range(5):
            moved = {*small[1:], (x, y)}
            if len(moved) == 5 and moved != set(small):
                good = is_saturated(KyouenBoard(5, 5, tuple(moved)))
                assert admits(build_saturated(5, 5, size=5), moved) is good
                rejected += not good
    assert rejected > 10


CUTS = {
    "bands": Options(bands=BANDS),
    "x_sums": Options(x_sums=True),
    "coverage": Options(coverage=True),
}


@pytest.mark.parametrize("name", sorted(CUTS))
@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 3), (3, 5)])
def test_no_cut_loses_a_solution(name, width, height):
    for build in (
        lambda **k: build_maximum(width, height, at_least=0, **k),
        lambda **k: build_saturated(width, height, minimize=False, **k),
    ):
        plain, cut = build(), build(options=CUTS[name])
        _, all_sets = enumerate_solutions(plain.model, plain.stones)
        complete, kept = enumerate_solutions(cut.model, cut.stones)
        assert complete
        assert kept == all_sets


@pytest.mark.parametrize(("width", "height"), [(4, 4), (4, 3), (3, 3)])
def test_symmetry_breaking_keeps_an_image_of_every_set(width, height):
    plain = build_maximum(width, height, at_least=0)
    broken = build_maximum(width, height, at_least=0, options=Options(symmetry=True))
    _, all_sets = enumerate_solutions(plain.model, plain.stones)
    _, kept = enumerate_solutions(broken.model, broken.stones)
    assert len(kept) < len(all_sets)
    images = set()
    for solution in kept:
        stones = [p for p, on in solution.items() if on]
        assert is_kyouen_free(stones)
        images.update(frozenset(map(s, stones)) for s in symmetries(width, height))
    assert images == {frozenset(p for p, on in s.items() if on) for s in all_sets}


@pytest.mark.parametrize("options", [Options(), *CUTS.values(), Options(symmetry=True)], ids=repr)
def test_optima_are_those_of_the_native_search(options):
    for n in (3, 4, 5):
        built = build_maximum(n, n, options=options)
        outcome = solve(built.model, built.stones)
        assert (outcome.status, outcome.objective) == ("OPTIMAL", extreme("kyouen-max", n, n)[0].value)
        built = build_saturated(n, n, options=options)
        outcome = solve(built.model, built.stones)
        assert (outcome.status, outcome.objective) == ("OPTIMAL", extreme("kyouen-min", n, n)[0].value)


def test_feasibility_forms_and_hint():
    _, witness, _ = extreme("kyouen-max", 6, 6)
    built = build_maximum(6, 6, at_least=11, options=Options(hint=tuple(witness)))
    assert solve(built.model, built.stones).status in {"OPTIMAL", "FEASIBLE"}
    built = build_saturated(5, 5, at_most=4, minimize=False)
    assert solve(built.model, built.stones).status == "INFEASIBLE"


@pytest.mark.parametrize(("width", "height", "at_most"), [(4, 4, 5), (4, 4, 6), (5, 3, 6), (5, 5, 5)])
def test_cases_keep_an_image_of_every_saturated_set(width, height, at_most):
    whole = build_saturated(width, height, at_most=at_most, minimize=False)
    _, all_sets = enumerate_solutions(whole.model, whole.stones)
    assert all_sets
    images = set()
    for case in saturated_cases(width, height, at_most=at_most):
        complete, found = enumerate_solutions(case.model, case.stones)
        assert complete
        for solution in found:
            stones = [p for p, on in solution.items() if on]
            assert is_saturated(KyouenBoard(width, height, tuple(stones)))
            images.update(frozenset(map(s, stones)) for s in symmetries(width, height))
    assert images == {frozenset(p for p, on in s.items() if on) for s in all_sets}


def test_solving_by_cases():
    def ask(n, at_most, **limits):
        cases = saturated_cases(n, n, at_most=at_most)
        return solve_cases(((c.model, c.stones) for c in cases), Limits(**limits), subsolvers=["no_lp"])

    assert ask(6, 5).status == "INFEASIBLE"
    found = ask(6, 6)
    assert found.status == "FEASIBLE"
    stones = tuple(p for p, on in found.values.items() if on)
    assert is_saturated(KyouenBoard(6, 6, stones))
    assert ask(7, 6, seconds=1.0).status == "UNKNOWN"


@pytest.mark.parametrize(("width", "height"), [(4, 4), (3, 5), (2, 6)])
def test_cases_of_the_maximum_are_a_partition(width, height):
    whole = build_maximum(width, height, at_least=3)
    _, all_sets = enumerate_solutions(whole.model, whole.stones)
    found = []
    for case in maximum_cases(width, height, at_least=3):
        found += enumerate_solutions(case.model, case.stones)[1]
    assert len(found) == len(all_sets)
    key = lambda s: sorted(p for p, on in s.items() if on)  # noqa: E731
    assert sorted(found, key=key) == sorted(all_sets, key=key)
