"""Squares in the lattice and positions of the game, by the plain rules."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from gridproof.instances.errors import InputError
from gridproof.instances.formats import read_text, render_text
from gridproof.instances.squares import (
    Square,
    SquarePoints,
    SquareRule,
    SquaresBoard,
    all_squares,
    count_formula,
    is_square_free,
    squares_among,
    squares_through,
)
from hypothesis import given
from hypothesis import strategies as st


@pytest.fixture(scope="module")
def published(root):
    return json.loads((root / "tests" / "oracles" / "squares.json").read_text(encoding="utf-8"))


def is_square(points):
    """Four points with four equal sides and two equal, longer diagonals."""
    distances = sorted((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in combinations(points, 2))
    return 0 < distances[0] == distances[3] and distances[4] == distances[5] == 2 * distances[0]


def test_numbers_of_squares(published):
    for n in range(2, 11):
        listed = list(all_squares(n, n))
        assert len(listed) == published["squares"][str(n)] == count_formula(n, n) == n * n * (n * n - 1) // 12
        axis = sum(not s.is_tilted for s in listed)
        assert axis == published["axis_parallel"][str(n)] == count_formula(n, n, axis_only=True)
        assert len(listed) - axis == count_formula(n - 1, n - 1)


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (4, 3), (5, 2), (4, 4)])
def test_squares_are_all_and_only_the_right_four_sets(size):
    points = [(x, y) for x in range(size[0]) for y in range(size[1])]
    by_distances = {frozenset(four) for four in combinations(points, 4) if is_square(four)}
    listed = list(all_squares(*size))
    assert {frozenset(s.corners) for s in listed} == by_distances
    assert len(listed) == len(by_distances) == len(list(squares_among(points)))
    for square in listed:
        assert square in squares_through(square.corners[2], points)


def test_reported_cases():
    assert len(list(squares_among([(1, 0), (3, 1), (2, 3), (0, 2)]))) == 1
    assert len(list(squares_among([(x, y) for x in range(3) for y in range(3)]))) == 6
    with pytest.raises(InputError, match="repeated point"):
        SquarePoints(((0, 0), (0, 0), (3, 1), (3, 1)))


coordinates = st.integers(-4, 4)
points = st.lists(st.tuples(coordinates, coordinates), max_size=12, unique=True)


@given(
    points, st.tuples(st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30)), st.integers(1, 10**20)
)
def test_motions_and_scaling_keep_the_number(some, shift, scale):
    number = len(list(squares_among(some)))
    assert number == sum(is_square(four) for four in combinations(some, 4))
    moved = [(scale * x + shift[0], scale * y + shift[1]) for x, y in some]
    turned = [(-y, x) for x, y in some]
    mirrored = [(y, x) for x, y in some]
    for other in (moved, turned, mirrored):
        assert len(list(squares_among(other))) == number


@given(points)
def test_rules_select_squares(some):
    every = set(squares_among(some))
    assert set(squares_among(some, SquareRule("axis"))) == {s for s in every if not s.is_tilted}
    long = {s for s in every if s.edge[0] ** 2 + s.edge[1] ** 2 >= 4}
    assert set(squares_among(some, SquareRule(min_side=2))) == long
    assert is_square_free(some) == (not every)


def test_one_corner_moved_is_no_square():
    square = Square((1, 0), (2, 1))
    for i, (x, y) in enumerate(square.corners):
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            corners = [*square.corners[:i], (x + dx, y + dy), *square.corners[i + 1 :]]
            assert is_square_free(set(corners))


WON = ((0, 0), (2, 2), (1, 0), (2, 1), (0, 1), (2, 0), (1, 1))


def test_winner_with_the_deciding_square():
    board = SquaresBoard(3, 3, WON)
    assert board.winner == "first"
    assert board.deciding == (Square((0, 0), (1, 0)),)
    assert SquaresBoard(3, 3, WON, SquareRule(first_square="loses")).winner == "second"
    assert SquaresBoard(3, 3, WON[:-1]).winner is None
    assert SquaresBoard(3, 3, WON[:-1]).play((1, 1)) == board
    with pytest.raises(InputError, match="over"):
        board.play((1, 2))


def test_sets_instead_of_moves():
    first, second = WON[::2], WON[1::2]
    board = SquaresBoard(3, 3, (), SquareRule(), first, second)
    assert (board.winner, board.to_move) == ("first", "second")
    assert SquaresBoard(3, 3, (), SquareRule(), first[:-1], second).play((1, 1)).winner == "first"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((3, 3, ((0, 0), (0, 0))), "repeated claim"),
        ((3, 3, ((3, 0),)), "off the 3 x 3 board"),
        ((3, 3, (*WON, (0, 2))), "after the game was won by move 7"),
        ((3, 3, (), SquareRule(), ((0, 0),), ((1, 0), (1, 1))), "impossible turn order"),
        (
            (3, 3, (), SquareRule(), ((0, 0), (1, 0), (0, 1), (1, 1)), ((2, 2), (2, 0), (2, 1), (0, 2))),
            "impossible",
        ),
        ((3, 3, (), SquareRule(), ((0, 0),), None), "both"),
        ((3, 3, ((0, 0),), SquareRule(), ((0, 0),), ()), "not all of them"),
        ((0, 3), "not positive"),
        ((1000, 1000), "too large"),
    ],
)
def test_impossible_positions(arguments, told):
    with pytest.raises(InputError, match=told):
        SquaresBoard(*arguments)


@pytest.mark.parametrize(
    "arguments", [("round",), ("any", "maybe"), ("any", "wins", 0), ("any", "wins", 1.5)]
)
def test_unknown_rules(arguments):
    with pytest.raises(InputError):
        SquareRule(*arguments)


def test_json_round_trip():
    for instance in (
        SquaresBoard(5, 5, ((2, 2), (0, 0))),
        SquaresBoard(4, 3, (), SquareRule("axis", "loses", 2), ((0, 0),), ()),
        SquarePoints(((10**30, 0), (1, -(10**25))), SquareRule("axis")),
    ):
        (reading,) = read_text(render_text([instance]))
        assert reading.instance == instance


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"kind":"squares","width":3}', "'width' and 'height'"),
        ('{"kind":"squares","width":3,"height":3,"points":[[0,0]]}', "'points' alone"),
        ('{"kind":"squares","points":[["x",0]]}', "not an integer"),
        ('{"kind":"squares","width":3,"height":3,"moves":[[0,0],[0,0]]}', "repeated claim"),
        ('{"kind":"squares","width":3,"height":3,"moves":[[0]]}', "moves"),
    ],
)
def test_bad_json_is_one_line(text, told):
    (reading,) = read_text(text, "f")
    assert told in str(reading.error)
    assert str(reading.error).startswith("f:1: ")
