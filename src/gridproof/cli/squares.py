"""What the verbs prove, count and experiment do for squares."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import (
    EXIT_BAD_INPUT,
    EXIT_CHECK_FAILED,
    EXIT_DISAGREE,
    EXIT_UNDECIDED,
    emit_error,
    emit_json,
    progress_bar,
    readings,
)

if TYPE_CHECKING:
    from ..instances.squares import SquareRule
    from ..solvers.answer import Assurance
    from ..solvers.limits import Limits

__all__ = ["baseline_table", "count", "games_table", "prove_games", "prove_sets", "rule_of"]

Sizes = list[tuple[int, int]]


def rule_of(orientation: str, first_square: str, min_side: int) -> SquareRule:
    """Return the rule given on the command line."""
    from ..instances.squares import SquareRule

    return SquareRule(orientation, first_square, min_side)


def _suffix(rule: SquareRule) -> str:
    parts = [rule.orientation] * (rule.orientation != "any") + [rule.first_square] * (
        rule.first_square != "wins"
    )
    parts += [f"side{rule.min_side}"] * (rule.min_side > 1)
    return "".join(f"-{part}" for part in parts)


def prove_games(
    sizes: Sizes, rule: SquareRule, wanted: Assurance | None, limits: Limits, out: str, form: str, quiet: bool
) -> int:
    """Prove the value of the game on each board and write its strategies."""
    from .. import __version__
    from ..instances.errors import InputError
    from ..solvers.proofs.strategies import write_game
    from ..solvers.squares_proofs import prove_game

    code = 0
    if form == "text":
        click.echo(f"square-game, {rule}")
        head = f"{'board':>7} {'value':>7} {'by move':>7}  {'assurance':13}"
        click.echo(f"{head} {'nodes':>11} {'positions':>9} {'seconds':>8}")
    for width, height in sizes:
        with progress_bar(f"square-game {width} x {height}", quiet) as progress:
            try:
                answer, claim = prove_game(
                    width, height, rule, version=__version__, limits=limits, progress=progress
                )
            except InputError as error:
                emit_error(error)
                code = max(code, EXIT_BAD_INPUT)
                continue
        path = None
        if claim is not None:
            path = str(Path(out) / f"square-game-{width}x{height}{_suffix(rule)}.json")
            write_game(claim, path)
        if form == "json":
            emit_json(answer.to_json() | ({"certificate": path} if path else {}))
        else:
            details = answer.details
            click.echo(
                f"{f'{width}x{height}':>7} {answer.value or '?':>7} {details.get('won_by_move', '-'):>7}  "
                f"{answer.assurance.value:13} {answer.engines[0].nodes:11} "
                f"{details.get('positions_in_strategies', '-'):>9} {answer.seconds:8.2f}"
            )
            if "argument" in details:
                click.echo(f"        also by {details['argument']}")
        if not answer.reaches(wanted):
            code = max(code, EXIT_UNDECIDED)
    if form == "text":
        click.echo(f"strategies in {out}/; replay them with: gridproof verify {out}/square-game-*.json")
    return code


def prove_sets(
    problem: str,
    sizes: Sizes,
    rule: SquareRule,
    engine: str,
    wanted: Assurance | None,
    limits: Limits,
    out: str,
    exported: tuple[str, str] | None,
    form: str,
    quiet: bool,
) -> int:
    """Prove an extremal set or the existence of a colouring on each board and write claims."""
    from ..instances.errors import InputError
    from ..instances.squares import SquareRule
    from ..solvers.answer import EnginesDisagree, Status
    from ..solvers.squares_extremes import prove_set
    from .evidence import export, write_evidence

    if engine == "spectrum":
        raise click.UsageError(f"engine 'spectrum' does not answer {problem}")
    code = 0
    if form == "text":
        click.echo(f"{problem}, {rule}")
        click.echo(f"{'board':>7} {'value':>7}  {'assurance':13} {'nodes':>12} {'seconds':>8}  witness")
    for width, height in sizes:
        with progress_bar(f"{problem} {width} x {height}", quiet) as progress:
            try:
                answer = prove_set(
                    problem,
                    width,
                    height,
                    rule,
                    engines=None if engine == "auto" else (engine,),  # type: ignore[arg-type]  # checked
                    assurance=wanted,
                    limits=limits,
                    progress=progress,
                )
            except EnginesDisagree as error:
                emit_error(error)
                return EXIT_DISAGREE
            except InputError as error:
                emit_error(error)
                code = max(code, EXIT_BAD_INPUT)
                continue
        path = None
        if answer.status is Status.OPTIMAL and rule == SquareRule():
            try:
                answer, path = write_evidence(problem, (width, height), answer, wanted, limits, out)
            except EnginesDisagree as error:
                emit_error(error)
                return EXIT_DISAGREE
            if exported:
                export(problem, (width, height), int(answer.value), *exported)
        if form == "json":
            emit_json(answer.to_json() | ({"certificate": path} if path else {}))
        else:
            low, high = answer.value, answer.value
            if answer.bound is not None:
                low, high = (
                    (answer.value, answer.bound)
                    if problem == "square-free-max"
                    else (answer.bound, answer.value)
                )
            told = f"{low}" if low == high and low is not None else f"{low or '?'}..{high or '?'}"
            witness = " ".join(f"{x},{y}" for x, y in answer.solution or [])
            nodes = answer.engines[0].nodes
            click.echo(
                f"{f'{width}x{height}':>7} {told:>7}  {answer.assurance.value:13} "
                f"{'-' if nodes is None else nodes:>12} {answer.seconds:8.2f}  {witness}"
            )
        if not answer.reaches(wanted):
            code = max(code, EXIT_UNDECIDED)
    if form == "text" and rule == SquareRule():
        click.echo(f"claims in {out}/; check them with: gridproof verify {out}/*.json")
    return code


def count(sizes: Sizes, rule: SquareRule, limits: Limits, form: str, quiet: bool) -> int:
    """Print squares, colourings and square-free sets of each board."""
    from ..solvers.squares_extremes import count_all

    for width, height in sizes:
        with progress_bar(f"count squares {width} x {height}", quiet) as progress:
            answer = count_all(width, height, rule, limits=limits, progress=progress)
        if form == "json":
            emit_json(answer.to_json())
            continue
        details = answer.details
        click.echo(f"{width} x {height}: {answer.count} squares, {details['tilted']} of them tilted ({rule})")
        if "colourings" in details:
            click.echo(
                f"  two-colourings without a one-coloured square: {details['colourings']}, "
                f"balanced {details['balanced_colourings']}"
            )
        if "square_free_by_size" in details:
            click.echo("  square-free sets by size: " + " ".join(map(str, details["square_free_by_size"])))
    return 0


def baseline_table(
    sizes: Sizes, rule: SquareRule, games: int, seed: int, workers: int | None, picture: str | None
) -> int:
    """Print random games beside the exact values; exit 1 if they do not fit."""
    from ..instances.formats import write_atomically
    from ..solvers.audits.fit import ALARM
    from ..solvers.experiments.squares import baseline
    from ..solvers.limits import Limits

    click.echo(f"{games} random games, {rule}")
    click.echo(
        f"{'board':>6} {'moves':>7} {'exact':>8} {'decided':>8} {'first':>7} {'second':>7} "
        f"{'draw':>9} {'exact':>10} {'axis':>6} {'tilted':>6} {'both':>6} {'on board':>8} {'games/s':>9}"
    )
    code = 0
    rows = []
    for width, height in sizes:
        row = baseline(width, height, rule, games=games, seed=seed, limits=Limits(workers=workers))
        rows.append(row)
        decided = max(1, row.first + row.second)
        exact_mean = "-" if row.exact_mean is None else f"{float(row.exact_mean):.5f}"
        exact_draw = "-" if row.exact_draw is None else f"{float(row.exact_draw):.3g}"
        mean_decided = "-" if row.mean_decided is None else f"{row.mean_decided:.4f}"
        click.echo(
            f"{f'{width}x{height}':>6} {row.mean:7.4f} {exact_mean:>8} {mean_decided:>8} "
            f"{row.first / row.games:7.4f} {row.second / row.games:7.4f} "
            f"{row.draws / row.games:9.6f} {exact_draw:>10} "
            f"{row.axis / decided:6.4f} {row.tilted / decided:6.4f} {row.both / decided:6.4f} "
            f"{float(row.tilt_on_board):8.4f} {row.games / max(row.seconds, 1e-9):9.0f}"
        )
        for p, told in ((row.fit, "game lengths"), (row.fit_first_move, "first moves")):
            if p is not None and p < ALARM:
                click.echo(f"error: {width} x {height}: the {told} do not fit (p = {p:.2g})", err=True)
                code = EXIT_CHECK_FAILED
    if picture is not None:
        from ..pictures.experiments import square_shares

        write_atomically(picture, square_shares(rows, format=picture[-3:].lower()))
    return code


def games_table(files: tuple[str, ...], games: int, seed: int) -> int:
    """Print recorded games by size and hints beside random play."""
    from ..instances.squares import SquaresBoard
    from ..solvers.experiments.squares import compare_games

    code = 0
    found = []
    for reading in readings(files, None):
        if isinstance(reading.instance, SquaresBoard):
            found.append(reading.instance)
            continue
        emit_error(reading.error or ValueError(f"{reading.source}:{reading.line}: not a square game"))
        code = EXIT_BAD_INPUT
    groups, left_out = compare_games(found, random_games=games, seed=seed)
    for group in groups:
        hints = {True: "with hints", False: "without hints", None: "hints not recorded"}[group.hints]
        told = f"{group.games} games, {group.mean_moves:.1f} moves on average"
        click.echo(f"{group.width} x {group.height}, {hints}: {told}")
        click.echo(
            f"  first wins {group.wins['first']}, second {group.wins['second']}, draws {group.draws} "
            f"(first against one half: p = {group.first_p:.2g})"
        )
        share = group.tilted / group.decided if group.decided else 0.0
        click.echo(
            f"  tilted squares decide {group.tilted} of {group.decided} = {share:.3f}, 95 % interval "
            f"{group.low:.3f} to {group.high:.3f}; random play {group.baseline_share:.3f} "
            f"(p = {group.p_baseline:.2g}), on the board {group.board_share:.3f}"
        )
        click.echo(f"  {group.verdict}")
    if left_out:
        click.echo(f"{left_out} unfinished games left out")
    return code
