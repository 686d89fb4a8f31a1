"""Formats of puzzle makers: puzz.link, pzprv3, Penpa+, ADC."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace

import pytest
from gridproof.instances.errors import InputError
from gridproof.instances.formats import FORMATS, load_many, read_text, render_text
from gridproof.instances.numberlink import NumberlinkPuzzle, fault, make_edge
from hypothesis import given
from hypothesis import strategies as st

E = NumberlinkPuzzle.of(["3...2", "1.21.", "...3.", "....."], "any")
WRITABLE = [
    name
    for name, (_, writer, what) in FORMATS.items()
    if name.startswith("numberlink") and "read only" not in what
]


def one(text, **options):
    (reading,) = read_text(text, "f", **options)
    if reading.error:
        raise reading.error
    return reading.instance


def shape(puzzle):
    """The board without the names of its labels."""
    return puzzle.rule, puzzle.width, puzzle.height, sorted(puzzle.ends.values())


@pytest.mark.parametrize(
    ("url", "rule", "rows"),
    [
        ("https://puzz.link/p?numlin/5/4/3i21g21j3l", "any", ["3...2", "1.21.", "...3.", "....."]),
        ("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3", "any", ["1....", "2..3.", ".....", ".1..2", "....3"]),
        ("https://puzz.link/p?arukone/4/4/12l3123j", "full-cover", ["AB..", "....", "CABC", "...."]),
    ],
)
def test_verified_addresses(url, rule, rows):
    puzzle = one(url)
    assert puzzle == NumberlinkPuzzle.of(rows, rule)
    assert render_text([puzzle], format="numberlink-puzzlink").strip() == url


@pytest.mark.parametrize(
    ("url", "rule"),
    [
        ("http://pzv.jp/p.html?numlin_edit/5/4/3i21g21j3l/", "any"),
        ("https://puzz.link/p?type=editor&numlin_play/5/4/3i21g21j3l", "any"),
        ("https://puzz.link/p?arukone/e/5/4/3i21g21j3l", "any"),
        ("https://puzz.link/p?arukone/5/4/3i21g21j3l", "full-cover"),
    ],
)
def test_addresses_in_other_dress(url, rule):
    assert shape(one(url)) == shape(E.with_rule(rule))


@pytest.mark.parametrize(
    "number", [0, 15, 16, 255, 256, 4095, 4096, 8191, 8192, 12239, 12240, 77775, 77776, 1126351]
)
def test_numbers_of_every_width(number):
    puzzle = NumberlinkPuzzle(((str(number), "", str(number)),), "any")
    assert one(render_text([puzzle], format="numberlink-puzzlink")) == puzzle


def test_runs_longer_than_twenty():
    puzzle = NumberlinkPuzzle((("1", *[""] * 45, "1"),), "any")
    url = render_text([puzzle], format="numberlink-puzzlink")
    assert "1zzk1" in url
    assert one(url) == puzzle


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("https://puzz.link/p?numlin/5/4/3i21g21j3", "cut off"),
        ("https://puzz.link/p?numlin/5/4/3i21g21j3m", "more than the 20 cells"),
        ("https://puzz.link/p?numlin/5/4", "cut off"),
        ("https://puzz.link/p?numlin/5/4/3i21g21j3k-1", "cut off"),
        ("https://puzz.link/p?numlin/5/4/.i21g21j3l", "unknown label"),
        ("https://puzz.link/p?numlin/5/4/3i21g21j3!", "unknown character"),
        ("https://puzz.link/p?slither/5/4/3i21g21j3l", "not supported"),
        ("https://puzz.link/p?numlin/x/5/4/3i21g21j3l", "flag"),
        ("https://puzz.link/p?numlin/0/4/g", "columns"),
        ("https://puzz.link/p?numlin/999999/999999/g", "too large"),
        ("https://puzz.link/p?arukone/3/1/-ffg-ff", "1 to 52"),
        ("https://puzz.link/p?numlin/3/1/1g2", "stands once"),
        ("https://puzz.link/", "expected an address"),
    ],
)
def test_bad_addresses_are_one_line(url, told):
    with pytest.raises(InputError, match=told) as caught:
        one(url)
    assert str(caught.value).startswith("f:1: ")


def test_the_other_addresses_are_still_read():
    text = "https://puzz.link/p?numlin/5/4\n\nhttps://puzz.link/p?numlin/5/4/3i21g21j3l\n"
    first, second = read_text(text, "f")
    assert first.error.line == 1
    assert (second.line, second.instance) == (3, E)


def test_pzprv3_with_its_drawn_solution():
    text = "pzprv3/numlin/2/5/. . . 1 . /2 1 . . 2 /1 1 1 0 /0 1 1 1 /0 0 1 0 0 /"
    puzzle = one(text)
    assert (puzzle.rule, puzzle.width, puzzle.height) == ("any", 5, 2)
    written = render_text([puzzle], format="numberlink-pzprv3")
    assert one(written) == puzzle
    assert one(written.replace("\n", "/")) == puzzle
    solved = one("pzprv3/arukone/2/2/passallcell/A B /A B /0 /0 /1 1 /")
    edges = [make_edge(tuple(a), tuple(b)) for a, b in solved.answer["solution"]]
    assert fault(solved, edges) is None
    assert one("pzprv3/arukone/2/2/dontpassallcell/A B /A B /0 /0 /0 0 /").rule == "any"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pzprv3/numlin/2/5/. . . 1 . /", "1 rows of cells"),
        ("pzprv3/numlin/1/3/1 . /", "2 entries; expected 3"),
        ("pzprv3/numlin/1/3/1 - 1 /", "unknown label"),
        ("pzprv3/numlin/1/3/1 x 1 /", "not a label"),
        ("pzprv3/numlin/2/2/1 . /1 . /1 /", "rows of lines to the right"),
        ("pzprv3/slither/2/2/", "numlin or arukone"),
        ("pzprv3/numlin", "expected the lines"),
    ],
)
def test_bad_pzprv3_is_one_line(text, told):
    with pytest.raises(InputError, match=told):
        one(text)


def penpa(lines, *, compress=True):
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = "\n".join(lines).encode()
    data = squeeze.compress(data) + squeeze.flush() if compress else data
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(data).decode()


def penpa_lines(number="{}", line="{}", margins="[0,0,0,0]", head="square,3,2,38"):
    # A 3 x 2 grid without margins: cell (x, y) has the index (y + 2) * 7 + x + 2.
    return [head, margins, "{}", f'{{zN:{number},"zzZ":zO}}', f"{{zL:{line}}}"]


def test_penpa_labels_margins_and_lines():
    number = '{"16":["A",1,"1"],"18":["A",1,"1"],"23":["zZ9",1,"1"],"25":["zZ9",1,"1"]}'
    line = '{"16,17":3,"17,18":3,"1000":3}'
    puzzle = one(penpa(penpa_lines(number, line)))
    assert puzzle.cells == (("A", "", "A"), ("z9", "", "z9"))
    assert puzzle.answer == {"solution": [[[0, 0], [1, 0]], [[1, 0], [2, 0]]]}
    # The same with a margin column on the left and a row on top.
    moved = '{"27":["A",1,"1"],"29":["A",1,"1"]}'
    puzzle = one(penpa(penpa_lines(moved, margins="[1,0,1,0]", head="square,4,3,38")))
    assert puzzle.ends == {"A": ((0, 0), (2, 0))}


def test_penpa_address_of_a_checked_writer(shared_data):
    notes = (shared_data.parent / "notes" / "formats-numberlink.md").read_text(encoding="utf-8")
    url = re.search(r"`(https://swaroopg92[^`\s]*p=7V[^`]*)`", notes).group(1)
    assert one(url).cells == NumberlinkPuzzle.of(["C...B", "A.BA.", "...C.", "....."]).cells


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (penpa(["x" * (5 << 20)]), "unpacks to more than"),
        (penpa(penpa_lines())[:-6], "cut off|cannot be unpacked"),
        (penpa(["hex,3,2,38"]), "not supported"),
        (penpa(["square,3,2,38", "[0,0,0,0]"]), "cut off"),
        (penpa(["1,3,2"]), "first version"),
        (penpa(penpa_lines(margins="[9,9,9,9]")), "grids have"),
        (penpa(penpa_lines(margins="[")), "not JSON"),
        (penpa(penpa_lines(head="square,x,2")), "size"),
        (penpa(penpa_lines()), "no label"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=@@@", "cannot be unpacked"),
        ("https://swaroopg92.github.io/penpa-edit/", "with p="),
    ],
)
def test_bad_penpa_addresses_are_one_line(url, told):
    with pytest.raises(InputError, match=told):
        one(url)


def test_adc():
    puzzle = one(
        "\ufeffsize 4x3\r\nline_num 2\r\nLINE#1 (0,0)-(3,2)\r\nLINE#2 (1,1,1) (2,1,1)\r\n".lstrip("\ufeff")
    )
    assert (puzzle.rule, puzzle.ends) == ("any", {"1": ((0, 0), (3, 2)), "2": ((1, 1), (2, 1))})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("SIZE 3X2\nLINE_NUM 1\nLINE#1 (0,0)-(3,1)\n", "off the 3 x 2 grid"),
        ("SIZE 3X2\nLINE_NUM 2\nLINE#1 (0,0)-(2,1)\n", "LINE#2 is missing"),
        ("SIZE 3X2\nLINE#1 (0,0)-(2,1)\nLINE#1 (1,0)-(1,1)\n", "stands twice"),
        ("SIZE 3X2\nLINE#1 (0,0)-(2,1)\nLINE#2 (0,0)-(1,1)\n", "two labels"),
        ("SIZE 3X2X2\nLINE#1 (0,0,1)-(2,1,1)\n", "layers"),
        ("SIZE 3X2\nLINE 1 (0,0)-(2,1)\n", "expected LINE#k"),
        ("SIZE 0X2\n", "grids have"),
    ],
)
def test_bad_adc_is_one_line(text, told):
    with pytest.raises(InputError, match=told):
        one(text)


def test_what_a_format_cannot_hold_is_said():
    holes = NumberlinkPuzzle.of(["A#A"])
    for name in ("numberlink-puzzlink", "numberlink-pzprv3"):
        with pytest.raises(InputError, match="no holes"):
            render_text([holes], format=name)
        with pytest.raises(InputError, match="not no-touch"):
            render_text([E.with_rule("full-cover+no-touch")], format=name)
    for name in ("numberlink-penpa", "numberlink-adc"):
        with pytest.raises(InputError, match="only read"):
            render_text([E], format=name)


@pytest.mark.parametrize("name", WRITABLE)
def test_round_trip_of_public_boards(name, shared_data):
    folder = shared_data / "numberlink"
    seen = 0
    for file in sorted(folder.rglob("*")):
        if not file.is_file():
            continue
        try:
            readings = list(load_many(file))
        except InputError:
            continue
        for reading in readings:
            if not isinstance(reading.instance, NumberlinkPuzzle):
                continue
            for rule in ("full-cover", "any"):
                puzzle = replace(reading.instance, rule=rule, answer=None, meta=None, name=None)
                try:
                    text = render_text([puzzle], format=name)
                except InputError:
                    continue
                assert shape(one(text, format=name)) == shape(puzzle), (file, reading.line)
                seen += 1
    assert seen > 100


@given(st.text(alphabet="/?=&-+*$@.%0123456789abcdefghijklmnopqrstuvwxyz_#:", max_size=60))
def test_fuzzed_addresses_never_break(text):
    for name in ("numberlink-puzzlink", "numberlink-pzprv3", "numberlink-penpa", "numberlink-adc"):
        for prefix in ("https://puzz.link/p?numlin/5/4/", "pzprv3/numlin/", "SIZE 3X3\nLINE#1 ", "x#p=", ""):
            for reading in read_text(prefix + text + "\n1", "f", format=name):
                assert (reading.error is None) != (reading.instance is None)


@given(st.lists(st.text(max_size=30), max_size=6), st.binary(max_size=40))
def test_fuzzed_penpa_content_never_breaks(lines, noise):
    for head in ([], ["square,3,2,38"], ["square,3,2,38", "[0,0,0,0]", "{}"]):
        (reading,) = read_text(penpa([*head, *lines]), "f", format="numberlink-penpa")
        assert (reading.error is None) != (reading.instance is None)
    broken = "x#p=" + base64.b64encode(noise).decode()
    (reading,) = read_text(broken, "f", format="numberlink-penpa")
    assert reading.error is not None or reading.instance is not None
