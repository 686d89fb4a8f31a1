"""The square game answered: who wins, in how many moves, by which moves; squares among points.

Engines: ``native`` (proof-number search, boards of up to 64 points) and ``plain`` (a
recursion in Python that shares no code with it, for positions with few free points).
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from ..instances.errors import InputError
from ..instances.lattice import Point, symmetries
from ..instances.squares import PLAYERS, STANDARD, SquarePoints, SquareRule, SquaresBoard, squares_among
from .answer import Answer, Assurance, Engine, EnginesDisagree, Status
from .limits import Limits, Progress

__all__ = [
    "MAX_POINTS",
    "GameSearch",
    "native_rules",
    "solve_points",
    "solve_position",
    "to_mask",
    "to_points",
]

MAX_POINTS = 64
PLAIN_FREE = 12
"""Free points up to which the plain recursion gives a second opinion."""
LOG2_ENTRIES = 21


def native_rules(width: int, height: int, rule: SquareRule) -> Any:
    """Return the rules as the native core takes them.

    Raises:
        InputError: more points than its bitboards hold.
    """
    from . import _native

    if width * height > MAX_POINTS:
        raise InputError(
            f"a {width} x {height} board is too large; games are searched up to {MAX_POINTS} points"
        )
    return _native.SquareRules(
        width,
        height,
        axis_only=rule.orientation == "axis",
        first_loses=rule.first_square == "loses",
        min_side=min(rule.min_side, MAX_POINTS),
    )


def to_mask(points: Iterable[Point], width: int) -> int:
    """Return points as a bitmask, row by row."""
    return sum(1 << (y * width + x) for x, y in points)


def to_points(mask: int, width: int) -> tuple[Point, ...]:
    """Return the points of a bitmask, row by row."""
    return tuple((i % width, i // width) for i in range(mask.bit_length()) if mask >> i & 1)


class GameSearch:
    """Questions about positions of one board and rule; they share a table of positions.

    Args:
        width, height: of the board.
        rule: which squares count.
        limits: time and nodes for each question.
        progress: called a few times a second.

    Raises:
        InputError: a board of more than 64 points.

    Example:
        >>> game = GameSearch(5, 5)
        >>> game.wins(SquaresBoard(5, 5), "first"), game.shortest(SquaresBoard(5, 5), "first")
        (True, 9)
    """

    def __init__(
        self,
        width: int,
        height: int,
        rule: SquareRule = STANDARD,
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> None:
        from . import _native

        limits = limits or Limits()
        self.width, self.height, self.rule = width, height, rule
        self.native = _native.SquareGame(native_rules(width, height, rule), log2_entries=LOG2_ENTRIES)
        self.options: dict[str, Any] = {
            "seconds": limits.seconds or 0.0,
            "nodes": limits.nodes or 0,
            "progress": progress,
        }

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return int(self.native.nodes)

    def wins(self, board: SquaresBoard, player: str, within: int | None = None) -> bool | None:
        """Return whether a player can force a win by a move of the game; ``None``: a limit came first."""
        if board.winner is not None:
            return board.winner == player
        first, second = (to_mask(board.owned(p), self.width) for p in PLAYERS)
        stones = self.width * self.height if within is None else within
        answer: bool | None = self.native.wins(first, second, PLAYERS.index(player), stones, **self.options)
        return answer

    def winner(self, board: SquaresBoard) -> str | None:
        """Return ``first``, ``second`` or ``draw``; ``None``: a limit came first."""
        if board.winner is not None:
            return board.winner
        unsure = False
        for player in (board.to_move, PLAYERS[1 - PLAYERS.index(board.to_move)]):
            answer = self.wins(board, player)
            if answer:
                return player
            unsure = unsure or answer is None
        return None if unsure else "draw"

    def shortest(self, board: SquaresBoard, player: str) -> int | None:
        """Return the move of the game by which a winning player can have won, ``None`` at a limit."""
        if board.winner == player:
            return board.count
        last = 0 if self.rule.first_square == "wins" else 1
        for within in range(board.count + 1, self.width * self.height + 1):
            if (within - 1 + last) % 2 == PLAYERS.index(player):
                answer = self.wins(board, player, within)
                if answer or answer is None:
                    return within if answer else None
        return None

    def best_moves(self, board: SquaresBoard, winner: str, within: int | None) -> list[Point] | None:
        """Return the moves that keep the value: the shortest win, the draw, or the longest defence."""
        found: dict[Point, int | None] = {}
        for move in _up_to_symmetry(board):
            child = board.play(move)
            if winner == "draw":
                other = PLAYERS[1 - PLAYERS.index(board.to_move)]
                answer = self.wins(child, other)
                if answer is None:
                    return None
                if not answer and child.winner in (None, "draw"):
                    found[move] = 0
            elif winner == board.to_move:
                answer = self.wins(child, winner, within)
                if answer is None:
                    return None
                if answer:
                    found[move] = 0
            else:
                found[move] = self.shortest(child, winner)
                if found[move] is None:
                    return None
        best = max((v for v in found.values() if v is not None), default=0)
        return _all_images(board, [move for move, v in found.items() if v == best])


def _fixing(board: SquaresBoard) -> list[Any]:
    one, two = set(board.owned("first")), set(board.owned("second"))
    every = symmetries(board.width, board.height)
    return [s for s in every if {s(p) for p in one} == one and {s(p) for p in two} == two]


def _up_to_symmetry(board: SquaresBoard) -> list[Point]:
    same = _fixing(board)
    return [p for p in board.free if p == min((s(p) for s in same), key=lambda q: (q[1], q[0]))]


def _all_images(board: SquaresBoard, moves: Iterable[Point]) -> list[Point]:
    same = _fixing(board)
    return sorted({s(p) for p in moves for s in same}, key=lambda q: (q[1], q[0]))


def solve_position(
    board: SquaresBoard,
    *,
    assurance: Assurance | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Return who wins a position, by which move of the game, the best moves, and hints.

    Args:
        board: the position.
        assurance: ``cross-checked`` asks the plain recursion too, where few points are free.
        limits: time and nodes for each question asked of the search.
        progress: called a few times a second.

    Returns:
        EXACT with the value ``first``, ``second`` or ``draw``; UNKNOWN (with the hints) where a
        limit came first or the board has more than 64 points.

    Raises:
        EnginesDisagree: the plain recursion finds another value.

    Example:
        >>> answer = solve_position(SquaresBoard(5, 5))
        >>> answer.value, answer.details["won_by_move"], answer.details["best_moves"]
        ('first', 9, [[2, 2]])
    """
    start = time.perf_counter()
    details: dict[str, Any] = {"rule": str(board.rule), "to_move": board.to_move, **_hints(board)}
    engines: list[Engine] = []
    value = board.winner
    sure = Assurance.PROOF if value is not None else Assurance.STATED
    if value is not None:
        details["over"] = True
        details["squares"] = [[list(c) for c in s.corners] for s in board.deciding or ()]
        engines.append(Engine("rules", "EXACT", 0.0, None, value))
    elif board.width * board.height <= MAX_POINTS:
        game = GameSearch(board.width, board.height, board.rule, limits=limits, progress=progress)
        value = game.winner(board)
        if value is not None:
            within = None if value == "draw" else game.shortest(board, value)
            if within is not None:
                details["won_by_move"] = within
            if value == "draw" or within is not None:
                moves = game.best_moves(board, value, within)
                if moves is not None:
                    details["best_moves"] = [list(p) for p in moves]
        told = "UNKNOWN" if value is None else "EXACT"
        engines.append(Engine("native", told, time.perf_counter() - start, game.nodes, value))
        if value is not None and assurance is not None and assurance >= Assurance.CROSS_CHECKED:
            second = _second_opinion(board)
            if second is not None:
                engines.append(second)
                if second.value != value:
                    raise EnginesDisagree("the value of the position", tuple(engines))
                sure = Assurance.CROSS_CHECKED
    return Answer(
        kind="squares",
        question="solve",
        status=Status.UNKNOWN if value is None else Status.EXACT,
        assurance=sure,
        value=value,
        details=details,
        engines=tuple(engines),
        seconds=time.perf_counter() - start,
    )


