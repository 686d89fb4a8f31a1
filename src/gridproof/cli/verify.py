"""gridproof verify: the sceptic's check."""

from __future__ import annotations

import click

from .common import EXIT_BAD_INPUT, EXIT_CHECK_FAILED, emit_error


@click.command("verify")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--rerun", is_flag=True, help="Also run the native search again for the bound half of a claim.")
def command(paths: tuple[str, ...], rerun: bool) -> int:
    """Check claim files, and instances that carry an answer, by the plain rules.

    Needs neither ortools nor a SAT solver. Without --rerun the bound half of a
    claim keeps the assurance written in the file.
    """
    from ..instances.errors import InputError
    from ..solvers.proofs.verify import verify_file

    code = 0
    for path in paths:
        try:
            for verdict in verify_file(path, rerun=rerun):
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
