"""gridproof prove: extremal values with their evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .common import (
    ASSURANCE,
    EXIT_BAD_INPUT,
    EXIT_CHECK_FAILED,
    EXIT_DISAGREE,
    EXIT_UNDECIDED,
    FORMAT,
    LEVEL,
    LIMITS,
    OUT,
    QUIET,
    RULE,
    SQUARE_RULE,
    Size,
    emit_error,
    emit_json,
    level_of,
    limits_of,
    progress_bar,
    readings,
)

if TYPE_CHECKING:
    from ..solvers.answer import Answer, Assurance
    from ..solvers.limits import Limits

EPILOG = """\b
kyouen-max  largest set with no four points on one circle or line
kyouen-min  smallest such set that admits no further point
arrow-worst largest "fewest taps" over all solvable boards of --level
numberlink-unique FILE...  that each puzzle has exactly one solution; two
            engines are asked, exit 1 where a puzzle has none or several
square-game who wins the square game, with a strategy that answers every reply
            (for a draw one for each player), replayed by the plain rules
square-colouring  whether two colours can avoid a one-coloured square
square-free-max, square-free-min  largest set without four corners of a
            square, smallest such set that admits no further point

The native search answers; on boards of up to 64 points a second engine that
shares no search code confirms it (CP-SAT on the small ones, else the count of
all sets by size). With --assurance proof "something better exists" is
refuted by CaDiCaL, and the refutation, once checked, goes beside the claim.
Claim files go to --out and `gridproof verify` checks them."""


@click.command("prove", epilog=EPILOG)
@click.argument(
    "problem",
    type=click.Choice(
        [
            "kyouen-max",
            "kyouen-min",
            "arrow-worst",
            "numberlink-unique",
            "square-game",
            "square-colouring",
            "square-free-max",
            "square-free-min",
        ]
    ),
)
@click.argument("files", nargs=-1, metavar="[FILE...]")
@click.option("--size", "sizes", type=Size(), help="kyouen, squares: N, WxH, A..B or a list of these.")
@LEVEL
@click.option(
    "--engine",
    "engine",
    type=click.Choice(["auto", "native", "spectrum", "cp-sat"]),
    default="auto",
    show_default=True,
    help="kyouen, squares: one engine only, or the native search and a second opinion.",
)
@RULE
@SQUARE_RULE
@ASSURANCE
@LIMITS
@OUT
@click.option(
    "--export",
    "exported",
    type=(click.Choice(["cnf", "opb"]), str),
    metavar="cnf|opb FILE",
    help="Also write the formula 'something better exists' for your own solver (extremes; one --size).",
)
@FORMAT
@QUIET
def command(
    problem: str,
    files: tuple[str, ...],
    sizes: list[tuple[int, int]] | None,
    level: str | None,
    engine: str,
    rule: str | None,
    orientation: str,
    first_square: str,
    min_side: int,
    assurance: str | None,
    time_limit: float | None,
    node_limit: int | None,
    workers: int | None,
    out: str,
    exported: tuple[str, str] | None,
    form: str,
    quiet: bool,
) -> int:
    """Prove extremal values, one row and one claim file a board."""
    from ..instances.errors import InputError
    from ..solvers.answer import EnginesDisagree, Status
    from ..solvers.kyouen_extremes import prove
    from .evidence import export, write_evidence

    wanted = level_of(assurance)
    limits = limits_of(time_limit, node_limit, workers)
    if files and problem != "numberlink-unique":
        raise click.UsageError(f"{problem} takes no files")
    if problem == "numberlink-unique":
        if not files:
            raise click.UsageError("numberlink-unique needs FILE")
        return _unique(files, rule, wanted, limits, out, form)
    if problem == "arrow-worst":
        if level is None:
            raise click.UsageError("arrow-worst needs --level")
        return _worst(level, wanted, limits, form, quiet)
    if not sizes:
        raise click.UsageError(f"{problem} needs --size")
    if exported and (problem == "square-game" or len(sizes) > 1):
        raise click.UsageError("--export writes the formula of one board of an extremal problem")
    if problem.startswith("square"):
        from .squares import prove_games, prove_sets, rule_of

        squares = rule_of(orientation, first_square, min_side)
        if problem == "square-game":
            return prove_games(sizes, squares, wanted, limits, out, form, quiet)
        return prove_sets(problem, sizes, squares, engine, wanted, limits, out, exported, form, quiet)
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
                    assurance=wanted,
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
            try:
                answer, path = write_evidence(problem, (width, height), answer, wanted, limits, out)
            except EnginesDisagree as error:
                emit_error(error)
                return EXIT_DISAGREE
            if exported:
                export(problem, (width, height), int(answer.value), *exported)
        if form == "json":
            emit_json(answer.to_json() | ({"certificate": path} if path else {}))
        else:
            click.echo(_row(problem, width, height, answer))
        if not answer.reaches(wanted):
            code = max(code, EXIT_UNDECIDED)
    if form == "text":
        click.echo(f"claims in {out}/; check them with: gridproof verify {out}/*.json")
    return code


def _unique(
    files: tuple[str, ...], rule: str | None, wanted: Assurance | None, limits: Limits, out: str, form: str
) -> int:
    from ..instances.errors import InputError
    from ..instances.numberlink import NumberlinkPuzzle
    from ..solvers.answer import Assurance, EnginesDisagree, Status
    from ..solvers.numberlink import solve_puzzle
    from .evidence import certify_numberlink, stem_of

    wanted = wanted or Assurance.CROSS_CHECKED
    code = 0
    for reading in readings(files, None):
        try:
            if reading.error is not None:
                raise reading.error
            puzzle = reading.instance
            if not isinstance(puzzle, NumberlinkPuzzle):
                raise InputError("expected a numberlink puzzle")
            puzzle = puzzle.with_rule(rule) if rule else puzzle
            answer = solve_puzzle(puzzle, assurance=min(wanted, Assurance.CROSS_CHECKED), limits=limits)
            path = None
            if wanted is Assurance.PROOF and answer.status is Status.UNIQUE:
                answer, path = certify_numberlink(puzzle, answer, limits, stem_of(reading), out)
        except InputError as error:
            emit_error(error.at(reading.source, reading.line))
            code = max(code, EXIT_BAD_INPUT)
            continue
        except EnginesDisagree as error:
            emit_error(error)
            return EXIT_DISAGREE
        if form == "json":
            emit_json(answer.to_json(reading.source, reading.line) | ({"certificate": path} if path else {}))
        else:
            asked = " and ".join(e.name for e in answer.engines)
            click.echo(
                f"{reading.source}:{reading.line}: {answer.status.value} under {answer.rule} "
                f"[{answer.assurance.value}] by {asked}, {answer.seconds:.2f} s"
            )
        if answer.status.value in ("MULTIPLE", "UNSATISFIABLE"):
            code = max(code, EXIT_CHECK_FAILED)
        elif not answer.reaches(wanted):
            code = max(code, EXIT_UNDECIDED)
    return code


def _worst(level: str, wanted: Assurance | None, limits: Limits, form: str, quiet: bool) -> int:
    from ..instances.arrow import digits
    from ..solvers.arrow_worst import prove_worst

    with progress_bar(f"arrow-worst {level}", quiet) as progress:
        answer = prove_worst(level, limits=limits, progress=progress)
    if form == "json":
        emit_json(answer.to_json())
    else:
        value = str(answer.value) if answer.bound is None else f"{answer.value}..{answer.bound}"
        click.echo(f"arrow-worst {level}: {value} [{answer.status.value}, {answer.assurance.value}]")
        click.echo(f"  no board needs more: {answer.details['argument']}")
        click.echo(f"  {level},{digits(answer.solution)} needs {answer.value} taps")
    return 0 if answer.reaches(wanted) else EXIT_UNDECIDED


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
