from __future__ import annotations

import json
from pathlib import Path

import pytest
from gridproof.instances.errors import InputError
from gridproof.instances.formats import FORMATS, load, load_many, read_text, render_text, save
from gridproof.instances.kyouen import KyouenBoard
from hypothesis import given
from hypothesis import strategies as st

boards = st.integers(1, 7).flatmap(
    lambda n: st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), unique=True).map(
        lambda stones: KyouenBoard(n, n, tuple(sorted(stones, key=lambda p: (p[1], p[0]))))
    )
)


@given(st.lists(boards, min_size=1, max_size=4), st.sampled_from(["json", "kyouen-grid", "kyouen-stage"]))
def test_round_trip(many, name):
    text = render_text(many, format=name)
    for chosen in (name, None):
        readings = list(read_text(text, format=chosen))
        assert [r.error for r in readings] == [None] * len(many)
        assert [r.instance for r in readings] == many


@given(st.text(max_size=80), st.sampled_from([None, *sorted(FORMATS)]))
def test_any_text_gives_readings_or_one_clear_error(text, name):
    try:
        readings = list(read_text(text, "f", format=name))
    except InputError as error:
        assert str(error).startswith("f:")
        assert "\n" not in str(error)
        return
    assert all((r.instance is None) != (r.error is None) for r in readings)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda c: (
            st.lists(c, max_size=3)
            | st.dictionaries(
                st.sampled_from(["kind", "width", "height", "stones", "name", "x"]), c, max_size=6
            )
        ),
        max_leaves=12,
    )
)
def test_any_json_value_gives_a_reading(value):
    for reading in read_text(json.dumps({"kind": "kyouen", "stones": value}) + "\n" + json.dumps([value])):
        assert (reading.instance is None) != (reading.error is None)


GOOD = '{"kind":"kyouen","width":3,"height":3,"stones":[[0,0]]}'


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ('{"kind":"kyouen","width":3,"height":3,"stones":[[0,0],[0,0]]}', "repeated stone (0, 0)"),
        ('{"kind":"kyouen","width":3,"height":3,"stones":[[3,0]]}', "stone (3, 0) is off the 3 x 3 board"),
        ('{"kind":"kyouen","width":0,"height":3,"stones":[]}', "width 0 is not positive"),
        ('{"kind":"kyouen","width":-3,"height":3,"stones":[]}', "width -3 is not positive"),
        ('{"kind":"kyouen","width":3,"height":3,"stones":[[0]]}', "length 2"),
        ('{"kind":"kyouen","width":3,"height":3,"stones":[[0,0.5]]}', "$.stones[0][1]"),
        ('{"kind":"kyouen","width":"3","height":3,"stones":[]}', "$.width"),
        ('{"kind":"kyouen","width":3,"stones":[]}', "height"),
        ('{"kind":"kyouen","width":3,"height":3,"stones":[],"colour":1}', "colour"),
        ('{"kind":"chess","width":3,"height":3,"stones":[]}', "unknown kind 'chess'"),
        ('{"width":3,"height":3,"stones":[]}', "'kind' is missing"),
        ('{"kind":"kyouen","width":3,"width":4,"height":3,"stones":[]}', "stands twice"),
        ('{"kind":"kyouen","width":3,"height":3,"stones":[[NaN,0]]}', "NaN is not JSON"),
        (f'{{"kind":"kyouen","width":3,"height":3,"stones":[[{10**30},0]]}}', "off the 3 x 3 board"),
        (f'{{"kind":"kyouen","width":3,"height":3,"stones":[[{"9" * 5000},0]]}}', "too many digits"),
        ('{"kind":"kyouen","width":3', "broken JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("17", "broken JSON"),
    ],
)
def test_one_bad_json_instance_among_good_ones(bad, message):
    if not bad.startswith("{"):
        bad = '{"kind":' + bad
    readings = list(read_text(f"{GOOD}\n{bad}\n{GOOD}\n", "file.jsonl"))
    assert [r.instance is not None for r in readings] == [True, False, True]
    assert str(readings[1].error).startswith("file.jsonl:2: ")
    assert message in str(readings[1].error)
    assert "\n" not in str(readings[1].error)


def test_array_of_objects_and_pretty_printed_json():
    pretty = json.dumps([json.loads(GOOD), json.loads(GOOD)], indent=2)
    readings = list(read_text(pretty, "f"))
    assert [r.line for r in readings] == [2, 13]
    assert all(r.instance for r in readings)
    assert "not closed" in str(list(read_text("[" + GOOD, "f"))[-1].error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6," + "0" * 81, "f:1: size 6 needs 36 characters, the stage has 81"),
        ("3,010x00000", "f:1: unknown character 'x' at position 4"),
        ("0,", "f:1: size 0 is not a number from 1"),
        ("-3,000000000", "f:1: size '-3' is not a number"),
        ("999999,1", "f:1: size '999999' is not"),
        ("²,0000", "f:1: size"),
        ("no,stages\n3,000000000\n", "f:1: size 'no' is not a number"),
    ],
)
def test_bad_stages(text, message):
    readings = list(read_text(text, "f", format="kyouen-stage"))
    assert message in str(readings[0].error)


def test_stage_csv_with_header():
    text = "stageNo,size,stage,extra\n7,2,1001,x\n8,2,10,x\n9,2,0110,x\n"
    first, second, third = read_text(text, "f")
    assert first.instance == KyouenBoard(2, 2, ((0, 0), (1, 1)))
    assert first.instance.name == "7"
    assert "f:3: size 2 needs 4 characters" in str(second.error)
    assert third.instance is not None


def test_bad_grids():
    first, second = read_text("o.\n.o\n\n..\n...\n", "f")
    assert first.instance is not None
    assert str(second.error) == "f:4: row 2 has 3 characters, row 1 has 2"
    (third,) = read_text("o.\n.x\n", "f", format="kyouen-grid")
    assert "unknown character 'x' in row 2" in str(third.error)


def test_whole_files(tmp_path: Path):
    path = tmp_path / "a.json"
    board = KyouenBoard(3, 2, ((2, 1),), name="corner", answer={"saturated": False}, meta={"by": "us"})
    save(board, path)
    again = load(path)
    assert again == board
    assert (again.name, again.answer, again.meta) == ("corner", {"saturated": False}, {"by": "us"})
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]
    for raw, message in (
        (b"", "empty file"),
        (b" \n\n", "empty file"),
        (b"\xff\xfe{", "not UTF-8"),
        (b"hello\n", "unknown format"),
    ):
        path.write_bytes(raw)
        with pytest.raises(InputError, match=message):
            load(path)
    path.write_text("\ufeff" + GOOD, encoding="utf-8")
    assert load(path).width == 3
    path.write_text(GOOD + "\n" + GOOD)
    with pytest.raises(InputError, match="2 instances"):
        load(path)
    with pytest.raises(InputError, match="cannot read"):
        list(load_many(tmp_path / "missing.json"))
    with pytest.raises(InputError, match="cannot read"):
        list(load_many(tmp_path))


def test_a_rectangle_has_no_stage_string():
    with pytest.raises(InputError, match="square"):
        render_text([KyouenBoard(3, 2)], format="kyouen-stage")


def test_shared_stage_file(shared_data: Path):
    readings = list(load_many(shared_data / "kyouen" / "tsume_stages_sample.csv"))
    assert len(readings) == 481
    assert all(r.instance for r in readings)
