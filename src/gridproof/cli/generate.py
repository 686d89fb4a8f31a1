"""gridproof generate: boards, each proved to be as asked."""

from __future__ import annotations

import click

from .common import LEVEL


@click.command("generate")
@click.argument("what", type=click.Choice(["arrow"]))
@LEVEL
@click.option("--count", type=click.IntRange(1, 10**7), default=1, show_default=True, help="How many boards.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same boards.")
@click.option("--taps", type=click.IntRange(0, 10**6), help="The fewest taps of each board, exactly.")
def command(what: str, level: str | None, count: int, seed: int, taps: int | None) -> int:
    """Print boards as JSON Lines with their fewest taps under "answer".

    Without --taps the boards are uniform among the solvable ones.
    """
    from ..instances.formats import render_text
    from ..solvers.generators.arrow import generate

    if level is None:
        raise click.UsageError(f"generate {what} needs --level")
    for puzzle in generate(level, count=count, seed=seed, taps=taps):
        click.echo(render_text([puzzle]), nl=False)
    return 0
