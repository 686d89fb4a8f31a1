"""gridproof count: spectra of empty kyouen boards, solutions of arrow boards."""

from __future__ import annotations

from typing import Literal

import click

from .common import (
    ASSURANCE,
    EXIT_BAD_INPUT,
    EXIT_DISAGREE,
    EXIT_UNDECIDED,
    FORMAT,
    LEVEL,
    LIMITS,
    QUIET,
    Size,
    emit_error,
    emit_json,
    engines_text,
    level_of,
    limits_of,
    progress_bar,
    readings,
)


@click.command("count")
@click.argument("what", nargs=-1, required=True, metavar="kyouen|FILE...")
@click.option("--size", "sizes", type=Size(), help="kyouen: N, WxH, A..B or a list of these.")
@LEVEL
@click.option(
    "--engine",
    type=click.Choice(["auto", "native", "cp-sat"]),
    default="auto",
    show_default=True,
    help="cp-sat enumerates, up to 16 points.",
)
@ASSURANCE
@LIMITS
@FORMAT
@QUIET
def command(
    what: tuple[str, ...],
    sizes: list[tuple[int, int]] | None,
    level: str | None,
    engine: Literal["auto", "native", "cp-sat"],
    assurance: str | None,
    time_limit: float | None,
    node_limit: int | None,
    workers: int | None,
    form: str,
    quiet: bool,
) -> int:
    """Count the kyouen-free and the saturated sets of empty boards by size, or solutions of arrow boards.

    `count kyouen --size 3..7` or `count FILE...` with arrow boards ("-" reads standard input).
    """
    if what != ("kyouen",):
        return _solutions(what, level, form)
    if not sizes:
        raise click.UsageError("count kyouen needs --size")
    from ..solvers.answer import EnginesDisagree
    from ..solvers.kyouen_extremes import count_sets

    wanted = level_of(assurance)
    limits = limits_of(time_limit, node_limit, workers)
    code = 0
    for width, height in sizes:
        with progress_bar(f"count kyouen {width} x {height}", quiet) as progress:
            try:
                answer = count_sets(
                    width, height, engine=engine, assurance=wanted, limits=limits, progress=progress
                )
            except EnginesDisagree as error:
                emit_error(error)
                return EXIT_DISAGREE
        if form == "json":
            emit_json(answer.to_json())
        else:
            known = "" if answer.status.value == "EXACT" else " (so far, not complete)"
            details = answer.details
            click.echo(f"{width} x {height} [{answer.status.value}, {answer.assurance.value}]{known}")
            click.echo("  size  kyouen-free      saturated")
            for size, free in details["kyouen_free_by_size"].items():
                click.echo(f"  {size:4} {free:12} {details['saturated_by_size'].get(size, 0):14}")
            click.echo(f"  all  {details['kyouen_free']:12} {details['saturated']:14}")
            click.echo(f"  {engines_text(answer)}")
        if not answer.reaches(wanted):
            code = EXIT_UNDECIDED
    return code


def _solutions(files: tuple[str, ...], level: str | None, form: str) -> int:
    from ..instances.arrow import ArrowPuzzle
    from ..instances.errors import InputError
    from ..solvers.arrow import solve_puzzle

    code = 0
    for reading in readings(files, None, level):
        try:
            if reading.error is not None:
                raise reading.error
            if not isinstance(reading.instance, ArrowPuzzle):
                raise InputError("solutions are counted for arrow boards; sets: count kyouen --size N")
        except InputError as error:
            emit_error(error.at(reading.source, reading.line))
            code = EXIT_BAD_INPUT
            continue
        answer = solve_puzzle(reading.instance)
        if form == "json":
            emit_json(answer.to_json(reading.source, reading.line))
        else:
            optimal = answer.details.get("optimal_solutions")
            best = "" if optimal is None else f", {optimal} with the fewest taps"
            click.echo(f"{reading.source}:{reading.line}: {answer.count} solutions{best}")
    return code
