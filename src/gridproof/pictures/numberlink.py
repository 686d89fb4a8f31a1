"""Numberlink drawn: SVG and PNG, and box-drawing characters for the terminal."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..instances.errors import InputError
from ..instances.numberlink import HOLE, Edge, NumberlinkPuzzle, paths

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..solvers.answer import Answer

__all__ = ["COLOURS", "box_drawing", "draw", "edges_of"]

MAX_SIDE = 60

COLOURS = (
    "#d62728",
    "#1f77b4",
    "#2ca02c",
    "#e6a700",
    "#9467bd",
    "#ff7f0e",
    "#17becf",
    "#8c564b",
    "#e377c2",
    "#5b8c5a",
    "#3b3b98",
    "#7f7f7f",
)
"""Colours of the labels in reading order, repeated as needed."""

_BOX = {
    "": " ",
    "e": "╶",
    "n": "╵",
    "s": "╷",
    "w": "╴",
    "ew": "─",
    "ns": "│",
    "es": "┌",
    "sw": "┐",
    "en": "└",
    "nw": "┘",
}


def edges_of(value: object) -> tuple[Edge, ...]:
    """Return the edges of a solution as it stands in an answer.

    Example:
        >>> edges_of([[[0, 0], [1, 0]]])
        (((0, 0), (1, 0)),)
    """
    assert isinstance(value, (list, tuple))
    return tuple(((a[0], a[1]), (b[0], b[1])) for a, b in value)


def box_drawing(puzzle: NumberlinkPuzzle, edges: Iterable[Edge] = (), *, colour: bool = False) -> list[str]:
    """Return the rows of a puzzle with the edges taken.

    Args:
        puzzle: the puzzle.
        edges: the edges, none for the bare puzzle.
        colour: with ANSI colours, one a label.

    Example:
        >>> p = NumberlinkPuzzle.of(["A.A", "B.B"])
        >>> print("\\n".join(box_drawing(p, [((0, 0), (1, 0)), ((1, 0), (2, 0))])))
        A───A
        B · B
    """
    taken = set(edges)
    of_cell = {cell: i for i, path in enumerate(paths(puzzle, taken).values()) for cell in path}
    wide = max(len(label) for label in puzzle.ends)

    def paint(text: str, cell: tuple[int, int]) -> str:
        if not colour or cell not in of_cell:
            return text
        rgb = COLOURS[of_cell[cell] % len(COLOURS)]
        r, g, b = (int(rgb[i : i + 2], 16) for i in (1, 3, 5))
        return f"\x1b[38;2;{r};{g};{b}m{text}\x1b[0m"

    rows = []
    for y in range(puzzle.height):
        row = ""
        for x in range(puzzle.width):
            cell = (x, y)
            label = puzzle.cells[y][x]
            west = ((x - 1, y), cell) in taken
            east = (cell, (x + 1, y)) in taken
            ways = "".join(
                way
                for way, on in (
                    ("e", east),
                    ("n", ((x, y - 1), cell) in taken),
                    ("s", (cell, (x, y + 1)) in taken),
                    ("w", west),
                )
                if on
            )
            shown = "█" if label == HOLE else label or (_BOX.get(ways, "┼") if ways else "·")
            lead = "─" if west else " "
            row += (
                paint(lead * (wide if x else wide - 1) + shown.rjust(1), cell)
                if len(shown) == 1
                else (paint((lead * wide)[: wide + 1 - len(shown) if x else wide - len(shown)] + shown, cell))
            )
        rows.append(row.rstrip())
    return rows


def draw(puzzle: NumberlinkPuzzle, answer: Answer | None = None, *, format: str = "svg") -> bytes:
    """Return a picture: the puzzle, its solution, and a second solution beside it if there is one.

    Raises:
        InputError: another format, or too large a grid.
    """
    if format not in ("svg", "png"):
        raise InputError(f"a picture ends in .svg or .png, not {format!r}")
    if max(puzzle.width, puzzle.height) > MAX_SIDE:
        raise InputError(f"grids of up to {MAX_SIDE} x {MAX_SIDE} are drawn")
    import matplotlib as mpl
    from matplotlib.figure import Figure

    boards: list[tuple[Edge, ...]] = []
    if answer is not None and answer.solution:
        boards.append(edges_of(answer.solution))
        if "second" in answer.details:
            boards.append(edges_of(answer.details["second"]))
    boards = boards or [()]
    differing = set(boards[0]) ^ set(boards[1]) if len(boards) == 2 else set()
    scale = 0.34
    wide = max(3.4, (puzzle.width + 0.6) * scale)
    tall = (puzzle.height + 0.6) * scale
    figure = Figure(figsize=(wide * len(boards), tall + 0.4))
    share = 0.4 / (tall + 0.4)
    for i, edges in enumerate(boards):
        axes = figure.add_axes((i / len(boards), share, 1 / len(boards), 1 - share))
        _board(axes, puzzle, edges, differing)
    told = f"{puzzle.width} x {puzzle.height}, {len(puzzle.ends)} pairs, rule {puzzle.rule}"
    if answer is not None:
        told += f": {answer.status.value}"
        if answer.count is not None and answer.status.value == "MULTIPLE":
            told += f" ({answer.count} solutions)"
        if differing:
            told += "; two of them, shaded where they differ"
    figure.text(0.02, share * 0.45, told, fontsize=7, color="0.15", va="center")
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "gridproof"}):
        figure.savefig(buffer, format=format, dpi=160, metadata={"Date": None} if format == "svg" else None)
    return buffer.getvalue()


def _board(axes: Axes, puzzle: NumberlinkPuzzle, edges: tuple[Edge, ...], differing: set[Edge]) -> None:
    from matplotlib.patches import Circle, Rectangle

    w, h = puzzle.width, puzzle.height
    axes.set_xlim(-0.3, w + 0.3)
    axes.set_ylim(h + 0.3, -0.3)
    axes.set_aspect("equal")
    axes.set_axis_off()
    shaded = {cell for edge in differing for cell in edge}
    for y in range(h):
        for x in range(w):
            hole = puzzle.cells[y][x] == HOLE
            face = "0.45" if hole else "#fff0cc" if (x, y) in shaded else "white"
            axes.add_patch(Rectangle((x, y), 1, 1, fc=face, ec="0.8", lw=0.6))
    for i, path in enumerate(paths(puzzle, edges).values()):
        if len(path) > 1:
            xs, ys = zip(*((x + 0.5, y + 0.5) for x, y in path), strict=True)
            colour = COLOURS[i % len(COLOURS)]
            axes.plot(
                xs, ys, color=colour, lw=4.5, solid_joinstyle="round", solid_capstyle="round", alpha=0.75
            )
    for i, (label, pair) in enumerate(puzzle.ends.items()):
        for x, y in pair:
            axes.add_patch(
                Circle((x + 0.5, y + 0.5), 0.36, fc=COLOURS[i % len(COLOURS)], ec="white", lw=0.8, zorder=3)
            )
            size = 8 if len(label) == 1 else 6
            axes.text(
                x + 0.5,
                y + 0.52,
                label,
                color="white",
                ha="center",
                va="center",
                fontsize=size,
                weight="bold",
                zorder=4,
            )
