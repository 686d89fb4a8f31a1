"""gridproof audit: anybody's boards."""

from __future__ import annotations

import click

from .common import EXIT_BAD_INPUT, EXIT_CHECK_FAILED, FROM, LEVEL, emit_error, readings


@click.command("audit")
@click.argument("what", type=click.Choice(["arrow"]))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@FROM
@LEVEL
def command(what: str, files: tuple[str, ...], format_name: str | None, level: str | None) -> int:
    """Check every board: solvable, fewest taps as claimed, claimed solution right, no repeats.

    Exit 1 if a board fails.
    """
    from ..instances.arrow import ArrowPuzzle
    from ..solvers.arrow import ArrowSolver
    from ..solvers.audits.arrow import audit

    code = 0
    seen: dict[tuple[object, ...], str] = {}
    solver: ArrowSolver | None = None
    good = bad = 0
    fewest: list[int] = []
    for reading in readings(files, format_name, level):
        puzzle = reading.instance
        if not isinstance(puzzle, ArrowPuzzle):
            emit_error(reading.error or ValueError(f"{reading.source}:{reading.line}: not an arrow board"))
            code = max(code, EXIT_BAD_INPUT)
            continue
        if solver is None or not solver.serves(puzzle):
            solver = ArrowSolver(puzzle)
        finding = audit(puzzle, seen, f"{reading.source}:{reading.line}", solver)
        good, bad = good + finding.ok, bad + (not finding.ok)
        if finding.taps is not None:
            fewest.append(finding.taps)
        if not finding.ok:
            click.echo(finding.text)
            code = max(code, EXIT_CHECK_FAILED)
    told = (
        f"; fewest taps {min(fewest)} to {max(fewest)}, mean {sum(fewest) / len(fewest):.1f}"
        if fewest
        else ""
    )
    click.echo(f"{good + bad} boards, {good} good, {bad} with faults{told}")
    return code
