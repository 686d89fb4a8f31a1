"""gridproof convert: between formats."""

from __future__ import annotations

import click

from .common import EXIT_BAD_INPUT, FROM, emit_error, readings


@click.command("convert")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--to",
    "target",
    required=True,
    metavar="FORMAT",
    help="A name of docs/formats.md: json, kyouen-grid, numberlink-flow, ...",
)
@FROM
def command(files: tuple[str, ...], target: str, format_name: str | None) -> int:
    """Translate instances to another format on standard output."""
    from ..instances.errors import InputError
    from ..instances.formats import FORMATS, render_text

    if target not in FORMATS:
        raise click.UsageError(f"unknown format {target!r}; expected one of {', '.join(FORMATS)}")
    code = 0
    first = True
    for reading in readings(files, format_name):
        try:
            if reading.error is not None:
                raise reading.error
            assert reading.instance is not None
            text = render_text([reading.instance], format=target)
        except InputError as error:
            emit_error(error.at(reading.source, reading.line))
            code = EXIT_BAD_INPUT
            continue
        click.echo(
            ("\n" if target in ("kyouen-grid", "numberlink-flow") and not first else "") + text, nl=False
        )
        first = False
    return code
