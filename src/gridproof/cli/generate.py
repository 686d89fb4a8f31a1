"""gridproof generate: boards, each proved to be as asked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from .common import LEVEL, QUIET, RULE, Size, progress_bar

if TYPE_CHECKING:
    from ..instances.formats import Instance


@click.command("generate")
@click.argument(
    "what",
    type=click.Choice(
        ["kyouen-avoidance", "kyouen-saturated", "kyouen-stage", "arrow", "numberlink", "squares"]
    ),
)
@click.option("--count", type=click.IntRange(1, 10**7), default=1, show_default=True, help="How many boards.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same boards.")
@click.option(
    "--to", "target", default="json", show_default=True, metavar="FORMAT", help="A name of docs/formats.md."
)
@LEVEL
@click.option("--taps", type=click.IntRange(0, 10**6), help="arrow: the fewest taps of each board, exactly.")
@click.option("--size", "sizes", type=Size(), help="all but arrow: N or WxH.")
@click.option("--stones", type=click.IntRange(1, 400), help="kyouen: stones of each board.")
@click.option("--distinct", is_flag=True, help="kyouen: no two boards equal up to symmetry.")
@click.option("--pairs", type=click.IntRange(1, 5000), help="numberlink: how many; by the size if not given.")
@RULE
@click.option("--min-length", type=click.IntRange(2, 5000), default=3, show_default=True, help="numberlink.")
@click.option("--no-adjacent-ends", is_flag=True, help="numberlink: no label beside its other.")
@click.option("--symmetry", type=click.Choice(["half-turn", "mirror"]), help="numberlink.")
@click.option(
    "--method",
    type=click.Choice(["cover", "random"]),
    default="cover",
    show_default=True,
    help="numberlink: from a random cover, or labels at random as in the article.",
)
@click.option(
    "--depth",
    type=click.IntRange(1, 63),
    default=3,
    show_default=True,
    help="squares: moves until the square.",
)
@click.option("--workers", type=click.IntRange(1, 1024), default=1, show_default=True, help="Processes.")
@QUIET
def command(
    what: str,
    count: int,
    seed: int,
    target: str,
    level: str | None,
    taps: int | None,
    sizes: list[tuple[int, int]] | None,
    stones: int | None,
    distinct: bool,
    pairs: int | None,
    rule: str | None,
    min_length: int,
    no_adjacent_ends: bool,
    symmetry: str | None,
    method: str,
    depth: int,
    workers: int,
    quiet: bool,
) -> int:
    """Print boards one by one, with their answer and figures ("answer" and "meta" of the JSON).

    \b
    arrow       --level; uniform among the solvable boards unless --taps is given.
    numberlink  --size; exactly one solution under --rule (full-cover), proved by the SAT
                solver and, up to 12 cells on the shorter side, by the frontier method too.
    kyouen-avoidance  --size; exactly one playable point, by the article's random process.
    kyouen-saturated  --size; no playable point, stones in random order.
    kyouen-stage      --size; exactly one bad 4-tuple, to be found.
    squares     --size; the player to move wins in exactly --depth moves, by one move only.
    """
    from ..instances.formats import FORMATS, render_text

    if target not in FORMATS:
        raise click.UsageError(f"unknown format {target!r:.40}; expected one of {', '.join(FORMATS)}")
    if what == "arrow":
        from ..solvers.generators.arrow import generate as generate_arrow

        if level is None:
            raise click.UsageError(f"generate {what} needs --level")
        boards: Iterator[Instance] = generate_arrow(level, count=count, seed=seed, taps=taps)
    elif sizes is None or len(sizes) != 1:
        raise click.UsageError(f"generate {what} needs one --size")
    elif what.startswith("kyouen"):
        from ..solvers.generators import kyouen

        makers = {
            "kyouen-avoidance": kyouen.avoidance,
            "kyouen-saturated": kyouen.saturated,
            "kyouen-stage": kyouen.stages,
        }
        boards = makers[what](*sizes[0], count=count, seed=seed, stones=stones, distinct=distinct)
    elif what == "squares":
        from ..solvers.generators.squares import generate as generate_squares

        boards = generate_squares(*sizes[0], depth=depth, count=count, seed=seed)
    else:
        from ..solvers.generators.numberlink import Order, generate

        order = Order(
            *sizes[0],
            pairs=pairs,
            rule=rule or "full-cover",
            min_length=min_length,
            adjacent_ends=not no_adjacent_ends,
            symmetry=symmetry,
            method=method,
            seed=seed,
        )
        boards = generate(order, count=count, workers=workers)
    # A bar between the lines of a terminal would spoil them.
    with progress_bar("boards", quiet or sys.stdout.isatty()) as progress:
        for number, board in enumerate(boards):
            separate = number and target in ("kyouen-grid", "numberlink-flow")
            click.echo(("\n" if separate else "") + render_text([board], format=target), nl=False)
            sys.stdout.flush()
            if progress is not None:
                progress(number + 1, count, number + 1)
    return 0
