"""gridproof campaign: long extremal searches that resume."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import EXIT_UNDECIDED, FORMAT, QUIET, Size, emit_json, options

if TYPE_CHECKING:
    from ..solvers.campaign.executors import MakeExecutor
    from ..solvers.campaign.ledger import Ledger, StageRow
    from ..solvers.campaign.progress import Progress

EPILOG = """\b
run      cut the search into cubes and search them; kill it and run it again
         to go on. With --engine second the cubes of the settled questions are
         searched again by a search that shares no code with the first; with
         --engine proof (kyouen-max) the cubes of the last question are refuted
         by CaDiCaL, and each refutation is checked.
status   how far it is; also while it runs
export   write the claim and its certificate (gridproof verify checks both)

The ledger is one SQLite file, campaigns/PROBLEM-SIZE.sqlite unless --ledger
says otherwise."""

PROBLEM = options(
    click.argument("problem", type=click.Choice(["kyouen-max", "kyouen-min"])),
    click.option("--size", "sizes", type=Size(), required=True, help="N or WxH."),
    click.option("--ledger", metavar="FILE", help="The campaign's memory."),
)
SECONDS_A_LINE = 60.0


@click.group("campaign", epilog=EPILOG)
def command() -> None:
    """Run, watch and export long searches that resume."""


def _question(problem: str, sizes: list[tuple[int, int]], ledger: str | None) -> tuple[str, int, int]:
    """The path of the ledger, and the board with its short side first."""
    from ..instances.errors import InputError
    from ..solvers.kyouen_extremes import check_searchable

    if len(sizes) != 1:
        raise click.UsageError("a campaign is about one board; expected --size N or WxH")
    width, height = sorted(sizes[0])
    check_searchable(width, height)
    if width * height < 3:
        raise InputError("a board of at least three points is expected; for smaller ones: gridproof prove")
    return ledger or str(Path("campaigns") / f"{problem}-{width}x{height}.sqlite"), width, height


@command.command("run")
@PROBLEM
@click.option(
    "--engine",
    type=click.Choice(["native", "second", "proof"]),
    default="native",
    show_default=True,
    help="The search; the second search of its cubes; refutations of the last ones (maximum).",
)
@click.option("--workers", type=click.IntRange(1, 1024), help="Threads or processes; one a core by default.")
@click.option(
    "--executor",
    type=click.Choice(["threads", "processes"]),
    default="threads",
    show_default=True,
    help="What runs the units on this machine.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Run the units on a Dask cluster (tcp://HOST:8786).")
@click.option(
    "--time-limit", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Stop then."
)
@FORMAT
@QUIET
def run_command(
    problem: str,
    sizes: list[tuple[int, int]],
    ledger: str | None,
    engine: str,
    workers: int | None,
    executor: str,
    scheduler: str | None,
    time_limit: float | None,
    form: str,
    quiet: bool,
) -> int:
    """Begin a campaign or go on with it."""
    from .. import __version__
    from ..solvers.campaign.driver import run
    from ..solvers.campaign.executors import dask_cluster, processes, threads
    from ..solvers.campaign.ledger import Ledger
    from ..solvers.limits import Limits

    path, width, height = _question(problem, sizes, ledger)
    count = Limits(workers=workers).threads
    make: MakeExecutor = {"threads": threads, "processes": processes}[executor](count)
    if scheduler is not None:
        make = dask_cluster(scheduler)
    start = time.perf_counter()
    with Ledger(path, write=True) as book, _stopping(time_limit) as stop, _teller(quiet) as told:
        book.begin(problem, width, height, __version__)
        outcome = run(
            book,
            make,
            engine=engine,
            told=told,
            stop=stop,
            in_process=scheduler is None and executor == "threads",
        )
        spent = book.spent(engine)
    seconds = time.perf_counter() - start
    if form == "json":
        emit_json(
            {
                "schema": "gridproof-campaign/1",
                "problem": problem,
                "width": width,
                "height": height,
                "engine": engine,
                "value": outcome.value,
                "nodes": outcome.nodes,
                "ledger": path,
                "seconds": round(seconds, 3),
            }
        )
    elif outcome.value is not None:
        asked = {
            "native": "",
            "second": ", every cube searched again by the second search",
            "proof": ", the cubes of all rows refuted, each refutation checked",
        }[engine]
        click.echo(
            f"{problem} {width} x {height} = {outcome.value}{asked}\n"
            f"{outcome.nodes:,} nodes, {spent:.1f} s of searching, {seconds:.1f} s here; {path}\n"
            f"certificate: gridproof campaign export {problem} --size {width}x{height}"
            + (f" --ledger {ledger}" if ledger else "")
        )
    else:
        click.echo(f"{problem} {width} x {height}: not settled yet; run the same command to go on ({path})")
    return 0 if outcome.value is not None else EXIT_UNDECIDED


@contextmanager
def _stopping(seconds: float | None) -> Iterator[threading.Event]:
    """An event set after so many seconds, or by Ctrl-C before it goes on upwards."""
    stop = threading.Event()
    clock = threading.Timer(seconds, stop.set) if seconds is not None else None
    if clock:
        clock.daemon = True
        clock.start()
    try:
        yield stop
    finally:
        stop.set()
        if clock:
            clock.cancel()


@contextmanager
def _teller(quiet: bool) -> Iterator[Callable[[StageRow, Progress], None] | None]:
    """One live line on a terminal, one line a minute elsewhere."""
    if quiet:
        yield None
        return
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.live import Live

        with Live(console=Console(stderr=True), transient=True, refresh_per_second=2) as live:
            yield lambda stage, progress: live.update(f"{_asked(stage)}: {progress}")
        return
    last = [time.perf_counter()]

    def line(stage: StageRow, progress: Progress) -> None:
        if time.perf_counter() - last[0] >= SECONDS_A_LINE:
            last[0] = time.perf_counter()
            click.echo(f"{time.strftime('%H:%M:%S')} {_asked(stage)}: {progress}", err=True)

    yield line


def _asked(stage: StageRow) -> str:
    if "size" in stage.spec:
        return f"saturated set of {stage.spec['size']}"
    return f"more than {stage.spec['best']} points in {stage.spec['rows']} rows"


@command.command("status")
@PROBLEM
@FORMAT
def status_command(problem: str, sizes: list[tuple[int, int]], ledger: str | None, form: str) -> int:
    """Show how far a campaign is; also while it runs."""
    from ..instances.errors import InputError
    from ..solvers.campaign.ledger import Ledger

    path, width, height = _question(problem, sizes, ledger)
    with Ledger(path) as book:
        if book.question != (problem, width, height):
            raise InputError("the ledger is of another question", path)
        at_work = book.driver()
        for engine in book.engines() or ["native"]:
            for stage in book.stages():
                if engine != "native" and stage.outcome != "no":
                    continue
                progress = _progress(book, stage, engine, at_work)
                if form == "json":
                    emit_json(_record(stage, engine, progress))
                else:
                    answer = {"no": "no", "found": f"yes, {len(stage.witness)} points", "open": "..."}[
                        stage.outcome
                    ]
                    click.echo(f"{engine:7} {_asked(stage)}? {answer:4} {progress}")
    if form == "text":
        click.echo("a driver is at work" if at_work else "no driver is at work")
    return 0


def _progress(book: Ledger, stage: StageRow, engine: str, at_work: bool) -> Progress:
    from ..solvers.campaign.progress import Tally

    rows, known = book.units(stage.number), book.results(stage.number, engine)
    tally = Tally(row.estimate for row in rows)
    for row in rows:
        if row.key in known:
            tally.add(row.estimate, known[row.key][1])
    nodes, age = book.recent(engine, 120.0) if at_work and stage.outcome == "open" else (0, 0.0)
    return tally.look(nodes / age if age else 0.0)


def _record(stage: StageRow, engine: str, progress: Progress) -> dict[str, Any]:
    return {
        "stage": stage.spec,
        "engine": engine,
        "outcome": stage.outcome,
        "units": progress.units,
        "done": progress.done,
        "share": round(progress.share, 6),
        "nodes": progress.nodes,
        "nodes_per_second": round(progress.rate),
        "seconds_left": None if progress.left is None else [round(s) for s in progress.left],
    }


@command.command("export")
@PROBLEM
@click.option("--out", default="claims", show_default=True, metavar="DIR", help="Folder for the claim.")
def export_command(problem: str, sizes: list[tuple[int, int]], ledger: str | None, out: str) -> int:
    """Write the claim of a settled campaign, with its certificate."""
    from .. import __version__
    from ..instances.errors import InputError
    from ..solvers.campaign.export import export
    from ..solvers.campaign.ledger import Ledger

    path, width, height = _question(problem, sizes, ledger)
    with Ledger(path) as book:
        if book.question != (problem, width, height):
            raise InputError("the ledger is of another question", path)
        claim, written = export(book, out, __version__)
    click.echo(f"{problem} {width} x {height} = {claim.value} [{claim.assurance}]: {claim.bound}; {written}")
    return 0
