"""Options and output shared by the verbs."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..instances.formats import Reading
    from ..solvers.answer import Answer, Assurance
    from ..solvers.limits import Limits, Progress

__all__ = [
    "EXIT_BAD_INPUT",
    "EXIT_CHECK_FAILED",
    "EXIT_DISAGREE",
    "EXIT_UNDECIDED",
    "FORMAT",
    "FROM",
    "LEVEL",
    "LIMITS",
    "MEMORY",
    "OUT",
    "RULE",
    "SQUARE_RULE",
    "Size",
    "emit_json",
    "limits_of",
    "options",
    "progress_bar",
    "readings",
]

EXIT_CHECK_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_UNDECIDED = 3
EXIT_DISAGREE = 4

MAX_SIDE = 10_000

_Function = TypeVar("_Function", bound=Callable[..., Any])


def options(*decorators: Callable[[Any], Any]) -> Callable[[_Function], _Function]:
    """Return one decorator for several click options, in the order of the help text."""

    def apply(function: _Function) -> _Function:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return apply


class Size(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.4 on
    """``N``, ``WxH``, a range ``A..B`` of squares, or a list of these with commas."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a list of (width, height)."""
        if not isinstance(value, str):
            return value
        sizes: list[tuple[int, int]] = []
        for part in value.split(","):
            match = re.fullmatch(r"(-?\d{1,9})(?:(x|\.\.)(-?\d{1,9}))?", part.strip(), re.ASCII)
            if match is None:
                self.fail(f"{part!r:.40} is not a size; expected N, WxH, A..B or a list of these", param, ctx)
            first, sign, second = match.groups()
            a, b = int(first), int(second or first)
            if min(a, b) < 1 or max(a, b) > MAX_SIDE:
                self.fail(f"{part}: sides are from 1 to {MAX_SIDE}", param, ctx)
            if sign == "..":
                if a > b:
                    self.fail(f"{part}: the range is empty", param, ctx)
                sizes.extend((n, n) for n in range(a, b + 1))
            else:
                sizes.append((a, b))
        return sizes


FORMAT = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
FROM = click.option(
    "--from", "format_name", metavar="FORMAT", help="Format of the files; recognised by default."
)
LEVEL = click.option(
    "--level",
    type=click.Choice(["easy", "medium", "hard", "expert"]),
    help="Level of arrow boards given as digits alone.",
)
ASSURANCE = click.option(
    "--assurance",
    type=click.Choice(["stated", "witness", "cross-checked", "proof"]),
    help="Level wanted; exit 3 if the answer has less.",
)
LIMITS = options(
    click.option(
        "--time-limit",
        type=click.FloatRange(min=0, min_open=True),
        metavar="SECONDS",
        help="For each engine.",
    ),
    click.option(
        "--node-limit", type=click.IntRange(min=1, max=2**63), metavar="NODES", help="For each native engine."
    ),
    click.option("--workers", type=click.IntRange(1, 1024), help="Threads; one a core by default."),
)
RULE = click.option(
    "--rule",
    type=click.Choice(["full-cover", "full-cover+no-touch", "any"]),
    help="numberlink: overrides the rule of the file.",
)
MEMORY = click.option(
    "--memory-limit",
    type=click.IntRange(min=1, max=1 << 24),
    metavar="MB",
    help="numberlink: UNKNOWN beyond it (4096 by default for the frontier method).",
)
SQUARE_RULE = options(
    click.option(
        "--orientation",
        type=click.Choice(["any", "axis"]),
        default="any",
        show_default=True,
        help="squares: tilted ones count, or only those parallel to the axes.",
    ),
    click.option(
        "--first-square",
        type=click.Choice(["wins", "loses"]),
        default="wins",
        show_default=True,
        help="squares: what the first square means for its owner.",
    ),
    click.option(
        "--min-side",
        type=click.IntRange(1, 1000),
        default=1,
        show_default=True,
        help="squares: shortest side.",
    ),
)
OUT = click.option(
    "--out", default="claims", show_default=True, metavar="DIR", help="Folder for claims and certificates."
)
QUIET = click.option("--quiet", is_flag=True, help="No progress on the terminal.")


def limits_of(
    time_limit: float | None, node_limit: int | None, workers: int | None, megabytes: int | None = None
) -> Limits:
    """Return the limits given on the command line."""
    from ..solvers.limits import Limits

    memory = None if megabytes is None else megabytes << 20
    return Limits(seconds=time_limit, nodes=node_limit, memory=memory, workers=workers)


def level_of(assurance: str | None) -> Assurance | None:
    """Return the assurance asked for."""
    from ..solvers.answer import Assurance

    return None if assurance is None else Assurance(assurance)


def readings(files: tuple[str, ...], format_name: str | None, level: str | None = None) -> Iterator[Reading]:
    """Yield the readings of all files; a file that cannot be read is one reading with its error."""
    from ..instances.errors import InputError
    from ..instances.formats import FORMATS, Reading, load_many

    if format_name is not None and format_name not in FORMATS:
        raise click.UsageError(f"unknown format {format_name!r}; expected one of {', '.join(FORMATS)}")
    for file in files:
        try:
            yield from load_many(file, format=format_name, level=level)
        except InputError as error:
            yield Reading(file, error.line or 1, error=error)


def emit_json(record: dict[str, Any]) -> None:
    """Print one JSON line at once."""
    click.echo(json.dumps(record, ensure_ascii=False, separators=(",", ":")))
    sys.stdout.flush()


def emit_error(error: Exception) -> None:
    """Print one line about a bad input."""
    click.echo(f"error: {error}", err=True)


def engines_text(answer: Answer) -> str:
    """Return the engines asked with their nodes and times."""
    parts = []
    for engine in answer.engines:
        nodes = "" if engine.nodes is None else f", {engine.nodes} nodes"
        parts.append(f"{engine.name} ({engine.status.lower()}{nodes}, {engine.seconds:.2f} s)")
    return "; ".join(parts)


@contextlib.contextmanager
def progress_bar(label: str, quiet: bool) -> Iterator[Progress | None]:
    """Show a bar on standard error if it is a terminal."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[nodes]:,} nodes"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(label, total=None, nodes=0)

        def update(done: int, total: int, nodes: int) -> None:
            bars.update(task, completed=done, total=total or None, nodes=nodes)

        yield update
