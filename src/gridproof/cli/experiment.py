"""gridproof experiment: the articles' tables, ours beside theirs."""

from __future__ import annotations

import click

from .common import EXIT_DISAGREE, SQUARE_RULE, Size


@click.command("experiment")
@click.argument(
    "what",
    type=click.Choice(
        [
            "kyouen-avoidance",
            "kyouen-saturation",
            "binomial-methods",
            "numberlink-engines",
            "numberlink-generator",
            "square-baseline",
            "square-games",
        ]
    ),
)
@click.argument("files", nargs=-1, metavar="[FILE...]")
@click.option("--modulus", type=click.IntRange(2, 10**6), default=4, show_default=True, help="binomial.")
@click.option(
    "--size",
    "sizes",
    type=Size(),
    help="Sides; kyouen: 3..20 (saturation: 8), numberlink: 4..10 (generator: 5..15,20), squares: 3..8.",
)
@click.option(
    "--boards", type=click.IntRange(1, 10**6), default=20, show_default=True, help="generator: of each size."
)
@click.option(
    "--games",
    type=click.IntRange(1, 10**10),
    default=100_000,
    show_default=True,
    help="squares: random games.",
)
@click.option(
    "--workers", type=click.IntRange(1, 1024), help="squares, kyouen: threads; one a core by default."
)
@click.option(
    "--successes", type=click.IntRange(2, 10**9), default=10_000, show_default=True, help="kyouen-avoidance."
)
@click.option(
    "--exact-up-to", type=click.IntRange(0, 7), default=6, show_default=True, help="kyouen-avoidance: sides."
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=5.0,
    show_default=True,
    help="kyouen-saturation.",
)
@SQUARE_RULE
@click.option("--seed", default=1, show_default=True, help="Of the boards or games.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=5.0,
    show_default=True,
    help="numberlink: seconds for each engine and board.",
)
@click.option("--picture", metavar="FILE", help="Draw it (.svg or .png).")
def command(
    what: str,
    files: tuple[str, ...],
    modulus: int,
    sizes: list[tuple[int, int]] | None,
    boards: int,
    games: int,
    workers: int | None,
    successes: int,
    exact_up_to: int,
    seconds: float,
    orientation: str,
    first_square: str,
    min_side: int,
    seed: int,
    time_limit: float,
    picture: str | None,
) -> int:
    """Compare methods on the articles' questions; exit 4 if two of them differ.

    binomial-methods: every method against (n, r), half a minute. numberlink-engines: frontier,
    CP-SAT and backtracking against the cells, and the frontier's states against the side.
    kyouen-avoidance: the article's table beside ours and the exact values, with the fits.
    kyouen-saturation: the sizes met in some seconds beside the proved extremes.
    numberlink-generator: time and success rate of both methods against the side.
    square-baseline: random games beside exact values. square-games FILE: recorded games
    (of `play --record`) beside random play.
    """
    from ..instances.errors import InputError

    if picture is not None and not picture.lower().endswith((".svg", ".png")):
        raise InputError(f"a picture ends in .svg or .png: {picture}")
    if files and what != "square-games":
        raise click.UsageError(f"{what} takes no files")
    if what == "kyouen-avoidance":
        from .kyouen import avoidance_table

        sides = [w for w, _ in sizes] if sizes else list(range(3, 21))
        return avoidance_table(sides, successes, seed, workers, exact_up_to, picture)
    if what == "kyouen-saturation":
        from .kyouen import saturation_table

        return saturation_table([w for w, _ in sizes] if sizes else [8], seconds, seed, workers)
    if what == "square-baseline":
        from .squares import baseline_table, rule_of

        rule = rule_of(orientation, first_square, min_side)
        return baseline_table(sizes or [(n, n) for n in range(3, 9)], rule, games, seed, workers, picture)
    if what == "square-games":
        from .squares import games_table

        if not files:
            raise click.UsageError("square-games needs FILE")
        return games_table(files, games, seed)
    if what == "numberlink-engines":
        return _numberlink([w for w, _ in sizes or ((n, n) for n in range(4, 11))], seed, time_limit, picture)
    if what == "numberlink-generator":
        sides = [w for w, _ in sizes] if sizes else [*range(5, 16), 20]
        return _numberlink_generator(sides, boards, seed, time_limit, picture)
    return _binomial(modulus, picture)


def _numberlink(sides: list[int], seed: int, time_limit: float, picture: str | None) -> int:
    from ..instances.formats import write_atomically
    from ..pictures.experiments import numberlink_engines
    from ..solvers.experiments.numberlink import growth, measure

    rows = []
    click.echo(f"{'side':>4}  {'method':21} {'seconds':>9} {'nodes':>12} {'widest':>9}  solutions")
    for row in measure(sides, seconds=time_limit, seed=seed):
        rows.append(row)
        said = ("0", "1, unique", "at least 2")[row.count] if row.complete else "not within the limit"
        widest = "" if row.widest is None else row.widest
        click.echo(f"{row.side:4}  {row.method:21} {row.seconds:9.3f} {row.nodes:12} {widest:>9}  {said}")
    base = growth(rows) if len({row.side for row in rows}) > 1 else 0.0
    if base:
        click.echo(f"the widest layer of the frontier method grows like {base:.2f}^side")
    if picture is not None:
        write_atomically(picture, numberlink_engines(rows, base, format=picture[-3:].lower()))
    counts: dict[int, set[int]] = {}
    for row in rows:
        if row.complete:
            counts.setdefault(row.side, set()).add(row.count)
    differ = [side for side, found in counts.items() if len(found) > 1]
    if differ:
        click.echo(f"error: engines disagree on sides {differ}", err=True)
        return EXIT_DISAGREE
    return 0


def _numberlink_generator(
    sides: list[int], boards: int, seed: int, time_limit: float, picture: str | None
) -> int:
    from ..instances.formats import write_atomically
    from ..pictures.experiments import numberlink_generators
    from ..solvers.experiments.numberlink_generator import ARTICLE, measure

    rows = []
    click.echo(
        f"{'side':>4} {'pairs':>5}  {'method':7} {'boards':>6} {'candidates':>10} {'median s':>9}  success"
    )
    for row in measure(sides, boards=boards, seconds=time_limit, seed=seed):
        rows.append(row)
        made = row.median is not None
        told = (
            f"{row.median:9.4f}  {100 * row.boards / row.candidates:.3g} %"
            if made
            else f"none in {row.seconds:.0f} s"
        )
        click.echo(
            f"{row.side:4} {row.pairs:5}  {row.method:7} {row.boards:6} {row.candidates or '':>10} {told}"
        )
    click.echo(f"the article, random placement: {ARTICLE[1]} s at side {ARTICLE[0]}")
    if picture is not None:
        write_atomically(picture, numberlink_generators(rows, ARTICLE, format=picture[-3:].lower()))
    return 0


def _binomial(modulus: int, picture: str | None) -> int:
    from ..instances.formats import write_atomically
    from ..pictures.experiments import binomial_methods
    from ..solvers.experiments.binomial import crossover, timings

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
