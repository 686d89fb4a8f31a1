"""Squares in the lattice, tilted or not, and the game of being first to own one.

Everything is plain Python integers, so coordinates of point sets may be of any size. A
square is known by one corner and the edge vector (a, b): the next corners follow by turning
the edge by a quarter, (a, b) -> (-b, a).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from .errors import InputError
from .lattice import Point, board_points, check_points, check_size, show_int

__all__ = [
    "FIRST_SQUARE",
    "ORIENTATIONS",
    "PLAYERS",
    "STANDARD",
    "Square",
    "SquarePoints",
    "SquareRule",
    "SquaresBoard",
    "all_squares",
    "count_formula",
    "is_square_free",
    "squares_among",
    "squares_through",
]

ORIENTATIONS = ("any", "axis")
FIRST_SQUARE = ("wins", "loses")
PLAYERS = ("first", "second")
MAX_BOARD_POINTS = 10_000


@dataclass(frozen=True, order=True)
class Square:
    """Four corners, in order around.

    Args:
        corner: the corner from which the others follow by `edge` and its quarter turns.
        edge: (a, b) with a >= 1 and b >= 0: each square has just one such corner.

    Example:
        >>> Square((1, 0), (2, 1)).corners
        ((1, 0), (3, 1), (2, 3), (0, 2))
    """

    corner: Point
    edge: Point

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The four corners."""
        (x, y), (a, b) = self.corner, self.edge
        return (x, y), (x + a, y + b), (x + a - b, y + a + b), (x - b, y + a)

    @property
    def is_tilted(self) -> bool:
        """Whether its sides are not parallel to the axes."""
        return self.edge[1] != 0


@dataclass(frozen=True)
class SquareRule:
    """Which squares count, and what the first one means.

    Args:
        orientation: ``any``, or ``axis`` for squares parallel to the axes only.
        first_square: whether who completes a square first ``wins`` or ``loses``.
        min_side: squares with a shorter side do not count.

    Raises:
        InputError: an unknown word, or a side below 1.
    """

    orientation: str = "any"
    first_square: str = "wins"
    min_side: int = 1

    def __post_init__(self) -> None:
        for value, known, name in (
            (self.orientation, ORIENTATIONS, "orientation"),
            (self.first_square, FIRST_SQUARE, "first_square"),
        ):
            if value not in known:
                raise InputError(f"unknown {name} {value!r:.40}; expected one of {', '.join(known)}")
        if type(self.min_side) is not int or self.min_side < 1:
            raise InputError(f"min_side {self.min_side!r:.40} is not a positive integer")

    def counts(self, edge: Point) -> bool:
        """Return whether a square with this edge counts.

        Example:
            >>> SquareRule(min_side=2).counts((1, 1)), SquareRule(orientation="axis").counts((3, 0))
            (False, True)
        """
        a, b = edge
        return (self.orientation == "any" or b == 0) and a * a + b * b >= self.min_side**2

    def __str__(self) -> str:
        parts = ["squares of any orientation" if self.orientation == "any" else "axis-parallel squares"]
        if self.min_side > 1:
            parts.append(f"of side {self.min_side} or more")
        return f"{' '.join(parts)}, the first one {self.first_square}"


STANDARD = SquareRule()
"""Squares of any orientation and side, the first one wins."""


