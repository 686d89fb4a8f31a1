"""gridproof audit: anybody's boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

import click

from .common import EXIT_BAD_INPUT, EXIT_CHECK_FAILED, FROM, LEVEL, QUIET, RULE, emit_error, readings

if TYPE_CHECKING:
    from ..instances.formats import Instance

_Kind = TypeVar("_Kind")


@click.command("audit")
@click.argument(
    "what", type=click.Choice(["kyouen-avoidance", "kyouen-saturated", "kyouen-stage", "arrow", "numberlink"])
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@FROM
@LEVEL
@RULE
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="numberlink: for each board and rule.",
)
@click.option(
    "--exact", is_flag=True, help="kyouen: exact distributions up to 49 points, whatever they take."
)
@click.option("--all", "everything", is_flag=True, help="A line for good boards too.")
@QUIET
def command(
    what: str,
    files: tuple[str, ...],
    format_name: str | None,
    level: str | None,
    rule: str | None,
    time_limit: float,
    exact: bool,
    everything: bool,
    quiet: bool,
) -> int:
    """Check every board of a file, whoever made it; exit 1 if one fails.

    \b
    kyouen-avoidance  kyouen-free, exactly one playable point, as claimed; and the stones,
                the success rate and the symmetry against the exact distribution.
    kyouen-saturated  kyouen-free, no playable point; the same tests.
    kyouen-stage      exactly one bad 4-tuple.
    arrow       solvable, fewest taps as claimed, claimed solution right, no repeats.
    numberlink  unique under its rule (and under each of the others), claims right, no repeats
                up to symmetry and relabelling.
    """
    boards = _Boards(files, format_name, level)
    if what == "arrow":
        _arrow(boards)
    elif what.startswith("kyouen"):
        _kyouen(boards, what, exact, everything)
    else:
        _numberlink(boards, rule, time_limit, everything, quiet)
    return boards.code


class _Boards:
    # The boards of the files with their places; other content is an error line.
    def __init__(self, files: tuple[str, ...], format_name: str | None, level: str | None) -> None:
        self.arguments = (files, format_name, level)
        self.code = 0

    def of(self, kind: type[_Kind], told: str) -> Iterator[tuple[str, _Kind]]:
        for reading in readings(*self.arguments):
            place = f"{reading.source}:{reading.line}"
            instance: Instance | None = reading.instance
            if isinstance(instance, kind):
                yield place, instance
                continue
            emit_error(reading.error or ValueError(f"{place}: not {told}"))
            self.code = max(self.code, EXIT_BAD_INPUT)

    def failed(self, text: str) -> None:
        click.echo(text)
        self.code = max(self.code, EXIT_CHECK_FAILED)


def _arrow(boards: _Boards) -> None:
    from ..instances.arrow import ArrowPuzzle
    from ..solvers.arrow import ArrowSolver
    from ..solvers.audits.arrow import audit

    seen: dict[tuple[object, ...], str] = {}
    solver: ArrowSolver | None = None
    good = bad = 0
    fewest: list[int] = []
    for place, puzzle in boards.of(ArrowPuzzle, "an arrow board"):
        if solver is None or not solver.serves(puzzle):
            solver = ArrowSolver(puzzle)
        finding = audit(puzzle, seen, place, solver)
        good, bad = good + finding.ok, bad + (not finding.ok)
        if finding.taps is not None:
            fewest.append(finding.taps)
        if not finding.ok:
            boards.failed(finding.text)
    told = (
        f"; fewest taps {min(fewest)} to {max(fewest)}, mean {sum(fewest) / len(fewest):.1f}"
        if fewest
        else ""
    )
    click.echo(f"{good + bad} boards, {good} good, {bad} with faults{told}")


def _kyouen(boards: _Boards, what: str, exact: bool, everything: bool) -> None:
    from ..instances.kyouen import KyouenBoard
    from ..solvers.audits.kyouen import Audit

    audit = Audit(what)
    for place, board in boards.of(KyouenBoard, "a kyouen board"):
        faults = audit.add(board, place)
        if faults:
            boards.failed(f"{place}: {'; '.join(faults)}")
        elif everything:
            click.echo(f"{place}: good, {len(board.stones)} stones")
    for test in audit.tests(exact=True if exact else None):
        line = f"{test.name}: {test.told}, p = {test.p:.2g}"
        if test.alarm:
            boards.failed(f"ALARM {line}")
        else:
            click.echo(line)
    bad = audit.boards - audit.good
    click.echo(
        f"{audit.boards} boards, {audit.good} good, {bad} with faults, "
        f"{audit.repeats} equal to an earlier one up to symmetry"
    )


def _numberlink(boards: _Boards, rule: str | None, time_limit: float, everything: bool, quiet: bool) -> None:
    from ..instances.numberlink import NumberlinkPuzzle
    from ..solvers.audits.numberlink import Summary, audit
    from ..solvers.limits import Limits
    from .common import progress_bar

    seen: dict[tuple[object, ...], str] = {}
    summary = Summary()
    with progress_bar("audit", quiet) as progress:
        for place, puzzle in boards.of(NumberlinkPuzzle, "a numberlink board"):
            board = puzzle.with_rule(rule) if rule is not None else puzzle
            finding = audit(board, seen, place, limits=Limits(seconds=time_limit))
            summary.add(finding)
            if finding.faults:
                boards.failed(finding.text)
            elif everything:
                click.echo(finding.text)
            if progress is not None:
                progress(summary.boards, 0, summary.boards)
    for line in summary.lines():
        click.echo(line)
