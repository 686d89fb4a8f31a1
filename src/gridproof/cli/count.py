"""gridproof count: spectra."""

from __future__ import annotations

from typing import Literal

import click

from .common import (
    ASSURANCE,
    EXIT_DISAGREE,
    EXIT_UNDECIDED,
    FORMAT,
    LIMITS,
    QUIET,
    Size,
    emit_error,
    emit_json,
    engines_text,
    level_of,
    limits_of,
    progress_bar,
)


@click.command("count")
@click.argument("what", type=click.Choice(["kyouen"]))
@click.option("--size", "sizes", type=Size(), required=True, help="N, WxH, A..B or a list of these.")
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
    what: str,
    sizes: list[tuple[int, int]],
    engine: Literal["auto", "native", "cp-sat"],
    assurance: str | None,
    time_limit: float | None,
    node_limit: int | None,
    workers: int | None,
    form: str,
    quiet: bool,
) -> int:
    """Count the kyouen-free and the saturated sets of empty boards by size."""
    from ..solvers.answer import EnginesDisagree
    from ..solvers.kyouen import count_sets

    level = level_of(assurance)
    limits = limits_of(time_limit, node_limit, workers)
    code = 0
    for width, height in sizes:
        with progress_bar(f"count {what} {width} x {height}", quiet) as progress:
            try:
                answer = count_sets(
                    width, height, engine=engine, assurance=level, limits=limits, progress=progress
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
        if not answer.reaches(level):
            code = EXIT_UNDECIDED
    return code