@dataclass(frozen=True)
class SquaresBoard:
    """A position of the square game: claims in turn, first player first.

    Args:
        width, height: of the board.
        moves: points in the order they were claimed.
        rule: which squares count.
        first, second: instead of `moves`, the points of each player in no known order.
        name, answer, meta: what the maker says of it.

    Raises:
        InputError: a point off the board or claimed twice, a move after the game is decided,
            numbers of points that alternate turns cannot give, two deciding squares.

    Example:
        >>> SquaresBoard(5, 5, ((2, 2), (0, 0))).to_move
        'first'
    """

    width: int
    height: int
    moves: tuple[Point, ...] = ()
    rule: SquareRule = STANDARD
    first: tuple[Point, ...] | None = None
    second: tuple[Point, ...] | None = None
    name: str | None = field(default=None, compare=False)
    answer: Any = field(default=None, compare=False, hash=False)
    meta: dict[str, Any] | None = field(default=None, compare=False, hash=False)
    kind: ClassVar[str] = "squares"

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        if self.width * self.height > MAX_BOARD_POINTS:
            size = f"{show_int(self.width)} x {show_int(self.height)}"
            raise InputError(f"a {size} board is too large; boards have at most {MAX_BOARD_POINTS} points")
        if (self.first is None) != (self.second is None):
            raise InputError("expected both 'first' and 'second', or neither")
        if self.first is not None and self.moves:
            raise InputError("expected 'moves', or 'first' and 'second', not all of them")
        check_points((*self.owned("first"), *self.owned("second")), self.width, self.height, "claim")
        one, two = len(self.owned("first")), len(self.owned("second"))
        if not 0 <= one - two <= 1:
            raise InputError(
                f"impossible turn order: first has {one} points, second {two}; first begins, then in turn"
            )
        self._check_decisions()

    def _check_decisions(self) -> None:
        if self.first is None:
            claimed: tuple[set[Point], set[Point]] = (set(), set())
            for number, point in enumerate(self.moves):
                mine = claimed[number % 2]
                mine.add(point)
                if number + 1 < len(self.moves) and any(squares_through(point, mine, self.rule)):
                    x, y = self.moves[number + 1]
                    raise InputError(
                        f"move {number + 2} at ({x}, {y}) comes after the game was won by move {number + 1}"
                    )
            return
        owners = [player for player in PLAYERS if next(squares_among(self.owned(player), self.rule), None)]
        last = PLAYERS[(self.count - 1) % 2]
        if owners and (owners != [last] or self.deciding is None):
            raise InputError(
                f"impossible position: {' and '.join(owners)} own a square that no last move made"
            )

    def owned(self, player: str) -> tuple[Point, ...]:
        """Return the points of ``first`` or ``second``."""
        if self.first is not None and self.second is not None:
            return self.first if player == "first" else self.second
        return self.moves[PLAYERS.index(player) :: 2]

    @property
    def count(self) -> int:
        """Number of claimed points."""
        return len(self.owned("first")) + len(self.owned("second"))

    @property
    def to_move(self) -> str:
        """Whose turn it is, or would be."""
        return PLAYERS[self.count % 2]

    @cached_property
    def free(self) -> tuple[Point, ...]:
        """The points nobody has claimed, row by row."""
        taken = {*self.owned("first"), *self.owned("second")}
        return tuple(p for p in board_points(self.width, self.height) if p not in taken)

    @cached_property
    def deciding(self) -> tuple[Square, ...] | None:
        """The squares of the last move, all through one point; ``None`` while there is none."""
        player = PLAYERS[(self.count - 1) % 2]
        mine = set(self.owned(player))
        if self.first is None:
            if not self.moves:
                return None
            return tuple(squares_through(self.moves[-1], mine, self.rule)) or None
        found = tuple(squares_among(mine, self.rule))
        common = set.intersection(*(set(s.corners) for s in found)) if found else set()
        return found if common else None

    @cached_property
    def winner(self) -> str | None:
        """``first``, ``second``, ``draw`` on a full board, ``None`` while the game goes on."""
        if self.deciding:
            owner = (self.count - 1) % 2
            return PLAYERS[owner if self.rule.first_square == "wins" else 1 - owner]
        return None if self.free else "draw"

    def would_complete(self, player: str) -> dict[Point, tuple[Square, ...]]:
        """Return each free point that would complete a square of a player, with the squares.

        Under ``wins`` these are a player's winning points, and the other's points to block.

        Example:
            >>> board = SquaresBoard(3, 3, ((0, 0), (2, 2), (1, 0), (2, 1), (0, 1)))
            >>> [(p, s[0].edge) for p, s in board.would_complete("first").items()]
            [((1, 1), (1, 0))]
        """
        mine = set(self.owned(player))
        found = {p: tuple(squares_through(p, mine, self.rule)) for p in self.free}
        return {p: squares for p, squares in found.items() if squares}

    def play(self, point: Point) -> SquaresBoard:
        """Return the position after the next claim.

        Raises:
            InputError: the game is decided, or the point cannot be claimed.
        """
        if self.winner is not None:
            raise InputError("the game is over")
        if self.first is None or self.second is None:
            return SquaresBoard(self.width, self.height, (*self.moves, point), self.rule)
        one, two = self.first, self.second
        if self.to_move == "first":
            return SquaresBoard(self.width, self.height, (), self.rule, (*one, point), two)
        return SquaresBoard(self.width, self.height, (), self.rule, one, (*two, point))


