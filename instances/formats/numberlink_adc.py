"""Numberlink as in the DA symposium contests (ADC): SIZE, LINE_NUM, LINE#k (x,y)-(x,y)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..errors import InputError
from ..numberlink import MAX_CELLS, NumberlinkPuzzle
from .numberlink_text import readings_of

if TYPE_CHECKING:
    from . import Reading

__all__ = ["read"]


def read(text: str, source: str) -> Iterator[Reading]:
    """Yield the puzzles of a text; each begins with its SIZE. The rule is any.

    Example:
        >>> board = "SIZE 3X2\\nLINE_NUM 1\\nLINE#1 (0,0)-(2,1)\\n"
        >>> [(r.instance.rule, r.instance.ends) for r in read(board, "-")]
        [('any', {'1': ((0, 0), (2, 1))})]
    """
    blocks: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if line.strip().upper().startswith("SIZE") or not blocks:
            blocks.append((number, []))
        blocks[-1][1].append(line.strip())
    return readings_of(blocks, source, _from_lines)


def _from_lines(lines: Sequence[str]) -> NumberlinkPuzzle:
    size = re.fullmatch(
        r"SIZE\s+(\d{1,6})\s*X\s*(\d{1,6})(\s*X\s*\d{1,6})?", lines[0], re.ASCII | re.IGNORECASE
    )
    if size is None:
        raise InputError(f"expected SIZE COLUMNSxROWS, got {lines[0]!r:.40}")
    if size.group(3) and size.group(3).strip(" xX") != "1":
        raise InputError("boards of several layers are not supported")
    width, height = int(size.group(1)), int(size.group(2))
    if not 0 < width * height <= MAX_CELLS:
        raise InputError(f"a {width} x {height} grid; grids have from 1 to {MAX_CELLS} cells")
    cells = [[""] * width for _ in range(height)]
    wanted: int | None = None
    seen: set[int] = set()
    for line in lines[1:]:
        count = re.fullmatch(r"LINE_NUM\s+(\d{1,6})", line, re.ASCII | re.IGNORECASE)
        if count:
            wanted = int(count.group(1))
            continue
        point = r"\((\d{1,6}),(\d{1,6})(?:,(\d{1,6}))?\)"
        found = re.fullmatch(
            rf"LINE\s*#\s*(\d{{1,6}})\s+{point}\s*(?:-\s*)?{point}", line, re.ASCII | re.IGNORECASE
        )
        if found is None:
            raise InputError(f"expected LINE#k (x,y)-(x,y), got {line!r:.60}")
        label = int(found.group(1))
        if label in seen:
            raise InputError(f"LINE#{label} stands twice")
        seen.add(label)
        for x, y in ((found.group(2), found.group(3)), (found.group(5), found.group(6))):
            _place(cells, int(x), int(y), label)
    if wanted is not None and seen != set(range(1, wanted + 1)):
        missing = sorted(set(range(1, wanted + 1)) - seen)
        told = f"LINE#{missing[0]} is missing" if missing else f"{len(seen)} lines"
        raise InputError(f"LINE_NUM is {wanted}, but {told}")
    return NumberlinkPuzzle(tuple(map(tuple, cells)), "any")


def _place(cells: list[list[str]], x: int, y: int, label: int) -> None:
    width, height = len(cells[0]), len(cells)
    if not (x < width and y < height):
        raise InputError(f"LINE#{label}: cell ({x}, {y}) is off the {width} x {height} grid")
    if cells[y][x]:
        raise InputError(f"two labels on cell ({x}, {y})")
    cells[y][x] = str(label)
