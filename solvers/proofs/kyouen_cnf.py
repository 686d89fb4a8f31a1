"""Kyouen boards as clauses, straight from the definition: large kyouen-free sets, small saturated sets."""

from __future__ import annotations

from ...instances.kyouen import bad_curves
from ...instances.lattice import Point, board_points
from .cnf import Cnf

__all__ = ["kyouen_free", "saturated"]


def _board(width: int, height: int) -> tuple[Cnf, dict[Point, int], list[list[int]]]:
    """Variables 1, 2, ... for the points row by row, and the curves with at least four points."""
    cnf = Cnf()
    stone = {p: cnf.fresh() for p in board_points(width, height)}
    curves = [sorted(stone[p] for p in points) for points in bad_curves(stone).values()]
    for curve in curves:
        cnf.not_all(curve, 4)
    return cnf, stone, curves


def kyouen_free(width: int, height: int, size: int) -> Cnf:
    """Return clauses that say: a kyouen-free set of at least `size` points exists.

    Example:
        >>> cnf = kyouen_free(2, 2, 4)
        >>> cnf.clauses[0], cnf.clauses[-1]
        ([-1, -2, -3, -4], [12])
    """
    cnf, stone, _ = _board(width, height)
    cnf.at_least(list(stone.values()), size)
    return cnf


def saturated(width: int, height: int, size: int) -> Cnf:
    """Return clauses that say: a saturated set of at most `size` points exists.

    Every point is a stone or lies on a curve with three stones.

    Example:
        >>> saturated(2, 2, 3).clauses[0]
        [-1, -2, -3, -4]
    """
    cnf, stone, curves = _board(width, height)
    full: dict[int, list[int]] = {variable: [] for variable in stone.values()}
    for curve in curves:
        three = cnf.counter(curve, 3)[2]
        for variable in curve:
            full[variable].append(three)
    for variable, ways in full.items():
        cnf.add(variable, *ways)
    cnf.at_most(list(stone.values()), size)
    return cnf
