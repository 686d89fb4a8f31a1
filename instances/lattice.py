"""Lattice points and the symmetries of a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .errors import InputError

__all__ = ["Point", "Symmetry", "board_points", "check_points", "check_size", "show_int", "symmetries"]

Point = tuple[int, int]
Symmetry = Callable[[Point], Point]


def show_int(value: int) -> str:
    """Return an integer in decimal, shortened in the middle beyond 40 digits.

    Example:
        >>> show_int(-12), show_int(10**60)
        ('-12', '1000000000...(61 digits)')
    """
    bits = abs(value).bit_length()
    if bits > 10_000:
        return f"an integer of {bits} bits"
    text = str(value)
    return text if len(text) <= 40 else f"{text[:10]}...({len(text.lstrip('-'))} digits)"


def check_size(width: int, height: int) -> None:
    """Raise `InputError` unless both sides are positive integers."""
    for name, value in (("width", width), ("height", height)):
        if not isinstance(value, int) or isinstance(value, bool):
            raise InputError(f"{name} must be an integer, not {type(value).__name__}")
        if value < 1:
            raise InputError(f"{name} {show_int(value)} is not positive")


def check_points(points: tuple[Point, ...], width: int, height: int, noun: str) -> None:
    """Raise `InputError` unless the points are distinct and on the board."""
    seen: set[Point] = set()
    for point in points:
        x, y = point
        shown = f"({show_int(x)}, {show_int(y)})"
        if not (0 <= x < width and 0 <= y < height):
            size = f"{show_int(width)} x {show_int(height)}"
            raise InputError(f"{noun} {shown} is off the {size} board (coordinates start at 0)")
        if point in seen:
            raise InputError(f"repeated {noun} {shown}")
        seen.add(point)


def board_points(width: int, height: int) -> Iterator[Point]:
    """Yield all points of a board, row by row.

    Example:
        >>> list(board_points(2, 2))
        [(0, 0), (1, 0), (0, 1), (1, 1)]
    """
    return ((x, y) for y in range(height) for x in range(width))


def symmetries(width: int, height: int) -> list[Symmetry]:
    """Return the symmetries of a board as functions: eight on a square, four on a rectangle.

    Example:
        >>> sorted({s((0, 1)) for s in symmetries(3, 2)})
        [(0, 0), (0, 1), (2, 0), (2, 1)]
        >>> len(symmetries(3, 3)), len(symmetries(3, 2))
        (8, 4)
    """

    def make(flip_x: bool, flip_y: bool, swap: bool) -> Symmetry:
        def apply(point: Point) -> Point:
            x, y = point
            if flip_x:
                x = width - 1 - x
            if flip_y:
                y = height - 1 - y
            return (y, x) if swap else (x, y)

        return apply

    swaps = (False, True) if width == height else (False,)
    return [make(a, b, c) for c in swaps for b in (False, True) for a in (False, True)]
