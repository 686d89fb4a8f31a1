"""Square boards drawn: the claims of both players, deciding squares, best moves and hints."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..instances.errors import InputError
from ..instances.squares import PLAYERS, SquarePoints, SquaresBoard, squares_among

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..solvers.answer import Answer

__all__ = ["MAX_SIDE", "draw"]

MAX_SIDE = 60
"""Boards with a longer side are not drawn."""
MAX_POINTS = 500
MAX_SQUARES = 200

FACES = {"first": "#1f3b73", "second": "#e8894a"}
BEST, BLOCK = "#2a9d4a", "#b3202c"


def draw(
    instance: SquaresBoard | SquarePoints, answer: Answer | None = None, *, format: str = "svg"
) -> bytes:
    """Return a picture of a position with its answer, or of a set of points with its squares.

    Args:
        instance: the position or the points.
        answer: for the value and the best moves.
        format: ``svg`` or ``png``.

    Raises:
        InputError: another format, or too much to draw.
    """
    if format not in ("svg", "png"):
        raise InputError(f"a picture ends in .svg or .png, not {format!r}")
    from matplotlib.figure import Figure

    if isinstance(instance, SquarePoints):
        figure = Figure(figsize=(6.0, 6.4))
        _points(figure, instance)
        return _saved(figure, format)
    if max(instance.width, instance.height) > MAX_SIDE:
        size = f"{instance.width} x {instance.height}"
        raise InputError(f"boards of sides up to {MAX_SIDE} are drawn; this one is {size}")
    unit = 0.6 if max(instance.width, instance.height) <= 12 else 0.3
    width, height = max(unit * (instance.width + 1), 5.0), unit * (instance.height + 1)
    figure = Figure(figsize=(width, height + 0.9))
    axes = figure.add_axes((0.0, 0.9 / (height + 0.9), 1.0, height / (height + 0.9)))
    axes.set_xlim(-1, instance.width)
    axes.set_ylim(instance.height, -1)
    axes.set_aspect("equal")
    axes.set_axis_off()
    _board(axes, instance, answer)
    for i, (text, colour) in enumerate(_legend(instance, answer)):
        figure.text(0.04, (0.78 - 0.22 * i) / (height + 0.9), text, fontsize=8.5, color=colour, va="top")
    return _saved(figure, format)


def _board(axes: Axes, board: SquaresBoard, answer: Answer | None) -> None:
    from matplotlib.patches import Circle, Polygon

    for x in range(board.width):
        axes.plot([x, x], [0, board.height - 1], color="0.87", lw=0.8, zorder=0)
    for y in range(board.height):
        axes.plot([0, board.width - 1], [y, y], color="0.87", lw=0.8, zorder=0)
    for square in board.deciding or ():
        axes.add_patch(
            Polygon(square.corners, closed=True, fc="#f3d34a", ec="0.2", alpha=0.6, lw=2, zorder=1)
        )
    order = {p: i for i, p in enumerate(board.moves, 1)}
    for player in PLAYERS:
        for p in board.owned(player):
            axes.add_patch(Circle(p, 0.36, fc=FACES[player], ec="0.1", lw=0.8, zorder=2))
            if p in order:
                axes.text(*p, str(order[p]), color="white", fontsize=8, ha="center", va="center", zorder=3)
    if board.winner is None:
        other = PLAYERS[1 - PLAYERS.index(board.to_move)]
        for p in board.would_complete(board.to_move):
            axes.add_patch(Circle(p, 0.3, fill=False, ec=BEST, lw=2.2, zorder=2))
        for p in board.would_complete(other):
            axes.add_patch(Circle(p, 0.42, fill=False, ec=BLOCK, lw=1.6, ls="--", zorder=2))
        for p in (answer.details.get("best_moves") or []) if answer is not None else []:
            axes.add_patch(Circle(tuple(p), 0.14, fc=BEST, ec="none", zorder=3))


def _legend(board: SquaresBoard, answer: Answer | None) -> list[tuple[str, str]]:
    value = answer.value if answer is not None else board.winner
    if board.winner in PLAYERS:
        told = f"{board.winner} has won"
    elif board.winner == "draw":
        told = "the board is full: a draw"
    else:
        told = f"{board.to_move} to move"
        if value == "draw":
            told += ", a draw with best play"
        elif value is not None and answer is not None:
            told += f"; {value} wins by move {answer.details.get('won_by_move', '?')}"
    lines = [(f"{board.width} x {board.height}, first blue, second orange: {told}", "0.15")]
    if board.winner is None:
        lines.append(("green dot: best moves; green ring: completes a square", BEST))
        lines.append(("red ring: the other would complete one", BLOCK))
    return lines


def _points(figure: Figure, instance: SquarePoints) -> None:
    if not 0 < len(instance.points) <= MAX_POINTS:
        raise InputError(f"from 1 to {MAX_POINTS} points are drawn; here are {len(instance.points)}")
    # Exact until the last step: coordinates may be far beyond floating point.
    low = [min(p[i] for p in instance.points) for i in (0, 1)]
    span = max(1, *(max(p[i] for p in instance.points) - low[i] for i in (0, 1)))

    def place(point: tuple[int, int]) -> tuple[float, float]:
        return tuple(float(Fraction(point[i] - low[i], span)) for i in (0, 1))  # type: ignore[return-value]

    from matplotlib.patches import Polygon

    axes = figure.add_axes((0.04, 0.02, 0.92, 0.9))
    axes.set_xlim(-0.05, 1.05)
    axes.set_ylim(1.05, -0.05)
    axes.set_aspect("equal")
    axes.set_axis_off()
    found = list(squares_among(instance.points, instance.rule))
    for square in found[:MAX_SQUARES]:
        colour = "#c2571a" if square.is_tilted else "#1f3b73"
        corners: Any = [place(c) for c in square.corners]
        axes.add_patch(Polygon(corners, closed=True, fc=colour, ec=colour, alpha=0.25, lw=1.5))
    for point in instance.points:
        axes.plot(*place(point), "o", color="0.15", ms=5)
    told = f"{len(instance.points)} points, {len(found)} squares (blue axis-parallel, brown tilted)"
    figure.text(0.04, 0.97, told, fontsize=9, color="0.15", va="top")


def _saved(figure: Figure, format: str) -> bytes:
    import matplotlib as mpl

    buffer = io.BytesIO()
    options: dict[str, Any] = {"metadata": {"Date": None}} if format == "svg" else {"dpi": 144}
    with mpl.rc_context({"svg.hashsalt": "gridproof", "svg.fonttype": "none"}):
        figure.savefig(buffer, format=format, facecolor="white", **options)
    return buffer.getvalue()
