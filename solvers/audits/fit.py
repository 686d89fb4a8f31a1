"""Pearson's chi-square test with merged cells."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["ALARM", "chi_square"]

ALARM = 1e-6
"""A p-value below this is no chance."""

LEAST = 5.0


def chi_square(cells: Iterable[tuple[float, float]]) -> tuple[float, int]:
    """Return the p-value and the number of cells used.

    Args:
        cells: pairs of what was observed and what is expected; neighbours are merged until at
            least 5 are expected.

    Example:
        >>> chi_square([(510, 500), (490, 500)])[0] > 0.1, chi_square([(900, 500), (100, 500)])[0] < ALARM
        (True, True)
        >>> chi_square([(3, 2), (1, 2)])
        (1.0, 0)
    """
    from scipy.stats import chi2

    merged: list[tuple[float, float]] = []
    seen = hoped = 0.0
    for observed, expected in cells:
        seen, hoped = seen + observed, hoped + expected
        if hoped >= LEAST:
            merged.append((seen, hoped))
            seen = hoped = 0.0
    if merged and (seen or hoped):
        merged[-1] = (merged[-1][0] + seen, merged[-1][1] + hoped)
    if len(merged) < 2:
        return 1.0, len(merged)
    statistic = sum((s - h) ** 2 / h for s, h in merged)
    return float(chi2.sf(statistic, len(merged) - 1)), len(merged)
