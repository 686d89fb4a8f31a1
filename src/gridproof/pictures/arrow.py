"""Arrow boards drawn: tiles with their arrow, and how often to tap each."""

from __future__ import annotations

import io
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from ..instances.arrow import ArrowPuzzle
from ..instances.errors import InputError

if TYPE_CHECKING:
    from ..solvers.answer import Answer

__all__ = ["draw"]

MAX_TILES = 400


def draw(puzzle: ArrowPuzzle, answer: Answer | None = None, *, format: str = "svg") -> bytes:
    """Return a picture of a board; with an answer, tiles to tap carry the number of taps.

    A solved tile's arrow points up; each step turns it clockwise by 360/m degrees.

    Raises:
        InputError: another format, or too many tiles.
    """
    if format not in ("svg", "png"):
        raise InputError(f"a picture ends in .svg or .png, not {format!r}")
    if puzzle.shape.tiles > MAX_TILES:
        raise InputError(f"boards of up to {MAX_TILES} tiles are drawn; this one has {puzzle.shape.tiles}")
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.patches import RegularPolygon

    hexagonal = puzzle.shape.name.startswith("hexagon")
    taps = answer.solution if answer is not None and answer.solution else [0] * puzzle.shape.tiles
    places = [(x * 0.866 if hexagonal else x, y) for x, y in puzzle.shape.places]
    width = max(x for x, _ in places) + 2.6
    height = max(y for _, y in places) + 2.6
    scale = 0.32
    figure = Figure(figsize=(max(width * scale, 4.6), height * scale + 0.4))
    share = 0.4 / (height * scale + 0.4)
    axes = figure.add_axes((0.0, share, 1.0, 1 - share))
    axes.set_xlim(-1.3, width - 1.3)
    axes.set_ylim(height - 1.3, -1.3)
    axes.set_aspect("equal")
    axes.set_axis_off()
    for (x, y), value, count in zip(places, puzzle.state, taps, strict=True):
        sides, radius, turn = (6, 1.12, pi / 6) if hexagonal else (4, 1.36, pi / 4)
        face = "#fff3d6" if count else "#e9eef5" if value else "white"
        axes.add_patch(
            RegularPolygon((x, y), sides, radius=radius, orientation=turn, fc=face, ec="0.55", lw=0.9)
        )
        angle = 2 * pi * value / puzzle.modulus
        dx, dy = 0.62 * sin(angle), -0.62 * cos(angle)
        colour = "#2a9d4a" if value == 0 else "0.25"
        axes.annotate(
            "",
            xy=(x + dx, y + dy),
            xytext=(x - dx, y - dy),
            arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 1.4, "shrinkA": 0, "shrinkB": 0},
        )
        if count:
            axes.text(
                x + 0.5,
                y + 0.62,
                str(count),
                ha="center",
                va="center",
                fontsize=8,
                color="#b3261e",
                weight="bold",
            )
    told = f"{puzzle.shape.name}, modulus {puzzle.modulus}"
    if answer is not None and answer.status.value == "UNSATISFIABLE":
        told += ": no solution"
    elif answer is not None and answer.value is not None:
        told += f": {answer.value} taps (numbers: taps on a tile), {answer.count} solutions"
    figure.text(0.03, share * 0.45, told, fontsize=8, color="0.15", va="center")
    buffer = io.BytesIO()
    options: dict[str, Any] = {"metadata": {"Date": None}} if format == "svg" else {"dpi": 144}
    with mpl.rc_context({"svg.hashsalt": "gridproof", "svg.fonttype": "none"}):
        figure.savefig(buffer, format=format, facecolor="white", **options)
    return buffer.getvalue()
