"""gridproof solve: answer the question each instance poses."""

from __future__ import annotations

import click

from .common import (
    ASSURANCE,
    EXIT_BAD_INPUT,
    EXIT_DISAGREE,
    EXIT_UNDECIDED,
    FORMAT,
    FROM,
    emit_error,
    emit_json,
    level_of,
    readings,
)

EPILOG = """\b
kyouen: every circle or line with four stones or more, the playable points,
whether the stones are saturated, and the last point if just one is left.
Files: JSON or JSON Lines, e.g.
  {"kind":"kyouen","width":9,"height":9,"stones":[[5,0],[6,0]]}
ASCII grids of . and o, or stages SIZE,STAGE (see docs/formats.md)."""


@click.command("solve", epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@FORMAT
@FROM
@ASSURANCE
@click.option("--picture", metavar="FILE", help="Draw the first instance with its answer (.svg or .png).")
def command(
    files: tuple[str, ...], form: str, format_name: str | None, assurance: str | None, picture: str | None
) -> int:
    """Answer the question each instance of the files poses ("-" reads standard input)."""
    from ..api import render
    from ..solvers.answer import EnginesDisagree
    from ..solvers.kyouen import solve_board

    level = level_of(assurance)
    code = 0
    drawn = False
    for reading in readings(files, format_name):
        board = reading.instance
        if board is None:
            assert reading.error is not None
            emit_error(reading.error)
            code = max(code, EXIT_BAD_INPUT)
            continue
        try:
            answer = solve_board(board, assurance=level)
        except EnginesDisagree as error:
            emit_error(error)
            return EXIT_DISAGREE
        if form == "json":
            emit_json(answer.to_json(reading.source, reading.line))
        else:
            name = f" {board.name}" if board.name else ""
            click.echo(
                f"{reading.source}:{reading.line}:{name} {board.width} x {board.height}, {_summary(answer)}"
            )
            for curve in answer.details["curves"]:
                stones = " ".join(f"({x}, {y})" for x, y in curve["stones"])
                click.echo(f"  {curve['curve']}: {stones}")
            if "note" in answer.details:
                click.echo(f"  {answer.details['note']}")
            elif answer.details["playable"]:
                click.echo("  playable: " + " ".join(f"({x}, {y})" for x, y in answer.details["playable"]))
        if picture and not drawn:
            render(board, answer, picture)
            drawn = True
        if not answer.reaches(level):
            code = max(code, EXIT_UNDECIDED)
    return code


def _summary(answer: object) -> str:
    from ..solvers.answer import Answer

    assert isinstance(answer, Answer)
    details = answer.details
    if details["kyouen_free"]:
        text = "kyouen-free"
        if details.get("saturated"):
            text = "saturated"
        elif answer.solution:
            text += f", the one playable point is ({answer.solution[0]}, {answer.solution[1]})"
        elif "playable" in details:
            text += f", {len(details['playable'])} playable points"
    else:
        circles, lines = details["bad_tuples_on_circles"], details["bad_tuples_on_lines"]
        text = f"not kyouen-free: {circles} bad 4-tuples on circles, {lines} on lines"
    return f"{text} [{answer.status.value}, {answer.assurance.value}]"
