"""gridproof prove: extremal values with their evidence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

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
    level_of,
    limits_of,
    progress_bar,
)

if TYPE_CHECKING:
    from ..solvers.answer import Answer

EPILOG = """\b
kyouen-max  largest set with no four points on one circle or line
kyouen-min  smallest such set that admits no further point

The native search answers; on boards of up to 64 points a second engine that
shares no search code confirms it (CP-SAT on the small ones, else the count of
all sets by size). Claim files go to --out and `gridproof verify` checks them."""


@click.command("prove", epilog=EPILOG)
@click.argument("problem", type=click.Choice(["kyouen-max", "kyouen-min"]))
@click.option("--size", "sizes", type=Size(), required=True, help="N, WxH, A..B or a list of these.")
@click.option(
    "--engine",
    "engine",
    type=click.Choice(["auto", "native", "spectrum", "cp-sat"]),
    default="auto",
    show_default=True,
    help="One engine only, or the native search and a second opinion.",
)
@ASSURANCE
@LIMITS
@click.option("--out", default="claims", show_default=True, metavar="DIR", help="Folder for claim files.")
@FORMAT
@QUIET
def command(
    problem: str,
    sizes: list[tuple[int, int]],
    engine: str,
    assurance: str | None,
    time_limit: float | None,
    node_limit: int | None,
    workers: int | None,
    out: str,
    form: str,
    quiet: bool,
) -> int:
    """Prove extremal values, one row and one claim file a board."""
    from ..instances.errors import InputError
    from ..solvers.answer import EnginesDisagree, Status
    from ..solvers.kyouen import prove

    level = level_of(assurance)
    limits = limits_of(time_limit, node_limit, workers)
    engines = None if engine == "auto" else (engine,)
    code = 0
    if form == "text":
        click.echo(
            f"{problem}\n{'board':>7} {'value':>7}  {'assurance':13} {'nodes':>12} {'seconds':>8}  witness"
        )
    for width, height in sizes:
        with progress_bar(f"{problem} {width} x {height}", quiet) as progress:
            try:
                answer = prove(
                    problem,
                    width,
                    height,
                    engines=engines,  # type: ignore[arg-type]  # click checked the choice
                    assurance=level,
                    limits=limits,
                    progress=progress,
                )
            except EnginesDisagree as error:
                emit_error(error)
                return EXIT_DISAGREE
            except InputError as error:
                emit_error(error)
                code = max(code, 2)
                continue
        path = None
        if answer.status is Status.OPTIMAL:
            path = str(Path(out) / f"{problem}-{width}x{height}.json")
            _write(problem, width, height, answer, path)
        if form == "json":
            emit_json(answer.to_json() | ({"certificate": path} if path else {}))
        else:
            click.echo(_row(problem, width, height, answer))
        if not answer.reaches(level):
            code = max(code, EXIT_UNDECIDED)
    if form == "text":
        click.echo(f"claims in {out}/; check them with: gridproof verify {out}/*.json")
    return code


def _row(problem: str, width: int, height: int, answer: Answer) -> str:
    if answer.status.value == "OPTIMAL":
        value = str(answer.value)
    else:
        low, high = (answer.value, answer.bound) if problem == "kyouen-max" else (answer.bound, answer.value)
        value = f"{low or '?'}..{high or '?'}"
    nodes = answer.engines[0].nodes
    witness = " ".join(f"{x},{y}" for x, y in answer.solution or [])
    return (
        f"{f'{width}x{height}':>7} {value:>7}  {answer.assurance.value:13} "
        f"{'-' if nodes is None else nodes:>12} {answer.seconds:8.2f}  {witness}"
    )


def _write(problem: str, width: int, height: int, answer: Answer, path: str) -> None:
    from .. import __version__
    from ..solvers.proofs.claims import DEFINITIONS, Claim, EngineRecord, write_claim

    told = [f"{e.name} searched exhaustively" for e in answer.engines if e.status == "OPTIMAL"]
    claim = Claim(
        schema="gridproof-claim/1",
        problem=problem,
        width=width,
        height=height,
        definition=DEFINITIONS[problem],
        value=int(answer.value),
        witness=[(x, y) for x, y in answer.solution],
        assurance=answer.assurance.value,
        engines=[
            EngineRecord(e.name, e.status, round(e.seconds, 3), e.value, e.nodes) for e in answer.engines
        ],
        bound="; ".join(told),
        version=__version__,
    )
    write_claim(claim, path)
