"""Kyouen boards drawn: stones, playable points, and every bad circle or line."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from ..instances.errors import InputError
from ..instances.kyouen import KyouenBoard, bad_curves, playable_points

if TYPE_CHECKING:
    from ..solvers.answer import Answer

__all__ = ["MAX_SIDE", "draw"]

MAX_SIDE = 60
"""Boards with a longer side are not drawn."""

MAX_KEY = 12
"""So many curves are described under the picture; all are drawn."""


def draw(board: KyouenBoard, answer: Answer | None = None, *, format: str = "svg") -> bytes:
    """Return a picture of a board.

    Args:
        board: the board.
        answer: its answer, for the playable points; computed by the plain rules by default.
        format: ``svg`` or ``png``.

    Raises:
        InputError: another format, or a side above `MAX_SIDE`.
    """
    if format not in ("svg", "png"):
        raise InputError(f"a picture ends in .svg or .png, not {format!r}")
    if max(board.width, board.height) > MAX_SIDE:
        raise InputError(
            f"boards of sides up to {MAX_SIDE} are drawn; this one is {board.width} x {board.height}"
        )
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.patches import Circle

    if answer is not None and "playable" in answer.details:
        playable = [tuple(p) for p in answer.details["playable"]]
    else:
        playable = list(playable_points(board))
    curves = list(bad_curves(board.stones).items())
    colours = mpl.colormaps["tab10"].colors  # type: ignore[attr-defined]

    unit = 0.45 if max(board.width, board.height) <= 24 else 0.2
    key_lines = min(len(curves), MAX_KEY) + (len(curves) > MAX_KEY)
    key_height = 0.22 * key_lines + 0.35
    board_width, board_height = unit * (board.width + 1), unit * (board.height + 1)
    figure = Figure(figsize=(max(board_width, 5.4), board_height + key_height))
    share = board_height / (board_height + key_height)
    axes = figure.add_axes((0.0, 1 - share, 1.0, share))
    axes.set_xlim(-1, board.width)
    axes.set_ylim(board.height, -1)
    axes.set_aspect("equal")
    axes.set_axis_off()
    for x in range(board.width):
        axes.plot([x, x], [0, board.height - 1], color="0.85", lw=0.8, zorder=0)
    for y in range(board.height):
        axes.plot([0, board.width - 1], [y, y], color="0.85", lw=0.8, zorder=0)
    for index, (curve, stones) in enumerate(curves):
        colour = colours[index % len(colours)]
        if curve.is_line:
            first, last = stones[0], stones[-1]
            axes.axline(first, last, color=colour, lw=1.6, zorder=1)
        else:
            centre = (float(curve.centre[0]), float(curve.centre[1]))
            radius = float(curve.radius_squared) ** 0.5
            axes.add_patch(Circle(centre, radius, fill=False, ec=colour, lw=1.6, zorder=1))
        for stone in stones:
            axes.add_patch(Circle(stone, 0.42, fill=False, ec=colour, lw=1.6, zorder=2))
    for x, y in playable:
        axes.add_patch(Circle((x, y), 0.16, fc="#2a9d4a", ec="none", zorder=3))
    for x, y in board.stones:
        axes.add_patch(Circle((x, y), 0.33, fc="0.15", ec="0.15", zorder=3))

    summary = f"{len(board.stones)} stones, {len(playable)} playable" if playable else _verdict(board, curves)
    lines = [(f"{board.width} x {board.height}: {summary}", "0.15")]
    for index, (curve, stones) in enumerate(curves[:MAX_KEY]):
        lines.append((f"{len(stones)} stones on the {curve}", colours[index % len(colours)]))
    if len(curves) > MAX_KEY:
        lines.append((f"and {len(curves) - MAX_KEY} more circles and lines", "0.15"))
    total = board_height + key_height
    for index, (text, colour) in enumerate(lines):
        position = (key_height - 0.12 - 0.22 * index) / total
        figure.text(0.04, position, text, fontsize=8, color=colour, va="top")
    buffer = io.BytesIO()
    options: dict[str, Any] = {"metadata": {"Date": None}} if format == "svg" else {"dpi": 144}
    with mpl.rc_context({"svg.hashsalt": "gridproof", "svg.fonttype": "none"}):
        figure.savefig(buffer, format=format, facecolor="white", **options)
    return buffer.getvalue()


def _verdict(board: KyouenBoard, curves: list[Any]) -> str:
    if curves:
        return f"{len(board.stones)} stones, not kyouen-free"
    return f"{len(board.stones)} stones, saturated"
