"""gridproof verify: the sceptic's check."""

from __future__ import annotations

import click

from .common import EXIT_BAD_INPUT, EXIT_CHECK_FAILED, QUIET, emit_error, progress_bar


@click.command("verify")
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option("--rerun", is_flag=True, help="Also run the native search again for the bound half of a claim.")
@click.option(
    "--sample",
    metavar="P%",
    help="Search so many of the cubes of a search certificate again, drawn at random, by the second search.",
)
@click.option("--full", is_flag=True, help="Search all cubes of a search certificate again.")
@click.option(
    "--lrat",
    nargs=2,
    metavar="FORMULA PROOF",
    help="Check that an LRAT proof refutes a DIMACS formula (anybody's; .xz and .gz are unpacked).",
)
@QUIET
def command(
    paths: tuple[str, ...],
    rerun: bool,
    sample: str | None,
    full: bool,
    lrat: tuple[str, str] | None,
    quiet: bool,
) -> int:
    """Check claim files, and instances that carry an answer, by the plain rules.

    Needs neither ortools nor a SAT solver. A refutation attached to a claim is
    checked against the formula of the definition, made anew. Of a search certificate
    it is checked that the cubes cover the space; --sample and --full search cubes
    again. Otherwise, without --rerun, the bound half of a claim keeps the assurance
    written in the file.
    """
    from ..instances.errors import InputError
    from ..solvers.proofs.verify import verify_file

    if not paths and lrat is None:
        raise click.UsageError("expected PATH... or --lrat FORMULA PROOF")
    share = 1.0 if full else _share(sample)
    code = _check_lrat(*lrat) if lrat else 0
    for path in paths:
        try:
            with progress_bar(path, quiet) as told:
                verdicts = list(verify_file(path, rerun=rerun, sample=share, told=told))
            for verdict in verdicts:
                if verdict.bad_input:
                    click.echo(f"error: {verdict.text}", err=True)
                    code = max(code, EXIT_BAD_INPUT)
                else:
                    click.echo(f"{'ok' if verdict.ok else 'FAILED'}  {verdict.text}")
                    code = max(code, 0 if verdict.ok else EXIT_CHECK_FAILED)
        except InputError as error:
            emit_error(error)
            code = max(code, EXIT_BAD_INPUT)
    return code


def _share(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        share = float(text.removesuffix("%")) / 100
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise click.UsageError(f"--sample {text!r:.20}: expected a percentage above 0 and up to 100, as 1%")
    return share


def _check_lrat(formula: str, proof: str) -> int:
    from ..instances.errors import InputError
    from ..solvers.proofs.lrat import LratFault, check_files

    try:
        read = check_files(formula, proof)
    except InputError as error:
        emit_error(error)
        return EXIT_BAD_INPUT
    except LratFault as fault:
        click.echo(f"FAILED  {fault}")
        return EXIT_CHECK_FAILED
    click.echo(
        f"ok  {proof} refutes {formula}: {read.clauses} clauses, {read.additions} steps, "
        f"{read.hints} hints, {read.rat} by RAT"
    )
    return 0
