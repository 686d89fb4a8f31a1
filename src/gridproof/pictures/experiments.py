"""Pictures of experiments."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..solvers.experiments.binomial import Timing

__all__ = ["binomial_methods"]


def binomial_methods(rows: Sequence[Timing], *, format: str = "svg") -> bytes:
    """Return time against the number n r of Pascal cells, one line a method."""
    import matplotlib as mpl
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
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "gridproof", "svg.fonttype": "none"}):
        figure.savefig(buffer, format=format, facecolor="white", dpi=144)
    return buffer.getvalue()
