"""gridproof solve: answer the question each instance poses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .common import (
    ASSURANCE,
    EXIT_BAD_INPUT,
    EXIT_DISAGREE,
    EXIT_UNDECIDED,
    FORMAT,
    FROM,
    LEVEL,
    LIMITS,
    MEMORY,
    OUT,
    RULE,
    emit_error,
    emit_json,
    level_of,
    limits_of,
    readings,
)

if TYPE_CHECKING:
    from ..instances.arrow import ArrowPuzzle
    from ..instances.numberlink import NumberlinkPuzzle
    from ..solvers.answer import Answer, Assurance
    from ..solvers.arrow import ArrowSolver
    from ..solvers.limits import Limits

EPILOG = """\b
kyouen: every circle or line with four stones or more, the playable points,
whether the stones are saturated, and the last point if just one is left.
  {"kind":"kyouen","width":9,"height":9,"stones":[[5,0],[6,0]]}
numberlink: a solution, and whether it is the only one under the rule.
  {"kind":"numberlink","rule":"full-cover","grid":["A.B","A.B"]}   or text grids
arrow: the fewest taps and the number of solutions, or why there is none.
  {"kind":"arrow","level":"expert","digits":"..."}   or lines LEVEL,DIGITS
squares: who wins a position, by which move, the best moves, the points that
would complete or block a square; or every square among points.
  {"kind":"squares","width":5,"height":5,"moves":[[2,2],[0,0]]}
  {"kind":"squares","points":[[1,0],[3,1],[2,3],[0,2]]}
binomial: the residue of C(n, r) modulo m.
  {"kind":"binomial","n":2021,"r":37,"modulus":4}
Levels easy (3 x 3), medium (4 x 4), hard and expert (hexagon of side 4).
Cell order: squares row by row; hexagons column by column, left to right,
each from top to bottom (columns of 4, 5, 6, 7, 6, 5, 4 on side 4):
            15
         9      22
      4     16      28
    0    10     23      33
      5     17      29
    1    11     24      34
      6     18      30
    2    12     25      35
      7     19      31
    3    13     26      36
      8     20      32
        14      27
            21
Formats: docs/formats.md."""


@click.command("solve", epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@FORMAT
@FROM
@LEVEL
@ASSURANCE
@click.option(
    "--engine",
    type=click.Choice(
        ["auto", "mate", "sat", "cp-sat", "backtracking", "algebra", "cp-sat-plain", "tap-search"]
    ),
    default="auto",
    show_default=True,
    help="numberlink: mate, sat, cp-sat or backtracking; arrow: algebra, cp-sat, cp-sat-plain or tap-search.",
)
@click.option(
    "--method",
    default="auto",
    metavar="METHOD",
    help="binomial only: integer, inverse, sieve, legendre, pascal, memo or granville.",
)
@click.option("--explain", is_flag=True, help="arrow only: the propagation algorithm, step by step.")
@RULE
@LIMITS
@MEMORY
@OUT
@click.option("--picture", metavar="FILE", help="Draw the first instance with its answer (.svg or .png).")
def command(
    files: tuple[str, ...],
    form: str,
    format_name: str | None,
    level: str | None,
    assurance: str | None,
    engine: str,
    method: str,
    explain: bool,
    rule: str | None,
    time_limit: float | None,
    node_limit: int | None,
    workers: int | None,
    memory_limit: int | None,
    out: str,
    picture: str | None,
) -> int:
    """Answer the question each instance of the files poses ("-" reads standard input)."""
    from ..api import render
    from ..instances.arrow import ArrowPuzzle
    from ..instances.binomial import Binomial
    from ..instances.errors import InputError
    from ..instances.numberlink import NumberlinkPuzzle
    from ..instances.squares import SquarePoints, SquaresBoard
    from ..solvers.answer import Assurance, EnginesDisagree
    from .evidence import certify_numberlink, stem_of
    from .show import describe

    wanted = level_of(assurance)
    limits = limits_of(time_limit, node_limit, workers, memory_limit)
    solvers: dict[object, ArrowSolver] = {}
    code = 0
    drawn = False
    path: str | None
    for reading in readings(files, format_name, level):
        instance = reading.instance
        path = None
        try:
            if reading.error is not None:
                raise reading.error
            assert instance is not None
            if isinstance(instance, NumberlinkPuzzle):
                instance = instance.with_rule(rule) if rule else instance
                answer = _solve_numberlink(instance, engine, wanted, limits)
                if wanted is Assurance.PROOF:
                    answer, path = certify_numberlink(instance, answer, limits, stem_of(reading), out)
            elif isinstance(instance, ArrowPuzzle):
                answer = _solve_arrow(instance, engine, wanted, limits, solvers)
            elif isinstance(instance, SquarePoints):
                from ..solvers.squares import solve_points

                answer = solve_points(instance)
            elif isinstance(instance, SquaresBoard):
                from ..solvers.squares import solve_position

                answer = solve_position(instance, assurance=wanted, limits=limits)
            elif isinstance(instance, Binomial):
                from ..solvers.binomial import solve_binomial

                answer = solve_binomial(instance, method=method, assurance=wanted)
            else:
                from ..solvers.kyouen import solve_board

                answer = solve_board(instance, assurance=wanted)
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
            lines = describe(instance, answer)
            click.echo(f"{reading.source}:{reading.line}: {lines[0]}")
            for line in lines[1:]:
                click.echo(line)
            if explain and isinstance(instance, ArrowPuzzle):
                from ..solvers.propagation import explain as explain_board

                told = explain_board(instance)
                for step in told.steps:
                    click.echo(f"  {step}")
                click.echo(f"  taps made: {told.made}")
        if picture and not drawn:
            render(instance, answer, picture)
            drawn = True
        if not answer.reaches(wanted):
            code = max(code, EXIT_UNDECIDED)
    return code


def _check_engine(engine: str, known: tuple[str, ...], kind: str) -> None:
    from ..instances.errors import InputError

    if engine != "auto" and engine not in known:
        raise InputError(f"engine {engine!r} does not answer {kind}; expected one of {', '.join(known)}")


def _solve_numberlink(
    puzzle: NumberlinkPuzzle, engine: str, wanted: Assurance | None, limits: Limits
) -> Answer:
    from ..solvers.numberlink import ENGINES, solve_puzzle

    _check_engine(engine, ENGINES, "numberlink")
    return solve_puzzle(
        puzzle,
        engine=engine,  # type: ignore[arg-type]  # checked above
        assurance=wanted,
        limits=limits,
    )


def _solve_arrow(
    puzzle: ArrowPuzzle,
    engine: str,
    wanted: Assurance | None,
    limits: Limits,
    solvers: dict[object, ArrowSolver],
) -> Answer:
    from ..solvers.arrow import ArrowSolver, solve_puzzle

    _check_engine(engine, ("algebra", "cp-sat", "cp-sat-plain", "tap-search"), "arrow")
    # One factorisation serves all boards of a shape in the file.
    key = (puzzle.shape, puzzle.modulus, puzzle.tap_costs, puzzle.forbidden, puzzle.both_ways)
    if key not in solvers:
        solvers[key] = ArrowSolver(puzzle)
    return solve_puzzle(
        puzzle,
        engine=engine,  # type: ignore[arg-type]  # click checked the choice
        assurance=wanted,
        limits=limits,
        solver=solvers[key],
    )
