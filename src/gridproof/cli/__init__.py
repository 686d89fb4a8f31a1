"""The command line: one file a verb, each imported only when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from .. import __version__

__all__ = ["main"]

VERBS = {
    "solve": "Answer the question each instance of the files poses.",
    "count": "Count: sets of an empty board by size; solutions of puzzles.",
    "prove": "Prove extremal values and write claim files.",
    "verify": "Check claims and claimed answers by the plain rules.",
    "generate": "Make boards, each proved to be as asked.",
    "search": "Search heuristically for good sets on large boards.",
    "audit": "Check anybody's boards: solvable, claims, repeats.",
    "campaign": "Run long searches that resume; watch and export them.",
    "experiment": "The articles' tables, ours beside theirs.",
    "play": "Play a game in the terminal.",
    "render": "Draw instances as SVG or PNG.",
    "convert": "Translate instances between formats.",
}
"""Each verb has the module of its name in this folder."""

EPILOG = """\b
Exit codes: 0 answered, 1 a check failed, 2 bad usage or input,
3 undecided within the limits or the asked assurance not reached,
4 engines disagree, 130 interrupted (what was done is kept)."""


class _Verbs(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f".{cmd_name}", __name__).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            ctx.fail(f"no verb {args[0]!r}; expected one of {', '.join(VERBS)}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Verbs, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="gridproof")
def _root() -> None:
    """Exact answers about lattice puzzles, with the assurance stated and the evidence checkable."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit; no traceback reaches a user for bad input."""
    from ..instances.errors import InputError

    try:
        code = _root.main(arguments, prog_name="gridproof", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = 2
    except InputError as error:
        click.echo(f"error: {error}", err=True)
        code = 2
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted; what was printed or written is kept", err=True)
        code = 130
    except BrokenPipeError:
        # The reader closed the pipe (as `head` does): stop without a message.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code if isinstance(code, int) else 0)
