from __future__ import annotations

import csv
import json
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import pytest
from gridproof.instances.errors import InputError
from gridproof.instances.kyouen import (
    KyouenBoard,
    are_concyclic,
    bad_curves,
    bad_tuples,
    canonical_form,
    cross_ratio_is_real,
    curve_through,
    determinant,
    is_kyouen_free,
    is_saturated,
    playable_points,
)
from gridproof.instances.lattice import board_points, symmetries
from hypothesis import given
from hypothesis import strategies as st

coordinate = st.one_of(st.integers(-4, 4), st.integers(-(10**30), 10**30))
point = st.tuples(coordinate, coordinate)
near = st.tuples(st.integers(0, 6), st.integers(0, 6))


@given(st.lists(point, min_size=4, max_size=4, unique=True))
def test_both_predicates_agree(four):
    expected = are_concyclic(*four)
    for order in permutations(four):
        assert are_concyclic(*order) is expected
        assert cross_ratio_is_real(*order) is expected


@given(st.lists(near, min_size=4, max_size=4, unique=True), point)
def test_translation_scaling_and_turning_change_nothing(four, shift):
    expected = are_concyclic(*four)
    dx, dy = shift
    assert are_concyclic(*((x + dx, y + dy) for x, y in four)) is expected
    assert are_concyclic(*((x - 2 * y, 2 * x + y) for x, y in four)) is expected


def test_every_four_of_a_4_by_4_board():
    for four in combinations(board_points(4, 4), 4):
        expected = determinant(*four) == 0
        assert cross_ratio_is_real(*four) is expected
        assert curve_through(*four[:3]).contains(four[3]) is expected


@pytest.mark.parametrize("size", [2**31 - 1, 2**31, 2**63, 10**30])
def test_four_points_near_the_limits_of_machine_integers(size):
    square = [(0, 0), (size, 0), (0, size), (size, size)]
    assert are_concyclic(*square)
    for index in range(4):
        moved = list(square)
        moved[index] = (moved[index][0], moved[index][1] + 1)
        assert not are_concyclic(*moved)
        assert not cross_ratio_is_real(*moved)


def test_collinear_points_are_reported_as_a_line():
    ((curve, stones),) = bad_curves([(0, 0), (1, 1), (2, 2), (3, 3)]).items()
    assert curve.is_line
    assert len(stones) == 4
    assert str(curve) == "line x - y = 0"
    with pytest.raises(ValueError, match="no centre"):
        _ = curve.centre


@pytest.mark.parametrize(
    ("triple", "text"),
    [
        (((0, 0), (1, 0), (2, 0)), "line y = 0"),
        (((3, 0), (3, 1), (3, 2)), "line x = 3"),
        (((0, 3), (1, 1), (2, -1)), "line 2 x + y = 3"),
        (((0, 0), (1, 2), (2, 4)), "line 2 x - y = 0"),
    ],
)
def test_lines_in_words(triple, text):
    assert str(curve_through(*triple)) == text


def test_circle_with_fractions():
    curve = curve_through((0, 0), (1, 0), (0, 1))
    assert curve.centre == (Fraction(1, 2), Fraction(1, 2))
    assert curve.radius_squared == Fraction(1, 2)
    with pytest.raises(ValueError, match="distinct"):
        curve_through((0, 0), (0, 0), (1, 1))


@given(st.lists(near, min_size=3, max_size=3, unique=True))
def test_points_on_a_curve_are_those_that_satisfy_it(triple):
    curve = curve_through(*triple)
    for width, height in ((7, 7), (7, 9), (9, 7)):
        expected = [p for p in board_points(width, height) if curve.contains(p)]
        assert sorted(curve.points_on(width, height), key=lambda p: (p[1], p[0])) == expected


@given(st.lists(near, max_size=9, unique=True))
def test_bad_tuples_playable_points_and_saturation_by_brute_force(stones):
    board = KyouenBoard(7, 7, tuple(stones))
    bad = {frozenset(four) for four in combinations(stones, 4) if are_concyclic(*four)}
    listed = [frozenset(four) for _, four in bad_tuples(stones)]
    assert set(listed) == bad
    assert len(listed) == len(bad)
    playable = [
        p
        for p in board_points(7, 7)
        if p not in stones and not any(are_concyclic(*t, p) for t in combinations(stones, 3))
    ]
    assert playable_points(board) == playable
    assert is_kyouen_free(stones) is (not bad)
    assert is_saturated(board) is (not bad and not playable)


@given(st.lists(near, max_size=8, unique=True))
def test_symmetry_leaves_values_unchanged(stones):
    board = KyouenBoard(7, 7, tuple(stones))
    for symmetry in symmetries(7, 7):
        image = KyouenBoard(7, 7, tuple(map(symmetry, stones)))
        assert canonical_form(image) == canonical_form(board)
        assert len(playable_points(image)) == len(playable_points(board))
        assert len(list(bad_tuples(image.stones))) == len(list(bad_tuples(stones)))


def test_a_rectangle_has_four_symmetries():
    board = KyouenBoard(3, 2, ((0, 0), (1, 0)))
    images = {tuple(sorted(map(s, board.stones))) for s in symmetries(3, 2)}
    assert len(images) == 4
    assert canonical_form(board) == min(images)


@pytest.mark.parametrize(
    ("width", "height", "stones", "message"),
    [
        (0, 3, (), "width 0 is not positive"),
        (3, -2, (), "height -2 is not positive"),
        (3, 3, ((3, 0),), r"stone \(3, 0\) is off the 3 x 3 board"),
        (3, 3, ((0, -1),), r"stone \(0, -1\) is off"),
        (3, 3, ((1, 1), (1, 1)), r"repeated stone \(1, 1\)"),
        (3, 3, ((10**30, 0),), "off the 3 x 3 board"),
        (True, 3, (), "width must be an integer"),
    ],
)
def test_bad_boards(width, height, stones, message):
    with pytest.raises(InputError, match=message):
        KyouenBoard(width, height, stones)


def test_public_stages(shared_data: Path):
    text = (shared_data / "kyouen" / "tsume_stages_sample.csv").read_text()
    rows = list(csv.DictReader(text.splitlines()))
    assert len(rows) == 481
    for row in rows:
        size = int(row["size"])
        stones = [p for p, bit in zip(board_points(size, size), row["stage"], strict=True) if bit == "1"]
        kinds = [curve.is_line for curve, _ in bad_tuples(stones)]
        assert (kinds.count(False), kinds.count(True)) == (int(row["circle_tuples"]), int(row["line_tuples"]))


def test_public_boards(shared_data: Path):
    boards = json.loads((shared_data / "kyouen" / "boards.json").read_text())
    assert boards
    for entry in boards:
        board = KyouenBoard(entry["n"], entry["n"], tuple((x, y) for x, y in entry["stones"]))
        assert len(list(bad_tuples(board.stones))) == entry["concyclic_tuples"], entry["name"]
        assert sorted(playable_points(board)) == sorted((x, y) for x, y in entry["playable"]), entry["name"]
        assert is_saturated(board) is (not entry["concyclic_tuples"] and not entry["playable"])


def test_a_set_with_one_bad_tuple_is_not_called_saturated():
    # Nothing is playable, but the set itself is not kyouen-free.
    full = KyouenBoard(2, 2, ((0, 0), (1, 0), (0, 1), (1, 1)))
    assert playable_points(full) == []
    assert not is_saturated(full)


def test_large_boards_are_not_scanned():
    with pytest.raises(InputError, match="at most 1000000 points"):
        playable_points(KyouenBoard(10**30, 2, ()))
