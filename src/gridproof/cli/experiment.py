"""gridproof experiment: the articles' tables, ours beside theirs."""

from __future__ import annotations

import click


@click.command("experiment")
@click.argument("what", type=click.Choice(["binomial-methods"]))
@click.option("--modulus", type=click.IntRange(2, 10**6), default=4, show_default=True)
@click.option("--picture", metavar="FILE", help="Draw it (.svg or .png).")
def command(what: str, modulus: int, picture: str | None) -> int:
    """Time every binomial method against (n, r); about half a minute.

    The methods' answers are compared; exit 4 if two differ.
    """
    from ..instances.errors import InputError
    from ..instances.formats import write_atomically
    from ..pictures.experiments import binomial_methods
    from ..solvers.experiments.binomial import crossover, timings
    from .common import EXIT_DISAGREE

    if picture is not None and not picture.lower().endswith((".svg", ".png")):
        raise InputError(f"a picture ends in .svg or .png: {picture}")
    rows = []
    residues: dict[tuple[int, int], set[int]] = {}
    click.echo(f"{'n':>8} {'r':>5}  {'method':13} {'seconds':>10}  residue mod {modulus}")
    for row in timings(modulus):
        rows.append(row)
        told = f"{row.seconds:10.6f}  {row.residue}" if row.seconds is not None else f"{'-':>10}  {row.note}"
        click.echo(f"{row.n:8} {row.r:5}  {row.method:13} {told}")
        if row.residue is not None:
            residues.setdefault((row.n, row.r), set()).add(row.residue)
    for n in (1000, 20_000):
        click.echo(f"numpy rows overtake plain lists at n = {n} from r = {crossover(n, modulus)} on")
    click.echo("the article: equally fast near (n, r) = (20000, 1000)")
    if picture is not None:
        write_atomically(picture, binomial_methods(rows, format=picture[-3:].lower()))
    differ = [point for point, found in residues.items() if len(found) > 1]
    if differ:
        click.echo(f"error: methods disagree at {differ}", err=True)
        return EXIT_DISAGREE
    return 0
