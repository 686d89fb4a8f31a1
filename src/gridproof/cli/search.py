"""gridproof search: heuristic search for good sets on large boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import FORMAT, QUIET, Size, progress_bar

if TYPE_CHECKING:
    from ..instances.kyouen import KyouenBoard
    from ..solvers.limits import Limits, Progress

EPILOG = """\b
kyouen-max  large sets with no four points on one circle or line
kyouen-min  small sets of that kind to which no point can be added

A result is a witness and proves one half only: that so many (or so few) are
possible. The sets shipped with the package are shown beside it."""


@click.command("search", epilog=EPILOG)
@click.argument("what", type=click.Choice(["kyouen-max", "kyouen-min"]))
@click.option("--size", "sizes", type=Size(), required=True, help="N, WxH, A..B or a list of these.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="For each board (kyouen-min: for each number of stones).",
)
@click.option("--target", type=click.IntRange(1, 4096), help="kyouen-max: stop here; kyouen-min: begin here.")
@click.option(
    "--class",
    "symmetry",
    type=click.Choice(["both", "all", "half-turn"]),
    default="both",
    show_default=True,
    help="kyouen-max: threads of each, all sets, or sets equal to their half turn.",
)
@click.option(
    "--engine",
    type=click.Choice(["native", "cp-sat"]),
    default="native",
    show_default=True,
    help="kyouen-max.",
)
@click.option("--workers", type=click.IntRange(1, 1024), help="kyouen-max: threads; one a core by default.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", metavar="FILE", help="Append the sets as JSON Lines.")
@FORMAT
@QUIET
def command(
    what: str,
    sizes: list[tuple[int, int]],
    time_limit: float,
    target: int | None,
    symmetry: str,
    engine: str,
    workers: int | None,
    seed: int,
    out: str | None,
    form: str,
    quiet: bool,
) -> int:
    """Look for large kyouen-free or small saturated sets and show them beside the best known."""
    from ..instances.errors import InputError
    from ..instances.formats import render_text
    from ..solvers.generators.kyouen_search import KNOWN_LARGEST, best_known, search_large
    from ..solvers.limits import Limits

    limits = Limits(seconds=time_limit, workers=workers)
    for width, height in sizes:
        with progress_bar(f"{what} {width} x {height}", quiet) as progress:
            if what == "kyouen-max":
                half_turn = {"both": None, "all": False, "half-turn": True}[symmetry]
                board: KyouenBoard | None = search_large(
                    width,
                    height,
                    target=target,
                    seed=seed,
                    half_turn=half_turn,
                    engine=engine,
                    limits=limits,
                    progress=progress,
                )
            else:
                board = _smallest(width, height, target, seed, limits, progress)
        told = "" if board is None else f"{len(board.stones)} stones ({board.meta})"
        shipped = best_known(what, width) if width == height else None
        beside = [f"shipped {len(shipped.stones)}"] if shipped is not None else []
        if what == "kyouen-max" and width == height and width <= len(KNOWN_LARGEST):
            beside.append(f"published {KNOWN_LARGEST[width - 1]}")
        if form == "text":
            tail = f" [{', '.join(beside)}]" if beside else ""
            click.echo(f"{width} x {height}: {told or 'nothing found in the time'}{tail}")
        if board is None:
            continue
        line = render_text([board])
        if form == "json" or out is None:
            click.echo(line, nl=False)
        if out is not None:
            try:
                with Path(out).open("a", encoding="utf-8") as file:
                    file.write(line)
            except OSError as error:
                raise InputError(f"cannot write: {error.strerror or error}", out) from None
    return 0


def _smallest(
    width: int, height: int, target: int | None, seed: int, limits: Limits, progress: Progress | None
) -> KyouenBoard | None:
    from ..solvers.generators.kyouen_search import search_saturated

    best = None
    for board in search_saturated(width, height, size=target, seed=seed, limits=limits, progress=progress):
        best = board
    return best
