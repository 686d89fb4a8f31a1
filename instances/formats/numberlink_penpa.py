"""Numberlink from Penpa+ addresses: labels of the problem layer, drawn lines as the claimed solution."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from ..errors import InputError
from ..numberlink import MAX_CELLS, Edge, NumberlinkPuzzle, make_edge
from .numberlink_text import readings_of

if TYPE_CHECKING:
    from . import Reading

__all__ = ["read"]

MAX_BYTES = 4 << 20
"""Longest text an address may unpack to."""

# What the writer abbreviates, in its order; the reader goes backwards.
_SHORT = {
    "z": "zZ",
    '"qa"': "z9",
    '"pu_q"': "zQ",
    '"pu_a"': "zA",
    '"grid"': "zG",
    '"edit_mode"': "zM",
    '"surface"': "zS",
    '"line"': "zL",
    '"lineE"': "zE",
    '"wall"': "zW",
    '"cage"': "zC",
    '"number"': "zN",
    '"symbol"': "zY",
    '"special"': "zP",
    '"board"': "zB",
    '"command_redo"': "zR",
    '"command_undo"': "zU",
    '"command_replay"': "z8",
    '"numberS"': "z1",
    '"freeline"': "zF",
    '"freelineE"': "z2",
    '"thermo"': "zT",
    '"arrows"': "z3",
    '"direction"': "zD",
    '"squareframe"': "z0",
    '"polygon"': "z5",
    '"deletelineE"': "z4",
    '"killercages"': "z6",
    '"nobulbthermo"': "z7",
    '"__a"': "z_",
    "null": "zO",
}
_LONG = {short: long for long, short in _SHORT.items()}


def read(text: str, source: str) -> Iterator[Reading]:
    """Yield the puzzle of each line that is a Penpa+ address.

    Penpa+ does not say whether all cells are covered; the rule is full-cover unless overridden.
    """
    lines = [(n, [line.strip()]) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    return readings_of(lines, source, lambda block: _from_url(block[0]))


def _from_url(url: str) -> NumberlinkPuzzle:
    match = re.search(r"[#?&]p=([^&]*)", url)
    if match is None:
        raise InputError(f"expected a Penpa+ address with p=..., got {url!r:.60}")
    lines = _unpack(unquote(match.group(1))).split("\n")
    head = lines[0].split(",")
    if head[0] != "square":
        raise InputError(f"{head[0]!r:.40} grids are not supported; expected square")
    if len(lines) < 4 or len(head) < 3:
        raise InputError("the address is cut off")
    margins = _json(lines[1], "margins")
    if not (
        isinstance(margins, list) and len(margins) == 4 and all(type(m) is int and m >= 0 for m in margins)
    ):
        raise InputError("expected four margins")
    if not all(re.fullmatch(r"\d{1,6}", n, re.ASCII) for n in head[1:3]):
        raise InputError(f"{head[1]!r:.20} x {head[2]!r:.20} is not a size")
    top, bottom, left, right = margins
    full_width = int(head[1])
    width, height = full_width - left - right, int(head[2]) - top - bottom
    if width < 1 or height < 1 or width * height > MAX_CELLS:
        raise InputError(f"a {width} x {height} grid; grids have from 1 to {MAX_CELLS} cells")
    frame = _Frame(width, height, full_width + 4, left + 2, top + 2)
    cells = [[""] * width for _ in range(height)]
    for index, entry in _layer(lines[3], "number"):
        cell = frame.cell(index)
        label = str(entry[0]).strip() if isinstance(entry, list) and entry else ""
        if cell is None or not label:
            continue
        cells[cell[1]][cell[0]] = label
    puzzle = NumberlinkPuzzle(tuple(map(tuple, cells)))
    drawn = sorted(frame.edges(_layer(lines[4], "line"))) if len(lines) > 4 else []
    return replace(puzzle, answer={"solution": [[list(a), list(b)] for a, b in drawn]}) if drawn else puzzle


def _unpack(packed: str) -> str:
    try:
        data = base64.b64decode(packed.replace(" ", "+") + "=" * (-len(packed) % 4), validate=True)
        inflater = zlib.decompressobj(-15)
        raw = inflater.decompress(data, MAX_BYTES)
        if inflater.unconsumed_tail:
            raise InputError(f"the address unpacks to more than {MAX_BYTES >> 20} MB")
        if not inflater.eof:
            raise InputError("the address is cut off")
        text = raw.decode("utf-8")
    except (binascii.Error, zlib.error, ValueError) as error:
        raise InputError(f"the address cannot be unpacked ({error})") from None
    if text[:1].isdigit():
        raise InputError("the first version of Penpa addresses is not supported")
    for short, long in reversed(_LONG.items()):
        text = text.replace(short, long)
    return text


def _json(line: str, what: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(f"the {what} are not JSON") from None


def _layer(line: str, name: str) -> Iterator[tuple[str, Any]]:
    layer = _json(line, "layers")
    content = layer.get(name) if isinstance(layer, dict) else None
    if isinstance(content, dict):
        yield from content.items()


class _Frame:
    # Penpa numbers the cells of the grid with its margins and a rim of two.
    def __init__(self, width: int, height: int, stride: int, left: int, top: int) -> None:
        self.width, self.height = width, height
        self.stride, self.left, self.top = stride, left, top

    def cell(self, index: str) -> tuple[int, int] | None:
        if not re.fullmatch(r"\d{1,9}", index, re.ASCII):
            return None
        x, y = int(index) % self.stride - self.left, int(index) // self.stride - self.top
        return (x, y) if 0 <= x < self.width and 0 <= y < self.height else None

    def edges(self, lines: Iterator[tuple[str, Any]]) -> Iterator[Edge]:
        for indices, _ in lines:
            ends = [self.cell(index) for index in indices.split(",")]
            if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
                yield make_edge(ends[0], ends[1])
