"""What the verbs experiment and play do for kyouen."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import click

from .common import EXIT_CHECK_FAILED, progress_bar

if TYPE_CHECKING:
    from ..instances.kyouen import KyouenBoard
    from ..instances.lattice import Point

__all__ = ["avoidance_table", "play_avoidance", "saturation_table"]

DEVIATION = 6.0
"""Standard errors from the exact mean at which an experiment fails."""


def avoidance_table(
    sides: list[int], successes: int, seed: int, workers: int | None, exact_up_to: int, picture: str | None
) -> int:
    """Print the article's table beside ours and the exact values."""
    from ..instances.formats import write_atomically
    from ..solvers.experiments.kyouen import ARTICLE, ARTICLE_FITS, avoidance_rows, fits
    from ..solvers.limits import Limits

    click.echo(
        f"{'N':>3} {'stones':>8} {'article':>8} {'exact':>8} {'trials':>7} {'article':>7} {'success':>8} "
        f"{'exact':>8} {'tests':>9} {'article':>8} {'walked':>8} {'seconds':>7}"
    )
    rows = []
    code = 0
    with progress_bar("kyouen-avoidance", quiet=False) as progress:
        for row in avoidance_rows(
            sides,
            successes=successes,
            seed=seed,
            exact_up_to=exact_up_to,
            limits=Limits(workers=workers),
            progress=progress,
        ):
            rows.append(row)
            theirs = ARTICLE.get(row.side)
            article = [f"{theirs[0]:.3f}", f"{theirs[1]:.3f}", f"{theirs[2]}"] if theirs else ["-"] * 3
            exact = ["-", "-"]
            if row.exact is not None and row.exact.success_probability:
                exact = [f"{float(row.exact.mean_stones):.4f}", f"{float(row.exact.success_probability):.4f}"]
                off = abs(row.stones - float(row.exact.mean_stones)) / max(row.stones_error, 1e-9)
                if row.stones_error and off > DEVIATION:
                    click.echo(
                        f"error: N = {row.side}: {off:.1f} standard errors from the exact mean", err=True
                    )
                    code = EXIT_CHECK_FAILED
            ours = f"{row.side:3} {row.stones:8.4f} {article[0]:>8} {exact[0]:>8}"
            rate = f"{row.trials / row.successes:7.3f} {article[1]:>7} {row.successes / row.trials:8.4f}"
            work = f"{row.tests:9.0f} {article[2]:>8} {row.work:8.0f} {row.seconds:7.2f}"
            click.echo(f"{ours} {rate} {exact[1]:>8} {work}")
    if len([row for row in rows if row.side >= 4]) > 1:
        slope, intercept, tests, walked = fits(rows)
        click.echo(
            f"fits over N >= 4: E[m] = {slope:.3f} N {intercept:+.3f}; tests ~ N^{tests:.2f}; ", nl=False
        )
        click.echo(f"curves and rows walked ~ N^{walked:.2f}")
        click.echo(f"the article: {ARTICLE_FITS}")
    if picture is not None:
        from ..pictures.experiments import avoidance_fits

        write_atomically(picture, avoidance_fits(rows, format=picture[-3:].lower()))
    return code


def saturation_table(sides: list[int], seconds: float, seed: int, workers: int | None) -> int:
    """Print the sizes of random saturated sets beside the proved extremes."""
    from ..solvers.experiments.kyouen import saturation_row
    from ..solvers.kyouen_extremes import extreme
    from ..solvers.limits import Limits

    for side in sides:
        with progress_bar(f"kyouen-saturation {side}", quiet=False) as progress:
            row = saturation_row(
                side, seconds=seconds, seed=seed, limits=Limits(workers=workers), progress=progress
            )
        told = ", ".join(f"{m}: {c}" for m, c in row.by_stones.items())
        click.echo(f"{side} x {side}: {row.sets} saturated sets in {row.seconds:.1f} s; by size {told}")
        if not row.sets:
            continue
        click.echo(f"  apparent range {min(row.by_stones)} to {max(row.by_stones)}", nl=False)
        if side <= 8:
            least = extreme("kyouen-min", side, side)[0].value
            most = extreme("kyouen-max", side, side)[0].value
            click.echo(f"; proved range {least} to {most}")
        else:
            click.echo("; the proved range is searched for up to 8 x 8 here (prove kyouen-min, kyouen-max)")
    return 0


def play_avoidance(width: int, height: int, seed: int | None) -> int:
    """Let the player find the one playable point, and explain every other one by its curve."""
    from ..solvers.generators.kyouen import avoidance

    number = random.randrange(2**32) if seed is None else seed
    board = next(avoidance(width, height, seed=number))
    ((ax, ay),) = board.answer["playable"]
    click.echo(
        f"{len(board.stones)} stones, one point is still playable; x y, or q to give up (seed {number})"
    )
    tries = 0
    while True:
        for line in _rows(board):
            click.echo(line)
        try:
            text = click.prompt("point", prompt_suffix="> ").strip().lower()
        except click.Abort:
            text = "q"
        if text in ("q", "quit"):
            click.echo(f"it was {ax} {ay}")
            return 0
        parts = text.replace(",", " ").split()
        if len(parts) != 2 or not all(p.isascii() and p.isdigit() and len(p) < 9 for p in parts):
            click.echo("expected two numbers x y, or q")
            continue
        point = (int(parts[0]), int(parts[1]))
        if point in board.stones or not (point[0] < width and point[1] < height):
            click.echo(f"{point} is not an empty point of the board")
            continue
        tries += 1
        if point == (ax, ay):
            click.echo(f"yes, after {tries} tries: no three stones lie with it on a circle or line")
            return 0
        for line in _why_not(board, point):
            click.echo(line)


def _rows(board: KyouenBoard) -> list[str]:
    stones = set(board.stones)
    rows = ["    " + "".join(f"{x:3}" for x in range(board.width))]
    for y in range(board.height):
        rows.append(f"  {y:2}" + "".join("  o" if (x, y) in stones else "  ." for x in range(board.width)))
    return rows


def _why_not(board: KyouenBoard, point: Point) -> list[str]:
    from ..instances.kyouen import bad_curves

    lines = []
    for curve, on in bad_curves([*board.stones, point]).items():
        others = " ".join(str(p) for p in on if p != point)
        lines.append(f"no: {point} lies with {others} on the {curve}")
    return lines
