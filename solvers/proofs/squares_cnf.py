"""Square-free sets and colourings as clauses, straight from the definition."""

from __future__ import annotations

from ...instances.lattice import board_points
from ...instances.squares import all_squares
from .cnf import Cnf

__all__ = ["colouring", "square_free", "square_saturated"]


def _board(width: int, height: int) -> tuple[Cnf, list[int], list[list[int]]]:
    cnf = Cnf()
    point = {p: cnf.fresh() for p in board_points(width, height)}
    squares = [sorted(point[p] for p in square.corners) for square in all_squares(width, height)]
    return cnf, list(point.values()), squares


def colouring(width: int, height: int) -> Cnf:
    """Return clauses that say: two colours can avoid a one-coloured square.

    Example:
        >>> colouring(2, 2).clauses
        [[-1, -2, -3, -4], [1, 2, 3, 4]]
    """
    cnf, _, squares = _board(width, height)
    for corners in squares:
        cnf.not_all(corners, 4)
        cnf.add(*corners)
    return cnf


def square_free(width: int, height: int, size: int) -> Cnf:
    """Return clauses that say: a square-free set of at least `size` points exists.

    Example:
        >>> square_free(2, 2, 4).clauses[0]
        [-1, -2, -3, -4]
    """
    cnf, points, squares = _board(width, height)
    for corners in squares:
        cnf.not_all(corners, 4)
    cnf.at_least(points, size)
    return cnf


def square_saturated(width: int, height: int, size: int) -> Cnf:
    """Return clauses that say: a saturated square-free set of at most `size` points exists.

    Every point is in the set or is the fourth corner of three points of it.

    Example:
        >>> square_saturated(2, 2, 2).clauses[0]
        [-1, -2, -3, -4]
    """
    cnf, points, squares = _board(width, height)
    ways: dict[int, list[int]] = {p: [] for p in points}
    for corners in squares:
        cnf.not_all(corners, 4)
        for p in corners:
            ways[p].append(cnf.conjunction([q for q in corners if q != p]))
    for p in points:
        cnf.add(p, *ways[p])
    cnf.at_most(points, size)
    return cnf