def _hints(board: SquaresBoard) -> dict[str, Any]:
    if board.winner is not None:
        return {}
    mover, other = board.to_move, PLAYERS[1 - PLAYERS.index(board.to_move)]
    return {
        "completes": [list(p) for p in board.would_complete(mover)],
        "blocks": [list(p) for p in board.would_complete(other)],
    }


def _second_opinion(board: SquaresBoard) -> Engine | None:
    from .squares_plain import value

    if len(board.free) > PLAIN_FREE:
        return None
    start = time.perf_counter()
    found = value(board)
    return Engine("plain", "EXACT", time.perf_counter() - start, None, found)


def solve_points(points: SquarePoints) -> Answer:
    """Return every square among points of any coordinates.

    Example:
        >>> solve_points(SquarePoints(((1, 0), (3, 1), (2, 3), (0, 2)))).value
        1
    """
    start = time.perf_counter()
    found = list(squares_among(points.points, points.rule))
    seconds = time.perf_counter() - start
    return Answer(
        kind="squares",
        question="solve",
        status=Status.EXACT,
        assurance=Assurance.PROOF,
        value=len(found),
        details={
            "rule": str(points.rule),
            "tilted": sum(square.is_tilted for square in found),
            "squares": [[list(c) for c in square.corners] for square in found],
        },
        engines=(Engine("rules", "EXACT", seconds, None, len(found)),),
        seconds=seconds,
    )
