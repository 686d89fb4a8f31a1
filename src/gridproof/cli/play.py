"""gridproof play: a game in the terminal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import SQUARE_RULE, Size

if TYPE_CHECKING:
    from ..instances.squares import SquaresBoard
    from ..solvers.squares import GameSearch

THINK_SECONDS = 3.0

EPILOG = """\b
Moves are "x y" or "x,y", counted from 0 at the top left. Other input:
  h  the points that complete or block a square     q  give up
Games that are finished are appended to --record as JSON Lines, which
`gridproof experiment square-games FILE` compares with random play."""


@click.command("play", epilog=EPILOG)
@click.argument("what", type=click.Choice(["squares", "kyouen-avoidance"]))
@click.option("--size", "sizes", type=Size(), default="5", show_default=True, help="N or WxH.")
@click.option(
    "--against", type=click.Choice(["perfect", "random", "human"]), default="perfect", show_default=True
)
@click.option("--you", type=click.Choice(["first", "second"]), default="first", show_default=True)
@click.option("--hints", type=click.Choice(["on", "off"]), default="off", show_default=True)
@SQUARE_RULE
@click.option("--record", metavar="FILE", help="Append the finished game.")
@click.option("--seed", type=int, help="Of the random opponent, of the avoidance board.")
def command(
    what: str,
    sizes: list[tuple[int, int]],
    against: str,
    you: str,
    hints: str,
    orientation: str,
    first_square: str,
    min_side: int,
    record: str | None,
    seed: int | None,
) -> int:
    """Play in the terminal.

    \b
    squares           claim points in turn; the first square decides.
    kyouen-avoidance  find the one point that is still playable.
    """
    from ..instances.squares import SquaresBoard
    from ..solvers.limits import Limits
    from ..solvers.squares import MAX_POINTS, GameSearch
    from .show import board_text
    from .squares import rule_of

    if len(sizes) != 1:
        raise click.UsageError("play needs one --size")
    if what == "kyouen-avoidance":
        from .kyouen import play_avoidance

        return play_avoidance(*sizes[0], seed)
    rule = rule_of(orientation, first_square, min_side)
    width, height = sizes[0]
    board = SquaresBoard(width, height, (), rule)
    chance = random.Random(seed)
    search = None
    if against == "perfect" and width * height <= MAX_POINTS:
        search = GameSearch(width, height, rule, limits=Limits(seconds=THINK_SECONDS))
    elif against == "perfect":
        raise click.UsageError(f"the perfect player knows boards of up to {MAX_POINTS} points")
    while board.winner is None:
        if against == "human" or board.to_move == you:
            for line in board_text(board):
                click.echo(line)
            if hints == "on":
                _hint(board)
            point = _ask(board)
            if point is None:
                click.echo("given up; nothing recorded")
                return 0
        else:
            point = _reply(board, search, chance)
            click.echo(f"{board.to_move} claims {point[0]} {point[1]}")
        board = board.play(point)
    for line in board_text(board):
        click.echo(line)
    click.echo("a draw" if board.winner == "draw" else f"{board.winner} wins")
    for square in board.deciding or ():
        corners = " ".join(f"({x}, {y})" for x, y in square.corners)
        click.echo(f"  square {corners}, edge {square.edge}{', tilted' if square.is_tilted else ''}")
    if record is not None:
        _append(board, record, {"hints": hints == "on", "against": against, "you": you})
    return 0


def _hint(board: SquaresBoard) -> None:
    from ..instances.squares import PLAYERS

    other = PLAYERS[1 - PLAYERS.index(board.to_move)]
    for player, told in ((board.to_move, "completes a square"), (other, "blocks one")):
        points = board.would_complete(player)
        if points:
            click.echo(f"  {told}: " + " ".join(f"({x}, {y})" for x, y in points))


def _ask(board: SquaresBoard) -> tuple[int, int] | None:
    while True:
        try:
            text = click.prompt(f"{board.to_move}", prompt_suffix="> ").strip().lower()
        except click.Abort:
            return None
        if text in ("q", "quit"):
            return None
        if text in ("h", "hint"):
            _hint(board)
            continue
        parts = text.replace(",", " ").split()
        if len(parts) == 2 and all(part.isascii() and part.isdigit() and len(part) < 9 for part in parts):
            point = (int(parts[0]), int(parts[1]))
            if point in board.free:
                return point
            click.echo(f"({point[0]}, {point[1]}) is not a free point of the board")
        else:
            click.echo("expected two numbers x y, h or q")


def _reply(board: SquaresBoard, search: GameSearch | None, chance: random.Random) -> tuple[int, int]:
    if search is not None:
        value = search.winner(board)
        if value is not None:
            within = None if value == "draw" else search.shortest(board, value)
            if value == "draw" or within is not None:
                moves = search.best_moves(board, value, within)
                if moves:
                    return chance.choice(moves)
        # Out of time: at least what a glance shows.
        from ..instances.squares import PLAYERS

        for player in (board.to_move, PLAYERS[1 - PLAYERS.index(board.to_move)]):
            points = list(board.would_complete(player))
            if points and board.rule.first_square == "wins":
                return points[0]
    return chance.choice(board.free)


def _append(board: SquaresBoard, record: str, meta: dict[str, object]) -> None:
    from dataclasses import replace

    from ..instances.errors import InputError
    from ..instances.formats import render_text

    line = render_text([replace(board, answer={"winner": board.winner}, meta=meta)])
    try:
        with Path(record).open("a", encoding="utf-8") as file:
            file.write(line)
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror or error}", record) from None
    click.echo(f"recorded in {record}")
