"""Kyouen boards: sets of lattice points, and the rule of four on one circle or one line.

Everything here is plain Python integers, so coordinates may be of any size. The
rule is stated twice: by the determinant (`determinant`) and, independently, by
the cross-ratio of Gaussian integers (`cross_ratio_is_real`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import gcd, isqrt
from typing import Any, ClassVar

from .errors import InputError
from .lattice import Point, board_points, check_points, check_size, symmetries

__all__ = [
    "MAX_LISTED_POINTS",
    "Curve",
    "KyouenBoard",
    "are_concyclic",
    "bad_curves",
    "bad_tuples",
    "canonical_form",
    "cross_ratio_is_real",
    "curve_through",
    "determinant",
    "is_kyouen_free",
    "is_saturated",
    "playable_points",
]

MAX_LISTED_POINTS = 1_000_000
"""Boards with more points than this are not scanned point by point."""


@dataclass(frozen=True)
class KyouenBoard:
    """A width x height board with stones.

    Args:
        width: number of columns, at least 1.
        height: number of rows, at least 1.
        stones: distinct points ``(x, y)``, 0-based, ``(0, 0)`` top left.
        name: a label for people.
        answer: what the maker of the board claims, as read.
        meta: anything else the maker recorded.

    Raises:
        InputError: a side that is not positive, a stone off the board or repeated.

    Example:
        >>> KyouenBoard(3, 3, ((0, 0), (1, 0))).stones
        ((0, 0), (1, 0))
    """

    kind: ClassVar[str] = "kyouen"

    width: int
    height: int
    stones: tuple[Point, ...] = ()
    name: str | None = field(default=None, compare=False)
    answer: Any = field(default=None, compare=False, hash=False)
    meta: dict[str, Any] | None = field(default=None, compare=False, hash=False)

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        check_points(self.stones, self.width, self.height, "stone")


@dataclass(frozen=True, order=True)
class Curve:
    """The circle or line ``a (x^2 + y^2) + b x + c y + d = 0`` with coprime integer coefficients.

    The first non-zero one of a, b, c is positive; ``a == 0`` is a line.

    Example:
        >>> unit = curve_through((1, 0), (0, 1), (-1, 0))
        >>> unit.is_line, unit.centre, unit.radius_squared
        (False, (Fraction(0, 1), Fraction(0, 1)), Fraction(1, 1))
        >>> print(unit)
        circle with centre (0, 0) and squared radius 1
        >>> print(curve_through((0, 0), (1, 1), (2, 2)))
        line x - y = 0
    """

    a: int
    b: int
    c: int
    d: int

    @property
    def is_line(self) -> bool:
        """Whether the curve is a line."""
        return self.a == 0

    @property
    def centre(self) -> tuple[Fraction, Fraction]:
        """Centre of the circle; a line has none (ValueError)."""
        if self.is_line:
            raise ValueError("a line has no centre")
        return Fraction(-self.b, 2 * self.a), Fraction(-self.c, 2 * self.a)

    @property
    def radius_squared(self) -> Fraction:
        """Squared radius of the circle; a line has none (ValueError)."""
        x, y = self.centre
        return x * x + y * y - Fraction(self.d, self.a)

    def contains(self, point: Point) -> bool:
        """Return whether a point lies on the curve."""
        x, y = point
        return self.a * (x * x + y * y) + self.b * x + self.c * y + self.d == 0

    def points_on(self, width: int, height: int) -> Iterator[Point]:
        """Yield the board points on the curve; O(min(width, height)) integer square roots."""
        if width > height:
            for y, x in Curve(self.a, self.c, self.b, self.d).points_on(height, width):
                yield x, y
            return
        for x in range(width):
            constant = self.a * x * x + self.b * x + self.d
            for y in _integer_roots(self.a, self.c, constant, height):
                yield x, y

    def __str__(self) -> str:
        if self.is_line:
            terms = [
                f"{'-' if k < 0 else '+'} {'' if abs(k) == 1 else f'{abs(k)} '}{v}"
                for k, v in ((self.b, "x"), (self.c, "y"))
                if k
            ]
            text = " ".join(terms).removeprefix("+ ")
            return f"line {text.replace('- ', '-', 1) if text.startswith('- ') else text} = {-self.d}"
        x, y = self.centre
        return f"circle with centre ({x}, {y}) and squared radius {self.radius_squared}"


def _integer_roots(a: int, b: int, c: int, below: int) -> Iterator[int]:
    # Integers y in [0, below) with a y^2 + b y + c = 0.
    if a == 0:
        if b == 0:
            if c == 0:
                yield from range(below)
        elif c % b == 0 and 0 <= -c // b < below:
            yield -c // b
        return
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return
    root = isqrt(discriminant)
    if root * root != discriminant:
        return
    for signed in {root, -root}:
        if (-b + signed) % (2 * a) == 0 and 0 <= (-b + signed) // (2 * a) < below:
            yield (-b + signed) // (2 * a)


def determinant(a: Point, b: Point, c: Point, d: Point) -> int:
    """Return the determinant with rows ``(x, y, x^2 + y^2, 1)``: zero on one circle or line.

    Example:
        >>> determinant((0, 0), (1, 0), (0, 1), (1, 1))
        0
    """
    rows = [(p[0] - d[0], p[1] - d[1]) for p in (a, b, c)]
    (x1, y1), (x2, y2), (x3, y3) = rows
    s1, s2, s3 = (x * x + y * y for x, y in rows)
    return s1 * (x2 * y3 - x3 * y2) + s2 * (x3 * y1 - x1 * y3) + s3 * (x1 * y2 - x2 * y1)


def are_concyclic(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether four distinct points lie on one circle or one line.

    Example:
        >>> s = 2**31
        >>> are_concyclic((0, 0), (s, 0), (0, s), (s, s)), are_concyclic((0, 0), (s, 0), (0, s), (s, s + 1))
        (True, False)
    """
    return determinant(a, b, c, d) == 0


