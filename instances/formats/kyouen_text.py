"""Kyouen as text: ASCII grids, and stage strings with their size."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..errors import InputError
from ..kyouen import KyouenBoard
from ..lattice import board_points

if TYPE_CHECKING:
    from . import Instance, Reading

__all__ = ["read_grids", "read_stages", "write_grids", "write_stages"]

MAX_STAGE_SIZE = 300


def _grid(rows: list[str]) -> KyouenBoard:
    width = len(rows[0])
    stones = []
    for y, row in enumerate(rows):
        if len(row) != width:
            raise InputError(f"row {y + 1} has {len(row)} characters, row 1 has {width}")
        for x, character in enumerate(row):
            if character in "oO":
                stones.append((x, y))
            elif character != ".":
                raise InputError(f"unknown character {character!r} in row {y + 1}; expected '.' or 'o'")
    return KyouenBoard(width, len(rows), tuple(stones))


def read_grids(text: str, source: str) -> Iterator[Reading]:
    """Yield the boards of a text with a blank line between grids."""
    from . import Reading

    start, rows = 0, list[str]()
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            start = start or number
            rows.append(line.strip())
        elif rows:
            try:
                yield Reading(source, start, _grid(rows))
            except InputError as error:
                yield Reading(source, start, error=error.at(source, start))
            start, rows = 0, []


def _board(instance: Instance) -> KyouenBoard:
    if not isinstance(instance, KyouenBoard):
        raise InputError(f"this format holds kyouen boards, not {instance.kind}")
    return instance


def write_grids(boards: Iterable[Instance]) -> str:
    """Return grids with a blank line between them."""
    grids = []
    for board in map(_board, boards):
        stones = set(board.stones)
        rows = [
            "".join("o" if (x, y) in stones else "." for x in range(board.width)) for y in range(board.height)
        ]
        grids.append("\n".join(rows) + "\n")
    return "\n".join(grids)


def _stage(size_text: str, stage: str) -> KyouenBoard:
    if not size_text.isascii() or not size_text.isdigit() or not 1 <= len(size_text) <= 4:
        raise InputError(f"size {size_text!r:.40} is not a number from 1 to {MAX_STAGE_SIZE}")
    size = int(size_text)
    if not 1 <= size <= MAX_STAGE_SIZE:
        raise InputError(f"size {size} is not a number from 1 to {MAX_STAGE_SIZE}")
    if len(stage) != size * size:
        raise InputError(f"size {size} needs {size * size} characters, the stage has {len(stage)}")
    for index, character in enumerate(stage):
        if character not in "01":
            raise InputError(f"unknown character {character!r} at position {index + 1}; expected 0 or 1")
    stones = tuple(p for p, c in zip(board_points(size, size), stage, strict=True) if c == "1")
    return KyouenBoard(size, size, stones)


def read_stages(text: str, source: str) -> Iterator[Reading]:
    """Yield the boards of ``SIZE,STAGE`` lines, or of a csv whose header names these columns.

    A column ``stageNo`` becomes the name of the board.
    """
    from . import Reading

    size_at, stage_at, name_at = 0, 1, -1
    first = True
    reader = csv.reader(text.splitlines())
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            yield Reading(
                source, reader.line_num, error=InputError(f"broken csv: {error}", source, reader.line_num)
            )
            continue
        if row is None:
            break
        fields = [field.strip() for field in row]
        if not any(fields):
            continue
        if first:
            first = False
            if "stage" in fields and "size" in fields:
                size_at, stage_at = fields.index("size"), fields.index("stage")
                name_at = fields.index("stageNo") if "stageNo" in fields else -1
                continue
        line = reader.line_num
        try:
            if len(fields) <= max(size_at, stage_at):
                raise InputError(f"{len(fields)} fields; expected SIZE,STAGE")
            board = _stage(fields[size_at], fields[stage_at])
            if 0 <= name_at < len(fields):
                board = KyouenBoard(board.width, board.height, board.stones, name=fields[name_at])
            yield Reading(source, line, board)
        except InputError as error:
            yield Reading(source, line, error=error.at(source, line))
    if first:
        raise InputError("no stage in the file; expected SIZE,STAGE lines", source, 1)


def write_stages(boards: Iterable[Instance]) -> str:
    """Return ``SIZE,STAGE`` lines; square boards only."""
    lines = []
    for board in map(_board, boards):
        if board.width != board.height:
            raise InputError(f"a stage string is square; this board is {board.width} x {board.height}")
        stones = set(board.stones)
        bits = "".join("1" if p in stones else "0" for p in board_points(board.width, board.height))
        lines.append(f"{board.width},{bits}\n")
    return "".join(lines)
