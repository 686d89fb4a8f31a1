"""Values of square games proved: strategies extracted from the search and replayed by the plain rules."""

from __future__ import annotations

import time
from typing import Any

from ..instances.squares import PLAYERS, STANDARD, SquareRule, SquaresBoard
from .answer import Answer, Assurance, Engine, Status
from .limits import Limits, Progress
from .proofs.strategies import DEFINITION, GameClaim, StrategyRecord, check_game, key_of
from .squares import GameSearch, native_rules, to_points

__all__ = ["drawn_boards", "prove_game"]

STEALING = (
    "strategy stealing: an extra point never hurts, so the second player cannot win; no {n} x {n} board can "
    "be filled without a one-coloured square (no two-colouring of 7 x 7 exists, {evidence}), so there is no "
    "draw: the first player wins on every board that contains 7 x 7"
)


def prove_game(
    width: int,
    height: int,
    rule: SquareRule = STANDARD,
    *,
    version: str = "0",
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> tuple[Answer, GameClaim | None]:
    """Return the value of the game from the empty board, and the claim that shows it.

    Args:
        width, height: of the board, up to 64 points.
        rule: which squares count.
        version: written into the claim.
        limits: time and nodes for each question.
        progress: called a few times a second.

    Returns:
        EXACT with assurance ``proof``: a winning strategy, or one for each player that does not
        lose, replayed by the plain rules against every reply. UNKNOWN at a limit.

    Raises:
        InputError: a board of more than 64 points.

    Example:
        >>> answer, claim = prove_game(4, 4)
        >>> answer.value, answer.assurance.value, [s.player for s in claim.strategies]
        ('draw', 'proof', ['first', 'second'])
    """
    start = time.perf_counter()
    empty = SquaresBoard(width, height, (), rule)
    game = GameSearch(width, height, rule, limits=limits, progress=progress)
    details: dict[str, Any] = {"rule": str(rule)}

    def answer(value: str | None, sure: Assurance, engines: list[Engine]) -> Answer:
        return Answer(
            kind="squares",
            question="prove square-game",
            status=Status.UNKNOWN if value is None else Status.EXACT,
            assurance=sure,
            value=value,
            details=details,
            engines=tuple(engines),
            seconds=time.perf_counter() - start,
        )

    value = game.winner(empty)
    within = game.shortest(empty, value) if value in PLAYERS else width * height
    seconds = time.perf_counter() - start
    searched = Engine("native", "UNKNOWN" if value is None else "EXACT", seconds, game.nodes, value)
    if value is None or within is None:
        return answer(None, Assurance.STATED, [searched]), None
    if value != "draw":
        details["won_by_move"] = within
    wanted = [(p, "not lose") for p in PLAYERS] if value == "draw" else [(value, "win")]
    strategies = []
    for player, goal in wanted:
        record = _strategy(game, player, goal, within)
        if record is None:
            return answer(value, Assurance.STATED, [searched]), None
        strategies.append(record)
    notes = []
    if rule == SquareRule() and width == height and width >= 7:
        notes.append(STEALING.format(n=width, evidence="prove square-colouring --size 7"))
        details["argument"] = notes[0]
    claim = GameClaim(
        "gridproof-strategy/1",
        "square-game",
        width,
        height,
        DEFINITION,
        value,
        strategies,
        version,
        rule.orientation,
        rule.first_square,
        rule.min_side,
        notes,
    )
    begun = time.perf_counter()
    wrong = check_game(claim)
    if wrong is not None:
        raise AssertionError(f"the extracted strategy fails: {wrong}")
    details["positions_in_strategies"] = sum(len(s.moves) for s in strategies)
    replayed = Engine("replay", "ACCEPTED", time.perf_counter() - begun, None, value)
    return answer(value, Assurance.PROOF, [searched, replayed]), claim


def _strategy(game: GameSearch, player: str, goal: str, within: int) -> StrategyRecord | None:
    found = game.native.strategy(PLAYERS.index(player), goal == "win", within, **game.options)
    if not found.complete:
        return None
    width = game.width
    moves = {
        key_of(to_points(m.first, width), to_points(m.second, width)): (m.move % width, m.move // width)
        for m in found.moves
    }
    return StrategyRecord(player, goal, within, moves)


def drawn_boards(
    width: int, height: int, rule: SquareRule = STANDARD, limits: Limits | None = None
) -> tuple[list[int], Engine, tuple[tuple[int, int], ...]]:
    """Return the number of two-colourings without a one-coloured square by points of the first colour.

    Example:
        >>> counts, _, _ = drawn_boards(3, 3)
        >>> sum(counts), counts[5]
        (248, 92)
    """
    from . import _native

    limits = limits or Limits()
    start = time.perf_counter()
    found = _native.square_counts(
        native_rules(width, height, rule),
        _native.Counted.colourings,
        keep=1,
        workers=limits.threads,
        seconds=limits.seconds or 0.0,
        nodes=limits.nodes or 0,
    )
    counts = list(found.by_size)
    status = "EXACT" if found.complete else "UNKNOWN"
    engine = Engine("native", status, time.perf_counter() - start, found.nodes, sum(counts))
    return counts, engine, to_points(found.masks[0], width) if found.masks else ()
