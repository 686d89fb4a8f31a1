"""gridproof render: pictures."""

from __future__ import annotations

from pathlib import Path

import click

from .common import EXIT_BAD_INPUT, FROM, emit_error, readings


@click.command("render")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--picture",
    required=True,
    metavar="FILE",
    help="Where to draw (.svg or .png); several instances get -1, -2, ...",
)
@FROM
def command(files: tuple[str, ...], picture: str, format_name: str | None) -> int:
    """Draw instances with their answer: stones, playable points, every bad circle and line."""
    from ..api import render
    from ..instances.errors import InputError

    code = 0
    found = []
    for reading in readings(files, format_name):
        if reading.instance is None:
            assert reading.error is not None
            emit_error(reading.error)
            code = EXIT_BAD_INPUT
        else:
            found.append(reading)
    target = Path(picture)
    for number, reading in enumerate(found, 1):
        assert reading.instance is not None
        path = target if len(found) == 1 else target.with_name(f"{target.stem}-{number}{target.suffix}")
        try:
            render(reading.instance, path=path)
            click.echo(str(path))
        except InputError as error:
            emit_error(error.at(reading.source, reading.line))
            code = EXIT_BAD_INPUT
    return code
