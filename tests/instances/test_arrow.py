from __future__ import annotations

import json

import pytest
from gridproof.instances.arrow import (
    LEVELS,
    ArrowPuzzle,
    after,
    custom,
    digits,
    hexagon,
    is_solution,
    rectangle,
    state_of_digits,
)
from gridproof.instances.errors import InputError
from gridproof.instances.formats import read_text, render_text
from hypothesis import given
from hypothesis import strategies as st


def test_shapes_are_symmetric_and_connected():
    for shape in (hexagon(1), hexagon(4), rectangle(5, 3, "king"), rectangle(4, 4, "plus")):
        pairs = {(i, j) for i, row in enumerate(shape.neighbours) for j, _ in row}
        assert all((j, i) in pairs for i, j in pairs)
        assert all((i, i) in pairs for i in range(shape.tiles))
        assert len(set(shape.places)) == shape.tiles


def test_hexagon_cell_order():
    shape = hexagon(4)
    columns = [sum(x == c for x, _ in shape.places) for c in range(0, 14, 2)]
    assert columns == [4, 5, 6, 7, 6, 5, 4]
    assert list(shape.places) == sorted(shape.places)
    # Neighbours are the tiles at distance 1 as drawn.
    for i, (x, y) in enumerate(shape.places):
        near = {
            j for j, (u, v) in enumerate(shape.places) if (abs(u - x), abs(v - y)) in {(0, 0), (0, 2), (2, 1)}
        }
        assert near == {j for j, _ in shape.neighbours[i]}


@given(st.sampled_from(sorted(LEVELS)), st.data())
def test_taps_add_up_in_any_order(level, data):
    shape, m = LEVELS[level]
    vector = st.lists(st.integers(0, m - 1), min_size=shape.tiles, max_size=shape.tiles)
    state, first, second = (tuple(data.draw(vector)) for _ in range(3))
    puzzle = ArrowPuzzle(shape, m, state)
    both = tuple((a + b) % m for a, b in zip(first, second, strict=True))
    one = ArrowPuzzle(shape, m, after(puzzle, first))
    assert after(one, second) == after(puzzle, both)
    solved = ArrowPuzzle(
        shape, m, tuple(-v % m for v in after(ArrowPuzzle(shape, m, (0,) * shape.tiles), first))
    )
    assert is_solution(solved, first)
    moved = list(first)
    moved[0] = (moved[0] + 1) % m
    assert not is_solution(solved, moved)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"kind":"arrow","level":"expert","digits":"111"}', "3 digits, the board (hexagon 4) has 37"),
        ('{"kind":"arrow","level":"easy","digits":"111111115"}', "digit '5' at position 9; expected 1 to 4"),
        ('{"kind":"arrow","level":"easy","digits":"111111110"}', "digit '0'"),
        ('{"kind":"arrow","level":"impossible","digits":"1"}', "unknown level"),
        ('{"kind":"arrow","digits":"1"}', "expected one of 'level', 'shape', 'neighbours'"),
        ('{"kind":"arrow","shape":{"hexagon":2},"digits":"1111111"}', "'modulus' is missing"),
        ('{"kind":"arrow","shape":{"hexagon":2},"modulus":1,"digits":"1111111"}', "modulus 1 is not from 2"),
        (
            '{"kind":"arrow","shape":{"hexagon":2},"modulus":12,"digits":"1111111"}',
            "digits serve moduli up to 9",
        ),
        ('{"kind":"arrow","shape":{"hexagon":0},"modulus":2,"digits":""}', "side 0 is not positive"),
        ('{"kind":"arrow","shape":{"hexagon":1000000},"modulus":2,"digits":""}', "too large"),
        ('{"kind":"arrow","shape":{"square":3},"modulus":2,"digits":"111111111"}', "neighbourhood"),
        (
            '{"kind":"arrow","shape":{"square":[3,-1]},"neighbourhood":"king","modulus":2,"digits":""}',
            "not positive",
        ),
        ('{"kind":"arrow","shape":{"circle":3},"modulus":2,"digits":"1"}', "expected a shape"),
        ('{"kind":"arrow","neighbours":[[[0,2]]],"modulus":2,"values":[1]}', "vanishes mod 2"),
        ('{"kind":"arrow","neighbours":[[[1,1]]],"modulus":2,"values":[1]}', "tiles are numbered 0 to 0"),
        ('{"kind":"arrow","neighbours":[[[0,1],[0,1]]],"modulus":2,"values":[1]}', "stands twice"),
        ('{"kind":"arrow","neighbours":[],"modulus":2,"values":[]}', "no tiles"),
        ('{"kind":"arrow","neighbours":[[[0,1]]],"modulus":5,"values":[5]}', "tile 0 has the value 5"),
        ('{"kind":"arrow","neighbours":[[[0,1]]],"modulus":5,"values":[1],"tap_costs":[-1]}', "tap costs"),
        ('{"kind":"arrow","neighbours":[[[0,1]]],"modulus":5,"values":[1],"forbidden":[3]}', "forbidden"),
        ('{"kind":"arrow","neighbours":[[[0,1]]],"modulus":5}', "expected one of 'digits' and 'values'"),
        ("hard," + "1" * 36, "36 digits, level hard has 37 tiles"),
        ("1" * 37, "37 digits do not tell hard from expert"),
        ("1" * 10, "10 digits; expected 9 (easy), 16 (medium)"),
    ],
)
def test_bad_boards_have_one_clear_line(text, message):
    (reading,) = read_text(text, "f")
    assert message in str(reading.error)
    assert str(reading.error).startswith("f:1: ")


def test_round_trips():
    shape, m = LEVELS["hard"]
    boards = [
        ArrowPuzzle(shape, m, (1,) + (0,) * 36, level="hard"),
        ArrowPuzzle(hexagon(2), 12, tuple(range(7)), both_ways=True, forbidden=(1, 3)),
        ArrowPuzzle(rectangle(3, 2, "plus"), 9, tuple(range(6)), tap_costs=(1, 2, 3, 4, 5, 6)),
        ArrowPuzzle(custom([[(0, 1), (1, -2)], [(1, 3)]]), 5, (4, 0)),
    ]
    readings = list(read_text(render_text(boards)))
    assert [r.error for r in readings] == [None] * 4
    assert [r.instance for r in readings] == boards
    line = render_text(boards[:1], format="arrow-digits")
    assert line == "hard,2" + "1" * 36 + "\n"
    assert [r.instance for r in read_text(line)] == boards[:1]
    with pytest.raises(InputError, match="four levels"):
        render_text(boards[1:2], format="arrow-digits")
    with pytest.raises(InputError, match="holds kyouen boards"):
        render_text(boards, format="kyouen-grid")
    assert json.loads(render_text(boards[3:]))["neighbours"] == [[[0, 1], [1, -2]], [[1, 3]]]


def test_digits():
    assert digits(state_of_digits("4321", 4)) == "4321"
    with pytest.raises(InputError, match="up to 9"):
        state_of_digits("1", 10)
