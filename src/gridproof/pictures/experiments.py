"""Pictures of experiments."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..solvers.experiments import numberlink_generator as generator
    from ..solvers.experiments.binomial import Timing
    from ..solvers.experiments.kyouen import AvoidanceRow
    from ..solvers.experiments.numberlink import Row
    from ..solvers.experiments.squares import Baseline

__all__ = [
    "avoidance_fits",
    "binomial_methods",
    "numberlink_engines",
    "numberlink_generators",
    "square_shares",
]


def binomial_methods(rows: Sequence[Timing], *, format: str = "svg") -> bytes:
    """Return time against the number n r of Pascal cells, one line a method."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 4.6), layout="constrained")
    axes = figure.add_subplot()
    styles = ("o-", "s-", "^-", "v-", "D-", "P-", "X-", "*--")
    for style, name in zip(styles, dict.fromkeys(row.method for row in rows), strict=False):
        points = [(row.n * row.r, row.seconds) for row in rows if row.method == name and row.seconds]
        if not points:
            continue
        axes.plot([x for x, _ in points], [y for _, y in points], style, label=name, lw=1.2, ms=5)
    axes.axvline(20_000 * 1000, color="0.6", ls=":", lw=1)
    axes.text(
        20_000 * 1000,
        axes.get_ylim()[0],
        " article's crossover (20000, 1000)",
        fontsize=8,
        color="0.4",
        va="bottom",
        rotation=90,
    )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("n r (cells of Pascal's triangle)")
    axes.set_ylabel("seconds")
    axes.set_title(f"C(n, r) mod {rows[0].modulus}: time of each method")
    axes.legend(fontsize=8, ncols=2)
    return _saved(figure, format)


def numberlink_engines(rows: Sequence[Row], base: float, *, format: str = "svg") -> bytes:
    """Return two panels: time against cells, and the widest frontier layer against the side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 4.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    styles = ("o-", "s-", "^-", "v-", "^--", "v--")
    for style, name in zip(styles, dict.fromkeys(row.method for row in rows), strict=False):
        points = [(r.side**2, r.seconds) for r in rows if r.method == name and r.complete]
        left.plot([x for x, _ in points], [y for _, y in points], style, label=name, lw=1.2, ms=5)
    left.set_yscale("log")
    left.set_xlabel("cells")
    left.set_ylabel("seconds (unique or not)")
    left.legend(fontsize=8)
    points = [(r.side, r.widest) for r in rows if r.method == "mate" and r.widest and r.complete]
    right.plot([x for x, _ in points], [y for _, y in points], "o", color="tab:blue")
    right.set_yscale("log")
    right.set_xlabel("side of the board")
    right.set_ylabel("most frontier states before a cell")
    right.set_title(f"fit: {base:.2f}^side, so exponential", fontsize=10)
    return _saved(figure, format)


def numberlink_generators(
    rows: Sequence[generator.Row], article: tuple[int, float], *, format: str = "svg"
) -> bytes:
    """Return two panels against the side: seconds a board with the article's figure, success rate."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    for style, name in zip(("o-", "s--"), dict.fromkeys(row.method for row in rows), strict=False):
        made = [row for row in rows if row.method == name and row.boards]
        left.plot([r.side for r in made], [r.median for r in made], style, label=name, lw=1.2, ms=5)
        rates = [100 * r.boards / r.candidates for r in made]
        right.plot([r.side for r in made], rates, style, label=name, lw=1.2, ms=5)
    left.plot([article[0]], [article[1]], "k*", ms=11, label="article, random placement")
    left.set_ylabel("seconds a board, median, proof included")
    right.set_ylabel("candidates with one solution, %")
    for axes in (left, right):
        axes.set_yscale("log")
        axes.set_xlabel("side of the board")
        axes.legend(fontsize=8)
    return _saved(figure, format)


def square_shares(rows: Sequence[Baseline], *, format: str = "svg") -> bytes:
    """Return two panels against N: the deciding stone by class beside the board; wins and draws."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    sides = [row.width for row in rows]
    decided = [max(1, row.first + row.second) for row in rows]
    for style, label, parts in (
        ("o-", "axis-parallel only", [row.axis for row in rows]),
        ("s-", "tilted only", [row.tilted for row in rows]),
        ("^-", "both at once", [row.both for row in rows]),
    ):
        left.plot(
            sides, [n / d for n, d in zip(parts, decided, strict=True)], style, label=label, lw=1.2, ms=5
        )
    left.plot(
        sides, [float(row.tilt_on_board) for row in rows], "k--", label="tilted squares on the board", lw=1
    )
    left.set_ylabel("share of decided games")
    for style, label, parts in (
        ("o-", "first wins", [row.first for row in rows]),
        ("s-", "second wins", [row.second for row in rows]),
        ("^-", "draws", [row.draws for row in rows]),
    ):
        right.plot(
            sides,
            [n / row.games for n, row in zip(parts, rows, strict=True)],
            style,
            label=label,
            lw=1.2,
            ms=5,
        )
    known = [row for row in rows if row.exact_draw is not None]
    right.plot(
        [r.width for r in known], [float(r.exact_draw or 0) for r in known], "k+", label="draws, exact", ms=10
    )
    right.set_ylabel("share of games")
    for axes in (left, right):
        axes.set_xlabel("N")
        axes.set_xticks(sides)
        axes.set_ylim(bottom=0)
        axes.legend(fontsize=8)
    figure.suptitle("the square game at random", fontsize=11)
    return _saved(figure, format)


def avoidance_fits(rows: Sequence[AvoidanceRow], *, format: str = "svg") -> bytes:
    """Return two panels against N: stones of a success, and tests beside the work of the fast method."""
    from matplotlib.figure import Figure

    from ..solvers.experiments.kyouen import ARTICLE, fits

    figure = Figure(figsize=(9.6, 4.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    sides = [row.side for row in rows]
    known = [n for n in sides if n in ARTICLE]
    left.plot(sides, [row.stones for row in rows], "o-", label="ours", lw=1.2, ms=5)
    left.plot(known, [ARTICLE[n][0] for n in known], "k+", label="article", ms=10)
    exact = [row for row in rows if row.exact is not None]
    means = [float(row.exact.mean_stones) for row in exact if row.exact is not None]
    left.plot([r.side for r in exact], means, "x", color="tab:red", label="exact", ms=9)
    left.set_ylabel("mean stones of a success")
    right.plot(sides, [row.tests for row in rows], "o-", label="tests of the plain method", lw=1.2, ms=5)
    right.plot(known, [ARTICLE[n][2] for n in known], "k+", label="article's tests", ms=10)
    right.plot(sides, [row.work for row in rows], "s-", label="curves and rows walked", lw=1.2, ms=5)
    right.set_xscale("log")
    right.set_yscale("log")
    right.set_ylabel("mean work until a success")
    if len([n for n in sides if n >= 4]) > 1:
        slope, intercept, tests, work = fits(rows)
        left.set_title(f"{slope:.3f} N {intercept:+.3f}", fontsize=10)
        right.set_title(f"N^{tests:.2f} tests, N^{work:.2f} walked", fontsize=10)
    for axes in (left, right):
        axes.set_xlabel("N")
        axes.legend(fontsize=8)
    return _saved(figure, format)


def _saved(figure: Figure, format: str) -> bytes:
    import matplotlib as mpl

    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "gridproof", "svg.fonttype": "none"}):
        figure.savefig(buffer, format=format, facecolor="white", dpi=144)
    return buffer.getvalue()
