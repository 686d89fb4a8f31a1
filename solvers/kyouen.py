"""Kyouen boards in hand answered: bad 4-tuples, playable points, saturation.

Engines: ``rules`` (determinant, curve by curve) and ``cross-ratio`` (the second
predicate, 4-tuple by 4-tuple and point by point). Extremes are in `kyouen_extremes`.
"""

from __future__ import annotations

import time
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..instances.errors import InputError
from ..instances.kyouen import (
    MAX_LISTED_POINTS,
    KyouenBoard,
    are_concyclic,
    bad_curves,
    cross_ratio_is_real,
    playable_points,
)
from ..instances.lattice import Point, board_points, check_size
from .answer import Answer, Assurance, Engine, EnginesDisagree, Status

if TYPE_CHECKING:
    pass

__all__ = [
    "are_concyclic_batch",
    "board_curves",
    "solve_board",
]


def board_curves(width: int, height: int) -> list[tuple[Point, ...]]:
    """Return the circles and lines with at least four points of a board, from the native table.

    Args:
        width: number of columns.
        height: number of rows; at most 256 points in all.

    Raises:
        InputError: a larger board.

    Example:
        >>> len(board_curves(4, 4))  # 59 circles and 10 lines
        69
    """
    from . import _native

    check_size(width, height)
    if width * height > _native.MAX_POINTS:
        raise InputError(f"the curve table holds boards of at most {_native.MAX_POINTS} points")
    table = _native.CurveTable(width, height)
    return [tuple((p % width, p // width) for p in points) for points, _ in table.curves()]


def are_concyclic_batch(quadruples: Any) -> Any:
    """Return for each row of an ``(n, 4, 2)`` integer array whether its points are concyclic.

    Args:
        quadruples: array-like of integers, shape ``(n, 4, 2)``; any size (object arrays of
            Python integers included). Rows whose coordinate differences exceed 2^30 are
            decided by Python integers.

    Returns:
        A Boolean array of shape ``(n,)``.

    Raises:
        ValueError: another shape, or not integers.

    Example:
        >>> are_concyclic_batch([[(0, 0), (1, 0), (0, 1), (1, 1)], [(0, 0), (1, 0), (0, 1), (2, 2)]]).tolist()
        [True, False]
    """
    import numpy as np

    from . import _native

    array = np.asarray(quadruples)
    if array.ndim != 3 or array.shape[1:] != (4, 2):
        raise ValueError(f"shape {array.shape}; expected (n, 4, 2)")
    if array.dtype.kind == "O" and not all(isinstance(v, int) for v in array.flat):
        raise ValueError("expected integers")
    if array.dtype.kind not in "iuO":
        raise ValueError(f"dtype {array.dtype}; expected integers")
    try:
        if array.dtype.kind == "u" and array.size and int(array.max()) >= 2**63:
            raise OverflowError
        small = np.ascontiguousarray(array.astype(np.int64))
    except OverflowError:
        return np.array([are_concyclic(*(_pair(p) for p in row)) for row in array], dtype=bool)
    verdicts = np.empty(len(small), dtype=np.uint8)
    _native.concyclic_batch(small, verdicts)
    for i in np.flatnonzero(verdicts == 2):
        verdicts[i] = are_concyclic(*(_pair(p) for p in small[i]))
    return verdicts.astype(bool)


def _pair(point: Any) -> Point:
    return int(point[0]), int(point[1])


def solve_board(board: KyouenBoard, *, assurance: Assurance | None = None) -> Answer:
    """Return bad 4-tuples by curve, playable points, saturation and the unique last point of a board.

    Args:
        board: the board.
        assurance: with ``cross-checked`` everything is decided a second time by the
            cross-ratio, 4-tuple by 4-tuple and point by point.

    Raises:
        EnginesDisagree: the two predicates differ.

    Example:
        >>> answer = solve_board(KyouenBoard(2, 2, ((0, 0), (1, 0), (0, 1))))
        >>> answer.details["saturated"], answer.details["playable"]
        (True, [])
    """
    start = time.perf_counter()
    curves = bad_curves(board.stones)
    tuples = sum(_choose4(len(on)) for on in curves.values())
    circles = sum(_choose4(len(on)) for curve, on in curves.items() if not curve.is_line)
    details: dict[str, Any] = {
        "kyouen_free": not curves,
        "bad_tuples": tuples,
        "bad_tuples_on_circles": circles,
        "bad_tuples_on_lines": tuples - circles,
        "curves": [{"curve": str(curve), "stones": [list(p) for p in on]} for curve, on in curves.items()],
    }
    playable: list[Point] | None = None
    if board.width * board.height <= MAX_LISTED_POINTS:
        playable = playable_points(board)
        details["playable"] = [list(p) for p in playable]
        details["saturated"] = not curves and not playable
    else:
        details["note"] = f"playable points are listed on boards of at most {MAX_LISTED_POINTS} points"
    engines = [Engine("rules", "done", time.perf_counter() - start, value=tuples)]
    reached = Assurance.STATED
    if assurance is not None and assurance >= Assurance.CROSS_CHECKED:
        second = time.perf_counter()
        again = sum(cross_ratio_is_real(*four) for four in combinations(board.stones, 4))
        engines.append(Engine("cross-ratio", "done", time.perf_counter() - second, value=again))
        if again != tuples or (playable is not None and playable != _playable_again(board)):
            raise EnginesDisagree("bad 4-tuples and playable points", tuple(engines))
        reached = Assurance.CROSS_CHECKED
    return Answer(
        kind="kyouen",
        question="solve",
        status=Status.EXACT,
        assurance=reached,
        value=tuples,
        solution=list(playable[0]) if playable is not None and len(playable) == 1 and not curves else None,
        details=details,
        engines=tuple(engines),
        seconds=time.perf_counter() - start,
    )


def _choose4(n: int) -> int:
    return n * (n - 1) * (n - 2) * (n - 3) // 24


def _playable_again(board: KyouenBoard) -> list[Point]:
    stones = set(board.stones)
    triples = list(combinations(board.stones, 3))
    return [
        p
        for p in board_points(board.width, board.height)
        if p not in stones and not any(cross_ratio_is_real(*triple, p) for triple in triples)
    ]