@dataclass(frozen=True)
class SquarePoints:
    """A set of points anywhere in the plane, to be asked for its squares.

    Args:
        points: distinct points with coordinates of any size.
        rule: which squares count.
        name, answer, meta: what the maker says of it.

    Raises:
        InputError: a repeated point.
    """

    points: tuple[Point, ...]
    rule: SquareRule = STANDARD
    name: str | None = field(default=None, compare=False)
    answer: Any = field(default=None, compare=False, hash=False)
    meta: dict[str, Any] | None = field(default=None, compare=False, hash=False)
    kind: ClassVar[str] = "squares"

    def __post_init__(self) -> None:
        seen: set[Point] = set()
        for point in self.points:
            if point in seen:
                raise InputError(f"repeated point ({show_int(point[0])}, {show_int(point[1])})")
            seen.add(point)


def squares_through(point: Point, others: Iterable[Point], rule: SquareRule = STANDARD) -> Iterator[Square]:
    """Yield each square with a corner at `point` and the other three among `others`.

    Example:
        >>> [s.edge for s in squares_through((1, 1), {(0, 0), (1, 0), (0, 1), (2, 0)})]
        [(1, 0)]
    """
    points = set(others)
    x, y = point
    for px, py in sorted(points - {point}):
        # The edge from `point` to the next corner; each square has just one such next corner.
        a, b = px - x, py - y
        if (x - b, y + a) in points and (x + a - b, y + a + b) in points:
            corner, edge = _normal(point, (a, b))
            if rule.counts(edge):
                yield Square(corner, edge)


def _normal(corner: Point, edge: Point) -> tuple[Point, Point]:
    (x, y), (a, b) = corner, edge
    while not (a >= 1 and b >= 0):
        x, y, a, b = x + a, y + b, -b, a
    return (x, y), (a, b)


def squares_among(points: Iterable[Point], rule: SquareRule = STANDARD) -> Iterator[Square]:
    """Yield every square whose corners are all among the points, once.

    Example:
        >>> [s.edge for s in squares_among([(1, 0), (3, 1), (2, 3), (0, 2)])]
        [(2, 1)]
    """
    known = set(points)
    ordered = sorted(known)
    for x, y in ordered:
        for px, py in ordered:
            a, b = px - x, py - y
            if a >= 1 and b >= 0 and rule.counts((a, b)):
                square = Square((x, y), (a, b))
                if known.issuperset(square.corners):
                    yield square


def is_square_free(points: Iterable[Point], rule: SquareRule = STANDARD) -> bool:
    """Return whether no four of the points are the corners of a square that counts."""
    return next(squares_among(points, rule), None) is None


def all_squares(width: int, height: int, rule: SquareRule = STANDARD) -> Iterator[Square]:
    """Yield every square of a board, by its bounding box.

    Example:
        >>> sum(1 for _ in all_squares(5, 5)), sum(s.is_tilted for s in all_squares(5, 5))
        (50, 20)
    """
    for box in range(1, min(width, height)):
        for b in range(box):
            if rule.counts((box - b, b)):
                for y in range(height - box):
                    for x in range(width - box):
                        yield Square((x + b, y), (box - b, b))


def count_formula(width: int, height: int, *, axis_only: bool = False) -> int:
    """Return the number of squares of a board by a sum over bounding boxes.

    On N x N it is N^2 (N^2 - 1) / 12 (OEIS A002415), axis-parallel N (N - 1) (2N - 1) / 6.

    Example:
        >>> count_formula(10, 10), count_formula(10, 10, axis_only=True)
        (825, 285)
    """
    boxes = range(1, min(width, height))
    return sum((1 if axis_only else k) * (width - k) * (height - k) for k in boxes)
