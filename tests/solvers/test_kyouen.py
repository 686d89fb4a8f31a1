from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from gridproof.instances.errors import InputError
from gridproof.instances.kyouen import KyouenBoard, are_concyclic, is_kyouen_free, is_saturated
from gridproof.instances.lattice import board_points
from gridproof.solvers import _native
from gridproof.solvers import kyouen_extremes as solver
from gridproof.solvers.answer import Assurance, Engine, EnginesDisagree, Status
from gridproof.solvers.kyouen import are_concyclic_batch, board_curves, solve_board
from gridproof.solvers.limits import Limits
from hypothesis import given, settings
from hypothesis import strategies as st

RECTANGLES = [(w, h) for w in range(1, 8) for h in range(1, 8)]


@given(
    st.lists(
        st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=4, max_size=4, unique=True),
        max_size=20,
    )
)
def test_batch_equals_the_rule(rows):
    array = np.array(rows, dtype=np.int64).reshape(-1, 4, 2)
    assert are_concyclic_batch(array).tolist() == [are_concyclic(*map(tuple, row)) for row in rows]


@pytest.mark.parametrize("size", [2**30, 2**30 + 1, 2**31, 2**62, 2**63, 10**30])
def test_batch_is_exact_at_any_size(size):
    good = [(0, 0), (size, 0), (0, size), (size, size)]
    bad = [(0, 0), (size, 0), (0, size), (size, size - 1)]
    assert are_concyclic_batch(np.array([good, bad, good], dtype=object)).tolist() == [
        True,
        False,
        True,
    ]


def test_batch_takes_other_integer_types_and_refuses_others():
    row = [[(0, 0), (1, 0), (0, 1), (1, 1)]]
    for dtype in (np.int8, np.uint8, np.int32, np.uint64):
        assert are_concyclic_batch(np.array(row, dtype=dtype)).tolist() == [True]
    huge = np.array([[(0, 0), (2**64 - 1, 0), (0, 1), (1, 1)]], dtype=np.uint64)
    assert are_concyclic_batch(huge).tolist() == [False]
    for wrong in (np.zeros((2, 4)), np.zeros((1, 4, 2)), [[("a", "b")] * 4]):
        with pytest.raises(ValueError, match="expected"):
            are_concyclic_batch(wrong)


def test_curve_counts(oracle):
    curves = oracle["curves"]
    for i, n in enumerate(curves["n"]):
        table = _native.CurveTable(n, n)
        for key in ("circles_with_3", "circles_with_4", "lines_with_4", "bad_tuples", "bad_tuples_on_lines"):
            assert getattr(table, key) == curves[key][i], (n, key)


def test_curve_through_a_triple():
    table = _native.CurveTable(5, 4)
    points = list(board_points(5, 4))
    for i, j, k in combinations(range(20), 3):
        on = [
            p
            for p in range(20)
            if p in (i, j, k) or are_concyclic(points[i], points[j], points[k], points[p])
        ]
        for triple in ((i, j, k), (k, i, j), (j, i, k)):
            assert table.through(*triple) == (on if len(on) > 3 else [])
    for wrong in ((0, 0, 1), (0, 1, 20), (-1, 0, 1)):
        with pytest.raises((ValueError, IndexError)):
            table.through(*wrong)


def test_curve_table_reaches_16_by_16():
    table = _native.CurveTable(16, 16)
    assert table.through(0, 15, 240) == [p for p in range(256) if _on_circumcircle(p)]
    with pytest.raises(ValueError, match="256"):
        _native.CurveTable(17, 16)


def _on_circumcircle(p: int) -> bool:
    x, y = p % 16, p // 16
    return (2 * x - 15) ** 2 + (2 * y - 15) ** 2 == 2 * 15**2


