"""Positions of the square game in which the player to move has a forced win of a chosen length."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ...instances.errors import InputError
from ...instances.squares import STANDARD, SquareRule, SquaresBoard
from ..squares import GameSearch

__all__ = ["generate"]

MAX_TRIES = 2000


def generate(
    width: int,
    height: int,
    rule: SquareRule = STANDARD,
    *,
    depth: int = 3,
    count: int = 1,
    seed: int = 0,
) -> Iterator[SquaresBoard]:
    """Yield positions whose player to move wins in exactly `depth` moves and by one first move only.

    Random claims are made until such a position appears; nobody may have a square to complete
    at once, unless `depth` is 1.

    Args:
        width, height: of the board, up to 64 points.
        rule: which squares count; the first one must win.
        depth: moves of both players until the square, odd.
        count: how many positions.
        seed: the same seed gives the same positions.

    Raises:
        InputError: an even depth, or no such position in many tries.

    Example:
        >>> (board,) = generate(5, 5, depth=3, seed=1)
        >>> len(board.answer["best_moves"]), board.answer["won_by_move"] - board.count
        (1, 3)
    """
    if depth < 1 or depth % 2 == 0:
        raise InputError(f"depth {depth}: the player to move makes the last move, so it is odd")
    if rule.first_square != "wins":
        raise InputError("positions are made for the rule that the first square wins")
    search = GameSearch(width, height, rule)
    for number in range(count):
        chance = random.Random(f"{width} {height} {rule} {depth} {seed} {number}")
        for _ in range(MAX_TRIES):
            board = _position(search, chance, depth)
            if board is not None:
                yield board
                break
        else:
            raise InputError(f"no such position in {MAX_TRIES} random games; try another size or depth")


def _position(search: GameSearch, chance: random.Random, depth: int) -> SquaresBoard | None:
    board = SquaresBoard(search.width, search.height, (), search.rule)
    while board.winner is None:
        player, within = board.to_move, board.count + depth
        if board.count >= 2 and within <= search.width * search.height:
            at_once = depth > 1 and search.wins(board, player, within - 2)
            if not at_once and search.wins(board, player, within):
                moves = search.best_moves(board, player, within)
                if moves is not None and len(moves) == 1:
                    answer = {"value": player, "won_by_move": within, "best_moves": [list(p) for p in moves]}
                    return SquaresBoard(
                        board.width,
                        board.height,
                        board.moves,
                        board.rule,
                        answer=answer,
                        meta={"depth": depth},
                    )
        # Never miss or allow a square at once, else most positions are decided by a slip.
        forced = list(board.would_complete(player)) or list(
            board.would_complete("second" if player == "first" else "first")
        )
        board = board.play(chance.choice(forced or list(board.free)))
    return None
