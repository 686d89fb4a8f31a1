"""Numberlink as text: flow grids, headed grids, numeric grids, coordinates on a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..errors import InputError
from ..numberlink import HOLE, MAX_CELLS, NumberlinkPuzzle

if TYPE_CHECKING:
    from . import Instance, Reading

__all__ = [
    "SYMBOLS",
    "grid_rows",
    "read_coordinates",
    "read_flow",
    "read_headed",
    "read_numeric",
    "readings_of",
    "write_coordinates",
    "write_flow",
    "write_headed",
    "write_numeric",
]

SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_UNSUPPORTED = {"+": "a bridge '+'", "?": "an unknown label '?'"}

Block = tuple[int, list[str]]
Maker = Callable[[Sequence[str]], NumberlinkPuzzle]


def readings_of(
    blocks: Iterable[Block | tuple[int, InputError]], source: str, make: Maker
) -> Iterator[Reading]:
    """Yield the reading of each block of lines, with the line where it starts."""
    from . import Reading

    for line, block in blocks:
        try:
            if isinstance(block, InputError):
                raise block
            yield Reading(source, line, make(block))
        except InputError as error:
            yield Reading(source, line, error=error.at(source, line))


def _puzzle_of(rows: Sequence[str], holes: bool) -> NumberlinkPuzzle:
    for y, row in enumerate(rows, 1):
        for ch in row:
            if ch in _UNSUPPORTED:
                raise InputError(f"row {y}: {_UNSUPPORTED[ch]} is not supported")
            if not (ch.isalnum() or ch == "." or (holes and ch == HOLE)):
                allowed = "letters and digits (labels)" + (" or # (hole)" if holes else "")
                raise InputError(f"row {y}: unknown character {ch!r}; expected . (empty), {allowed}")
    return NumberlinkPuzzle.of(rows)


def read_flow(text: str, source: str) -> Iterator[Reading]:
    """Yield grids without a header, with blank lines between them.

    Example:
        >>> [r.instance.width for r in read_flow("A.B\\nA.B\\n", "-")]
        [3]
    """
    blocks: list[Block] = []
    fresh = True
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            fresh = True
            continue
        if fresh:
            blocks.append((number, []))
            fresh = False
        blocks[-1][1].append(line.strip())
    return readings_of(blocks, source, lambda rows: _puzzle_of(rows, holes=True))


def _headed_blocks(text: str, swap: bool) -> Iterator[tuple[int, list[str]] | tuple[int, InputError]]:
    lines = text.splitlines()
    i = 0
    while i < len(lines):
        line = lines[i].strip()
        if not line or line.startswith("#"):
            i += 1
            continue
        match = re.fullmatch(r"(\d{1,6})(\s+|\s*,\s*)(\d{1,6})", line, re.ASCII)
        if match is None:
            yield i + 1, InputError(f"expected a header WIDTH HEIGHT, got {line!r:.40}")
            return
        first, between, second = match.groups()
        width, height = int(first), int(second)
        if swap and "," in between:
            width, height = height, width
        if width == height == 0:
            return
        rows = [row.strip() for row in lines[i + 1 : i + 1 + height]]
        told = f"the header says {width} x {height}"
        if not 0 < width * height <= MAX_CELLS:
            yield i + 1, InputError(f"{told}; grids have from 1 to {MAX_CELLS} cells")
        elif len(rows) < height or not all(rows):
            yield i + 1, InputError(f"{told}, but {sum(map(bool, rows))} rows follow")
        else:
            bad = next((y for y, row in enumerate(rows) if len(row.split() if swap else row) != width), None)
            if bad is not None:
                got = len(rows[bad].split() if swap else rows[bad])
                yield i + 1, InputError(f"{told}, but row {bad + 1} has {got} cells")
            else:
                yield i + 1, rows
        i += 1 + height


def read_headed(text: str, source: str) -> Iterator[Reading]:
    """Yield grids with a line ``WIDTH HEIGHT`` before each; ``0 0`` ends the file.

    Example:
        >>> [r.instance.height for r in read_headed("3 2\\nA.B\\nA.B\\n0 0\\n", "-")]
        [2]
    """
    return readings_of(_headed_blocks(text, swap=False), source, lambda rows: _puzzle_of(rows, holes=False))


def _numeric(rows: Sequence[str]) -> NumberlinkPuzzle:
    cells = []
    for y, row in enumerate(rows, 1):
        out = []
        for token in row.split():
            if token in _UNSUPPORTED:
                raise InputError(f"row {y}: {_UNSUPPORTED[token]} is not supported")
            if not re.fullmatch(r"\d{1,6}|[-._*]", token, re.ASCII):
                raise InputError(f"row {y}: unknown token {token!r:.40}; expected a number, 0 or -")
            number = int(token) if token.isdigit() else 0
            out.append(str(number) if number else "")
        cells.append(tuple(out))
    return NumberlinkPuzzle(tuple(cells))


def read_numeric(text: str, source: str) -> Iterator[Reading]:
    """Yield grids of numbers between blanks after ``COLUMNS ROWS`` (or ``ROWS,COLUMNS``).

    Example:
        >>> [r.instance.cells[0] for r in read_numeric("3 1\\n12 - 12\\n", "-")]
        [('12', '', '12')]
    """
    return readings_of(_headed_blocks(text, swap=True), source, _numeric)


def _from_coordinates(line: str) -> NumberlinkPuzzle:
    tokens = line.split()
    if not all(re.fullmatch(r"\d{1,9}", t, re.ASCII) for t in tokens):
        bad = next(t for t in tokens if not re.fullmatch(r"\d{1,9}", t, re.ASCII))
        raise InputError(f"{bad!r:.40} is not a coordinate")
    numbers = [int(t) for t in tokens]
    if len(numbers) < 6 or (len(numbers) - 2) % 4:
        raise InputError(f"{len(numbers)} numbers; expected WIDTH HEIGHT and four for each pair")
    width, height = numbers[:2]
    if not 0 < width * height <= MAX_CELLS:
        raise InputError(f"a {width} x {height} grid; grids have from 1 to {MAX_CELLS} cells")
    cells = [[""] * width for _ in range(height)]
    for i in range(2, len(numbers), 2):
        x, y = numbers[i : i + 2]
        if not (x < width and y < height):
            raise InputError(f"cell ({x}, {y}) is off the {width} x {height} grid")
        if cells[y][x]:
            raise InputError(f"two labels on cell ({x}, {y})")
        cells[y][x] = str((i + 2) // 4)
    return NumberlinkPuzzle(tuple(map(tuple, cells)))


def read_coordinates(text: str, source: str) -> Iterator[Reading]:
    """Yield a puzzle for each line ``WIDTH HEIGHT x1 y1 x2 y2 ...``.

    Example:
        >>> [r.instance.ends for r in read_coordinates("2 1 0 0 1 0\\n", "-")]
        [{'1': ((0, 0), (1, 0))}]
    """
    lines = [(n, [line]) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    return readings_of(lines, source, lambda rows: _from_coordinates(rows[0]))


def _check(instance: Instance, holes: bool) -> NumberlinkPuzzle:
    if not isinstance(instance, NumberlinkPuzzle):
        raise InputError(f"this format holds numberlink puzzles, not {instance.kind}")
    if instance.rule != "full-cover":
        raise InputError(f"this format has the rule full-cover, not {instance.rule}")
    if not holes and any(HOLE in row for row in instance.cells):
        raise InputError("this format has no holes")
    return instance


def grid_rows(puzzle: NumberlinkPuzzle) -> list[str]:
    """Return the rows with one character a cell; labels of several characters are renamed.

    Raises:
        InputError: more labels than there are symbols.

    Example:
        >>> grid_rows(NumberlinkPuzzle((("10", "", "10"),)))
        ['A.A']
    """
    names = {label: label for label in puzzle.ends}
    if not all(len(label) == 1 and label.isalnum() for label in names):
        if len(names) > len(SYMBOLS):
            raise InputError(f"{len(names)} labels; a grid of characters has at most {len(SYMBOLS)}")
        names = dict(zip(puzzle.ends, SYMBOLS, strict=False))
    return ["".join("." if not c else c if c == HOLE else names[c] for c in row) for row in puzzle.cells]


def write_flow(instances: Iterable[Instance]) -> str:
    """Return grids with a blank line between them."""
    return "\n".join("".join(f"{row}\n" for row in grid_rows(_check(i, holes=True))) for i in instances)


def write_headed(instances: Iterable[Instance]) -> str:
    """Return grids with ``WIDTH HEIGHT`` before each."""
    puzzles = [_check(i, holes=False) for i in instances]
    return "".join(f"{p.width} {p.height}\n" + "".join(f"{row}\n" for row in grid_rows(p)) for p in puzzles)


def write_numeric(instances: Iterable[Instance]) -> str:
    """Return grids of numbers, labels numbered in reading order unless they are numbers."""
    out = []
    for p in (_check(i, holes=False) for i in instances):
        plain = all(re.fullmatch(r"[1-9]\d{0,5}", label, re.ASCII) for label in p.ends)
        number = {label: label if plain else str(i) for i, label in enumerate(p.ends, 1)}
        rows = (" ".join(number.get(cell, "-") for cell in row) for row in p.cells)
        out.append(f"{p.width} {p.height}\n" + "".join(f"{row}\n" for row in rows))
    return "".join(out)


def write_coordinates(instances: Iterable[Instance]) -> str:
    """Return a line ``WIDTH HEIGHT x1 y1 x2 y2 ...`` for each puzzle."""
    lines = []
    for p in (_check(i, holes=False) for i in instances):
        ends = (f"{x} {y}" for pair in p.ends.values() for x, y in pair)
        lines.append(f"{p.width} {p.height} {' '.join(ends)}\n")
    return "".join(lines)