@pytest.mark.parametrize("n", range(1, 9))
def test_extremes_of_squares(oracle, n):
    most, witness, _ = solver.extreme("kyouen-max", n, n)
    assert most.value == oracle["largest"]["values"][n - 1] == len(witness)
    assert is_kyouen_free(witness)
    least, small, _ = solver.extreme("kyouen-min", n, n)
    assert least.value == oracle["smallest_saturated"]["values"][n - 1] == len(small)
    assert is_saturated(KyouenBoard(n, n, tuple(small)))


def test_extremes_of_9_by_9(oracle):
    most, _, _ = solver.extreme("kyouen-max", 9, 9)
    assert most.value == oracle["largest"]["values"][8]
    assert most.nodes is not None
    assert most.nodes <= 15_000_000


@pytest.mark.slow
def test_smallest_saturated_of_9_by_9(oracle):
    least, small, _ = solver.extreme("kyouen-min", 9, 9)
    assert least.value == oracle["smallest_saturated"]["values"][8] == len(small)


@pytest.mark.slow
def test_largest_of_10_by_10(oracle):
    most, _, _ = solver.extreme("kyouen-max", 10, 10)
    assert most.value == oracle["largest"]["values"][9]


def test_node_goals():
    assert _native.largest_kyouen_free(8, 8).nodes <= 2_000_000
    assert _native.saturated_of_size(8, 8, 7, workers=2).nodes <= 310_000


@pytest.mark.parametrize("n", range(1, 8))
def test_spectra(oracle, n):
    found = _native.spectrum(n, n, workers=2)
    assert found.complete
    _compare_spectrum(oracle, n, found)


@pytest.mark.slow
def test_spectrum_of_8_by_8(oracle):
    _compare_spectrum(oracle, 8, _native.spectrum(8, 8, workers=2))


def _compare_spectrum(oracle, n, found):
    assert sum(found.saturated) == oracle["saturated_all_sizes"]["values"][n - 1]
    by_size = oracle["saturated_by_size"]["values"].get(str(n))
    if by_size:
        assert {str(k): v for k, v in enumerate(found.saturated) if v} == by_size
    free = oracle["kyouen_free_by_size"]["values"].get(str(n))
    if free:
        assert found.kyouen_free == free
    if found.saturated[-1]:
        assert found.saturated[-1] == found.kyouen_free[-1]


@pytest.mark.parametrize(("width", "height"), [(w, h) for w, h in RECTANGLES if w * h <= 42])
def test_three_engines_agree_on_rectangles(width, height):
    spectrum = _native.spectrum(width, height, workers=2)
    most, witness, _ = solver.extreme("kyouen-max", width, height)
    least, small, _ = solver.extreme("kyouen-min", width, height)
    assert most.value == len(spectrum.kyouen_free) - 1 == len(witness)
    assert least.value == next(k for k, v in enumerate(spectrum.saturated) if v) == len(small)
    # Every size of the spectrum is found by the deletion chains, and no other.
    if width * height <= 30:
        for size in range(1, min(16, len(spectrum.saturated) + 1) + 1):
            found = _native.saturated_of_size(width, height, size, workers=2).value
            expected = size < len(spectrum.saturated) and spectrum.saturated[size] > 0
            assert (found == size) is expected, (width, height, size)


@pytest.mark.parametrize("problem", solver.EXTREMES)
@pytest.mark.parametrize(
    ("width", "height"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (4, 5), (1, 7), (6, 2)]
)
def test_cp_sat_agrees(problem, width, height):
    assert (
        solver.extreme(problem, width, height, "cp-sat")[0].value
        == solver.extreme(problem, width, height, "native")[0].value
    )


def test_prove_reports_its_assurance():
    answer = solver.prove("kyouen-max", 5, 5)
    assert (answer.status, answer.assurance, answer.value) == (Status.OPTIMAL, Assurance.CROSS_CHECKED, 9)
    assert [e.name for e in answer.engines] == ["native", "cp-sat"]
    alone = solver.prove("kyouen-max", 5, 5, engines=["cp-sat"])
    assert alone.assurance is Assurance.STATED
    assert not alone.reaches(Assurance.CROSS_CHECKED)
    assert solver.second_engine("kyouen-max", 8, 8) == "spectrum"
    assert solver.second_engine("kyouen-max", 9, 9) is None


