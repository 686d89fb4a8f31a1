"""Strategies of the square game as files, and the check that replays them by the plain rules.

A strategy answers every reply of the other player. At its player's turn the rule is: where
``first_square`` is ``wins``, complete a square if possible, else block the one point where
the other would complete one; else the move that the file gives for the position, up to the
symmetries of the board.
"""

from __future__ import annotations

import os
from typing import Any

import msgspec

from ...instances.errors import InputError
from ...instances.formats import write_atomically
from ...instances.lattice import Point, symmetries
from ...instances.squares import PLAYERS, SquareRule, SquaresBoard, squares_through

__all__ = ["GameClaim", "StrategyRecord", "check_game", "key_of", "read_game", "write_game"]

DEFINITION = (
    "value = the result with best play of the game in which two players claim points of the "
    "width x height board in turn and the first square of a player's own points that counts decides"
)


class StrategyRecord(msgspec.Struct, forbid_unknown_fields=True):
    """One player's strategy.

    Args:
        player: ``first`` or ``second``.
        goal: ``win`` or ``not lose``.
        within: the move of the game by which it wins, or the number of points.
        moves: position (`key_of`): the point to claim in that position.
    """

    player: str
    goal: str
    within: int
    moves: dict[str, tuple[int, int]]


class GameClaim(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The value of a game with strategies that show it.

    Args:
        schema: ``gridproof-strategy/1``.
        problem: ``square-game``.
        width, height, orientation, first_square, min_side: board and rule.
        definition: the wording of this module.
        value: ``first``, ``second`` or ``draw``.
        strategies: one that wins, or one for each player that does not lose.
        version: of gridproof.
        notes: what else is known, without a certificate here.
    """

    schema: str
    problem: str
    width: int
    height: int
    definition: str
    value: str
    strategies: list[StrategyRecord]
    version: str
    orientation: str = "any"
    first_square: str = "wins"
    min_side: int = 1
    notes: list[str] = []


def key_of(first: tuple[Point, ...] | set[Point], second: tuple[Point, ...] | set[Point]) -> str:
    """Return the key of a position as it stands: the points of each player, ``|`` between.

    Example:
        >>> key_of(((2, 2), (0, 1)), ((1, 1),))
        '0,1 2,2|1,1'
    """
    return "|".join(" ".join(f"{x},{y}" for x, y in sorted(points)) for points in (first, second))


def write_game(claim: GameClaim, path: str | os.PathLike[str]) -> None:
    """Write a claim, replacing the file atomically."""
    write_atomically(path, msgspec.json.format(msgspec.json.encode(claim), indent=1) + b"\n")


def read_game(value: Any) -> GameClaim:
    """Return the claim of a parsed JSON object.

    Raises:
        InputError: another schema, a mistyped key, an unknown word.
    """
    try:
        claim = msgspec.convert(value, GameClaim)
    except (msgspec.ValidationError, OverflowError) as error:
        raise InputError(f"not a claim: {error}") from None
    if claim.schema != "gridproof-strategy/1":
        raise InputError(f"unknown schema {claim.schema!r:.40}; expected 'gridproof-strategy/1'")
    if claim.value not in (*PLAYERS, "draw"):
        raise InputError(f"unknown value {claim.value!r:.40}; expected first, second or draw")
    return claim


def check_game(claim: GameClaim) -> str | None:
    """Replay the strategies against every reply; return what is wrong, or ``None``.

    Example:
        >>> claim = GameClaim("gridproof-strategy/1", "square-game", 2, 2, DEFINITION, "first",
        ...                   [StrategyRecord("first", "win", 4, {"|": (0, 0)})], "0")
        >>> check_game(claim)
        'first: no move for the position 0,0|1,1'
    """
    if claim.definition != DEFINITION:
        return "the definition is not the one of this problem"
    rule = SquareRule(claim.orientation, claim.first_square, claim.min_side)
    start = SquaresBoard(claim.width, claim.height, (), rule)
    given = sorted((s.player, s.goal) for s in claim.strategies)
    wanted = [(p, "not lose") for p in PLAYERS] if claim.value == "draw" else [(claim.value, "win")]
    if given != wanted:
        return f"a {claim.value} needs the strategies {wanted}, the file has {given}"
    for strategy in claim.strategies:
        wrong = _Replay(start, strategy).fault()
        if wrong is not None:
            return f"{strategy.player}: {wrong}"
    return None


class _Replay:
    def __init__(self, start: SquaresBoard, strategy: StrategyRecord) -> None:
        self.start, self.strategy = start, strategy
        self.rule = start.rule
        self.me = PLAYERS.index(strategy.player)
        self.symmetries = symmetries(start.width, start.height)
        self.points = set(start.free)
        self.seen: set[str] = set()
        self.moves = {self._canonical_key(key): (key, move) for key, move in strategy.moves.items()}

    def _canonical_key(self, key: str) -> str:
        try:
            one, two = (
                {(int(x), int(y)) for x, _, y in (p.partition(",") for p in part.split())}
                for part in key.split("|")
            )
        except ValueError:
            raise InputError(f"{key!r:.60} is not a position") from None
        return self._canonical((one, two))

    def _canonical(self, sets: tuple[set[Point], set[Point]]) -> str:
        return min(key_of({s(p) for p in sets[0]}, {s(p) for p in sets[1]}) for s in self.symmetries)

    def fault(self) -> str | None:
        todo: list[tuple[set[Point], set[Point]]] = [(set(), set())]
        while todo:
            sets = todo.pop()
            count = len(sets[0]) + len(sets[1])
            if count == len(self.points):
                if self.strategy.goal == "win":
                    return "the board is full and nobody has won"
                continue
            mine = count % 2 == self.me
            wrong = self._my_turn(sets, count, todo) if mine else self._their_turn(sets, todo)
            if wrong is not None:
                return wrong
        return None

    def _their_turn(self, sets: tuple[set[Point], set[Point]], todo: list[Any]) -> str | None:
        theirs, mine = sets[1 - self.me], sets[self.me]
        free = self.points - theirs - mine
        wins = self.rule.first_square == "wins"
        # Where my square is open, every reply that leaves it open loses (or, under `loses`,
        # needs no look here: only a move of my own decides).
        open_points = [p for p in free if any(squares_through(p, mine, self.rule))] if wins else []
        for point in sorted(free):
            if any(squares_through(point, theirs, self.rule)):
                if wins:
                    return f"{key_of(*sets)}: the other completes a square at {point}"
                if self.strategy.goal == "win" and len(mine) + len(theirs) + 1 > self.strategy.within:
                    return f"{key_of(*sets)}: the win comes after move {self.strategy.within}"
                continue  # they lose
            if any(p != point for p in open_points):
                if self.strategy.goal == "win" and len(mine) + len(theirs) + 2 > self.strategy.within:
                    return f"{key_of(*sets)}: the win comes after move {self.strategy.within}"
                continue
            after = (set(sets[0]), set(sets[1]))
            after[1 - self.me].add(point)
            key = self._canonical(after)
            if key not in self.seen:
                self.seen.add(key)
                todo.append(after)
        return None

    def _my_turn(self, sets: tuple[set[Point], set[Point]], count: int, todo: list[Any]) -> str | None:
        mine, theirs = sets[self.me], sets[1 - self.me]
        free = self.points - mine - theirs
        move = None
        if self.rule.first_square == "wins":
            if any(any(squares_through(p, mine, self.rule)) for p in free):
                late = self.strategy.goal == "win" and count + 1 > self.strategy.within
                return f"{key_of(*sets)}: the win comes after move {self.strategy.within}" if late else None
            blocks = [p for p in free if any(squares_through(p, theirs, self.rule))]
            if len(blocks) > 1:
                return f"{key_of(*sets)}: the other has two open squares"
            move = blocks[0] if blocks else None
        if move is None:
            key = self._canonical(sets)
            if key not in self.moves:
                return f"no move for the position {key_of(*sets)}"
            written, target = self.moves[key]
            move = self._back(sets, written, target)
            if move is None or move not in free:
                return f"{key_of(*sets)}: the move {target} cannot be claimed"
            if any(squares_through(move, mine, self.rule)):
                return f"{key_of(*sets)}: the move {target} completes a square and loses"
        if self.strategy.goal == "win" and count + 1 >= self.strategy.within:
            return f"{key_of(*sets)}: no win by move {self.strategy.within}"
        after = (set(sets[0]), set(sets[1]))
        after[self.me].add(move)
        todo.append(after)
        return None

    def _back(self, sets: tuple[set[Point], set[Point]], written: str, target: Point) -> Point | None:
        # The symmetry that takes the position in the file to this one takes the move along.
        for s in self.symmetries:
            if key_of({s(p) for p in sets[0]}, {s(p) for p in sets[1]}) == written:
                return next((p for p in self.points if s(p) == tuple(target)), None)
        return None