def cross_ratio_is_real(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the cross-ratio of four points, as Gaussian integers, is real.

    Equivalent to `are_concyclic` for distinct points; an independent statement of
    the rule: ``(a - c)(b - d) / ((a - d)(b - c))`` is real.

    Example:
        >>> cross_ratio_is_real((0, 0), (1, 0), (0, 1), (1, 1))
        True
    """

    def product(p: Point, q: Point, r: Point, s: Point) -> tuple[int, int]:
        (x, y), (u, v) = (p[0] - q[0], p[1] - q[1]), (r[0] - s[0], r[1] - s[1])
        return x * u - y * v, x * v + y * u

    x, y = product(a, c, b, d)
    u, v = product(a, d, b, c)
    return y * u - x * v == 0


def curve_through(a: Point, b: Point, c: Point) -> Curve:
    """Return the circle or line through three distinct points.

    Raises:
        ValueError: two of the points are equal.

    Example:
        >>> curve_through((0, 0), (2, 0), (0, 2)).radius_squared
        Fraction(2, 1)
    """
    if len({a, b, c}) < 3:
        raise ValueError("three distinct points expected")
    x1, y1, x2, y2 = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
    s1, s2 = x1 * x1 + y1 * y1, x2 * x2 + y2 * y2
    p, q, r = x1 * y2 - x2 * y1, y1 * s2 - y2 * s1, s1 * x2 - s2 * x1
    # p (X^2 + Y^2) + q X + r Y = 0 with X = x - a[0], Y = y - a[1].
    x, y = a
    values = (p, q - 2 * p * x, r - 2 * p * y, p * (x * x + y * y) - q * x - r * y)
    scale = gcd(*values)
    leading = next(v for v in values if v)
    if leading < 0:
        scale = -scale
    return Curve(*(v // scale for v in values))


def bad_curves(points: Iterable[Point]) -> dict[Curve, tuple[Point, ...]]:
    """Return every circle or line that carries at least four of the points, with those points.

    Complexity: one curve for each of the n (n - 1)(n - 2) / 6 triples.

    Example:
        >>> for curve, on in bad_curves([(0, 0), (1, 1), (2, 2), (3, 3), (5, 0)]).items():
        ...     print(curve, on)
        line x - y = 0 ((0, 0), (1, 1), (2, 2), (3, 3))
    """
    found: dict[Curve, set[Point]] = {}
    for triple in combinations(sorted(points), 3):
        found.setdefault(curve_through(*triple), set()).update(triple)
    return {curve: tuple(sorted(on)) for curve, on in sorted(found.items()) if len(on) >= 4}


def bad_tuples(points: Iterable[Point]) -> Iterator[tuple[Curve, tuple[Point, Point, Point, Point]]]:
    """Yield every 4-tuple on one circle or line, grouped by its curve.

    Example:
        >>> len(list(bad_tuples((x, y) for x in range(3) for y in range(3))))
        14
    """
    for curve, on in bad_curves(points).items():
        for a, b, c, d in combinations(on, 4):
            yield curve, (a, b, c, d)


def is_kyouen_free(points: Iterable[Point]) -> bool:
    """Return whether no four of the points lie on one circle or one line.

    Example:
        >>> is_kyouen_free([(0, 0), (1, 0), (0, 1)]), is_kyouen_free([(0, 0), (1, 0), (0, 1), (1, 1)])
        (True, False)
    """
    return not any(are_concyclic(*four) for four in combinations(points, 4))


def playable_points(board: KyouenBoard) -> list[Point]:
    """Return the empty points that complete no four on one circle or line, row by row.

    Raises:
        InputError: the board has more than `MAX_LISTED_POINTS` points.

    Example:
        >>> playable_points(KyouenBoard(2, 2, ((0, 0), (1, 0), (0, 1))))
        []
    """
    if board.width * board.height > MAX_LISTED_POINTS:
        raise InputError(f"playable points are listed on boards of at most {MAX_LISTED_POINTS} points")
    closed = set(board.stones)
    for curve in {curve_through(*triple) for triple in combinations(board.stones, 3)}:
        closed.update(curve.points_on(board.width, board.height))
    return [p for p in board_points(board.width, board.height) if p not in closed]


def is_saturated(board: KyouenBoard) -> bool:
    """Return whether the stones are kyouen-free and no further point is playable.

    Example:
        >>> is_saturated(KyouenBoard(2, 2, ((0, 0), (1, 0), (0, 1))))
        True
        >>> is_saturated(KyouenBoard(2, 2, ((0, 0), (1, 0), (0, 1), (1, 1))))  # not kyouen-free
        False
    """
    return is_kyouen_free(board.stones) and not playable_points(board)


def canonical_form(board: KyouenBoard) -> tuple[Point, ...]:
    """Return the smallest sorted tuple of stones among the images under the board's symmetries.

    Example:
        >>> canonical_form(KyouenBoard(3, 3, ((2, 2), (2, 1))))
        ((0, 0), (0, 1))
    """
    return min(
        tuple(sorted(map(symmetry, board.stones))) for symmetry in symmetries(board.width, board.height)
    )