def test_a_limit_is_never_a_no():
    answer = solver.prove("kyouen-max", 10, 10, limits=Limits(nodes=10_000))
    assert answer.status is Status.UNKNOWN
    assert answer.value is not None
    assert answer.value <= 19 <= answer.bound
    assert not answer.reaches(None)
    smallest = solver.prove("kyouen-min", 10, 10, limits=Limits(seconds=0.2))
    assert smallest.status is Status.UNKNOWN
    assert smallest.value is None
    assert smallest.bound is not None
    assert smallest.bound <= 10


def test_engines_that_disagree_stop_the_run(monkeypatch):
    real = solver.extreme

    def wrong(problem, width, height, engine="native", **options):
        record, witness, bound = real(problem, width, height, engine, **options)
        if engine == "cp-sat":
            record = Engine(record.name, record.status, record.seconds, record.nodes, record.value + 1)
        return record, witness, bound

    monkeypatch.setattr(solver, "extreme", wrong)
    with pytest.raises(EnginesDisagree, match="native says 7; cp-sat says 8") as raised:
        solver.prove("kyouen-max", 4, 4)
    assert len(raised.value.engines) == 2


def test_boards_that_are_too_large_say_what_is_possible():
    for width, height in ((13, 13), (10**30, 2)):
        with pytest.raises(InputError, match="up to 144 points"):
            solver.extreme("kyouen-max", width, height)
    with pytest.raises(InputError, match="at most 16 points"):
        solver.count_sets(5, 5, engine="cp-sat")
    with pytest.raises(InputError, match="at most 256 points"):
        board_curves(17, 17)
    with pytest.raises(InputError, match="unknown problem"):
        solver.extreme("kyouen-mean", 3, 3)
    with pytest.raises(InputError, match="unknown engine"):
        solver.extreme("kyouen-max", 3, 3, "oracle")


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8, unique=True))
def test_solve_board_cross_checked(stones):
    board = KyouenBoard(6, 6, tuple(stones))
    answer = solve_board(board, assurance=Assurance.CROSS_CHECKED)
    assert answer.assurance is Assurance.CROSS_CHECKED
    assert answer.details["saturated"] is is_saturated(board)
    assert answer.value == answer.details["bad_tuples_on_circles"] + answer.details["bad_tuples_on_lines"]


def test_the_unique_last_point():
    _, witness, _ = solver.extreme("kyouen-min", 5, 5)
    board = KyouenBoard(5, 5, tuple(witness[:-1]))
    answer = solve_board(board)
    if len(answer.details["playable"]) == 1:
        assert answer.solution == list(witness[-1])
    three = solve_board(KyouenBoard(2, 2, ((0, 0), (1, 0))))
    assert three.solution is None
    two_by_two = solve_board(KyouenBoard(3, 1, ((0, 0), (1, 0))))
    assert two_by_two.solution == [2, 0]


def test_progress_and_interrupt():
    seen = []
    _native.largest_kyouen_free(9, 9, workers=2, progress=lambda *a: seen.append(a))
    assert seen
    assert all(done <= total for done, total, _ in seen)

    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _native.largest_kyouen_free(10, 10, workers=2, progress=stop)


def test_values_do_not_depend_on_the_number_of_workers():
    runs = {(r.value, r.nodes) for r in (_native.largest_kyouen_free(7, 7, workers=w) for w in (1, 2, 7))}
    assert len(runs) == 1
    runs = {(r.value, r.nodes) for r in (_native.smallest_saturated(7, 7, workers=w) for w in (1, 2, 7))}
    assert len(runs) == 1
    spectra = {tuple(_native.spectrum(6, 6, workers=w).saturated) for w in (1, 2, 7)}
    assert len(spectra) == 1
