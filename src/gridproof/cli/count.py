"""gridproof count: sets of empty boards by size, solutions of numberlink and arrow puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .common import (
    ASSURANCE,
    EXIT_BAD_INPUT,
    EXIT_DISAGREE,
    EXIT_UNDECIDED,
    FORMAT,
    LEVEL,
    LIMITS,
    MEMORY,
    OUT,
    QUIET,
    RULE,
    SQUARE_RULE,
    Size,
    emit_error,
    emit_json,
    engines_text,
    level_of,
    limits_of,
    progress_bar,
    readings,
)

if TYPE_CHECKING:
    from ..solvers.answer import Assurance
    from ..solvers.limits import Limits


@click.command("count")
@click.argument("what", nargs=-1, required=True, metavar="kyouen|squares|FILE...")
@click.option("--size", "sizes", type=Size(), help="kyouen, squares: N, WxH, A..B or a list of these.")
@LEVEL
@click.option(
    "--engine",
    type=click.Choice(["auto", "native", "mate", "sat", "cp-sat", "backtracking"]),
    default="auto",
    show_default=True,
    help="kyouen: native, or cp-sat up to 16 points; numberlink: mate, sat, cp-sat or backtracking.",
)
@RULE
@SQUARE_RULE
@ASSURANCE
@LIMITS
@MEMORY
@OUT
@FORMAT
@QUIET
def command(
    what: tuple[str, ...],
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
    memory_limit: int | None,
    out: str,
    form: str,
    quiet: bool,
) -> int:
    """Count the sets of empty boards by size, or solutions of puzzles.

    `count kyouen --size 3..7` (kyouen-free and saturated sets), `count squares --size 3..6`
    (squares, colourings without a one-coloured square, square-free sets), or `count FILE...`
    with numberlink or arrow puzzles ("-" reads standard input).
    """
    wanted = level_of(assurance)
    limits = limits_of(time_limit, node_limit, workers, memory_limit)
    if what == ("squares",):
        from .squares import count, rule_of

        if not sizes:
            raise click.UsageError("count squares needs --size")
        return count(sizes, rule_of(orientation, first_square, min_side), limits, form, quiet)
    if what != ("kyouen",):
        return _solutions(what, level, form, rule, engine, wanted, limits, out, quiet)
    if engine not in ("auto", "native", "cp-sat"):
        raise click.UsageError(f"engine {engine!r} does not count kyouen sets")
    if not sizes:
        raise click.UsageError("count kyouen needs --size")
    from ..solvers.answer import EnginesDisagree
    from ..solvers.kyouen_extremes import count_sets

    code = 0
    for width, height in sizes:
        with progress_bar(f"count kyouen {width} x {height}", quiet) as progress:
            try:
                answer = count_sets(
                    width,
                    height,
                    engine=engine,  # type: ignore[arg-type]  # checked above
                    assurance=wanted,
                    limits=limits,
                    progress=progress,
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


def _solutions(
    files: tuple[str, ...],
    level: str | None,
    form: str,
    rule: str | None,
    engine: str,
    wanted: Assurance | None,
    limits: Limits,
    out: str,
    quiet: bool,
) -> int:
    from ..instances.arrow import ArrowPuzzle
    from ..instances.errors import InputError
    from ..instances.numberlink import NumberlinkPuzzle
    from ..solvers.answer import Assurance, EnginesDisagree
    from ..solvers.arrow import solve_puzzle
    from ..solvers.numberlink import ENGINES, count_solutions
    from .evidence import certify_numberlink, stem_of

    code = 0
    path: str | None
    for reading in readings(files, None, level):
        path = None
        try:
            if reading.error is not None:
                raise reading.error
            puzzle = reading.instance
            if isinstance(puzzle, NumberlinkPuzzle):
                if engine not in ("auto", *ENGINES):
                    raise InputError(f"engine {engine!r} does not answer numberlink")
                puzzle = puzzle.with_rule(rule) if rule else puzzle
                with progress_bar(f"count {reading.source}:{reading.line}", quiet) as progress:
                    answer = count_solutions(
                        puzzle,
                        engine=engine,  # type: ignore[arg-type]  # checked above
                        assurance=wanted,
                        limits=limits,
                        progress=progress,
                    )
                if wanted is Assurance.PROOF:
                    answer, path = certify_numberlink(puzzle, answer, limits, stem_of(reading), out)
            elif isinstance(puzzle, ArrowPuzzle):
                answer = solve_puzzle(puzzle)
            else:
                raise InputError(
                    "solutions are counted for numberlink and arrow; sets: count kyouen --size N, "
                    "count squares --size N"
                )
        except InputError as error:
            emit_error(error.at(reading.source, reading.line))
            code = max(code, EXIT_BAD_INPUT)
            continue
        except EnginesDisagree as error:
            emit_error(error)
            return EXIT_DISAGREE
        if form == "json":
            emit_json(answer.to_json(reading.source, reading.line) | ({"certificate": path} if path else {}))
        elif answer.kind == "numberlink":
            known = (
                f"{answer.count}" if answer.count is not None else f"at least {answer.details['at_least']}"
            )
            tail = f"[{answer.status.value}, {answer.assurance.value}]"
            noun = "solution" if known == "1" else "solutions"
            click.echo(
                f"{reading.source}:{reading.line}: {known} {noun} under {answer.rule} {tail} "
                f"{engines_text(answer)}"
            )
        else:
            optimal = answer.details.get("optimal_solutions")
            best = "" if optimal is None else f", {optimal} with the fewest taps"
            click.echo(f"{reading.source}:{reading.line}: {answer.count} solutions{best}")
        if answer.kind == "numberlink" and not answer.reaches(wanted):
            code = max(code, EXIT_UNDECIDED)
    return code
