"""What a campaign asks next, and how a question is cut into units of even work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...instances.errors import InputError
from ...instances.kyouen import KyouenBoard, is_kyouen_free, is_saturated
from ..kyouen_cubes import children, estimate, roots
from ..limits import Limits
from ..proofs.coverage import band_bound
from .ledger import Row, StageRow, key_of

__all__ = ["PROBLEMS", "accepted", "cut", "next_stage", "settled_value"]

PROBLEMS = ("kyouen-max", "kyouen-min")
SHARES = 1000
"""A unit is split again while its estimate is above this part of the whole ..."""
LEAST = 50_000
"""... and above so many nodes."""
MOST_PARTS = 64
ROOT_PROBES, PROBES = 16, 4
SMALL = 49
"""Boards with no more points start from nothing, larger ones from a heuristic search ..."""
SECONDS_A_POINT = 0.01
"""... of so many seconds a point. What it misses is found by the exact search, later."""


def settled_value(problem: str, height: int, stages: Sequence[StageRow]) -> int | None:
    """Return the value that the settled stages prove, or ``None`` while a question is left."""
    if problem == "kyouen-min":
        return stages[-1].spec["size"] if stages and stages[-1].outcome == "found" else None
    bands = _bands(stages)
    return bands[-1] if len(bands) > height else None


def _bands(stages: Sequence[StageRow]) -> list[int]:
    """The largest sizes in 0, 1, ... rows that the settled stages prove."""
    return [0] + [stage.spec["best"] for stage in stages if stage.outcome == "no"]


def next_stage(
    problem: str, width: int, height: int, stages: Sequence[StageRow]
) -> tuple[dict[str, Any], list[int]]:
    """Return the next question, and the best set known when it is asked.

    Args:
        problem: ``kyouen-max`` or ``kyouen-min``.
        width, height: of the board, the short side first.
        stages: all of them settled, without a value yet.
    """
    last = stages[-1] if stages else None
    if problem == "kyouen-min":
        if last is None:
            return {"size": 3}, _good_saturated(width, height)
        return {"size": last.spec["size"] + 1}, last.witness
    bands = _bands(stages)
    witness = last.witness if last is not None else []
    if last is None or last.outcome == "no":
        better = _good_set(width, height, len(bands), band_bound(bands, width))
        witness = better if len(better) > len(witness) else witness
    return _rows(bands, width, witness), witness


def _rows(bands: list[int], width: int, witness: Sequence[int]) -> dict[str, Any]:
    bound = band_bound(bands, width)
    return {"rows": len(bands), "best": min(len(witness), bound), "bands": [*bands, bound]}


def _good_set(width: int, height: int, rows: int, bound: int) -> list[int]:
    """A large kyouen-free set in the first rows, by search; the library's on a whole board."""
    from ..generators.kyouen_search import best_known, search_large

    if width * rows <= SMALL:
        return []
    limits = Limits(seconds=width * rows * SECONDS_A_POINT, workers=1)
    found = search_large(width, rows, target=bound, limits=limits).stones
    if rows == height == width:
        known = best_known("kyouen-max", width)
        if known is not None and len(known.stones) > len(found):
            found = known.stones
    return sorted(y * width + x for x, y in found)


def _good_saturated(width: int, height: int) -> list[int]:
    from ..generators.kyouen_search import best_known, search_saturated

    if width * height <= SMALL:
        return []
    limits = Limits(seconds=width * height * SECONDS_A_POINT, workers=1)
    found = list(search_saturated(width, height, limits=limits))[-1].stones
    known = best_known("kyouen-min", width) if width == height else None
    if known is not None and len(known.stones) < len(found):
        found = known.stones
    return sorted(y * width + x for x, y in found)


def cut(problem: str, width: int, height: int, spec: dict[str, Any]) -> list[Row]:
    """Return the units of a question: all of them estimated, heavy ones split, heaviest first."""
    if problem == "kyouen-max" and spec["best"] >= spec["bands"][-1]:
        return []  # the bound by bands answers
    work = [(estimate(u, ROOT_PROBES), u) for u in roots(problem, width, height, spec)]
    done: list[tuple[int, dict[str, Any]]] = []
    # The whole is estimated by the roots; splitting does not change what it is.
    limit = max(LEAST, sum(e for e, _ in work) // SHARES)
    while work:
        nodes, unit = work.pop()
        deep = unit["parts"] >= MOST_PARTS if problem == "kyouen-min" else unit["depth"] + 1 >= spec["rows"]
        if nodes <= limit or deep:
            done.append((nodes, unit))
        else:
            work += ((estimate(u, PROBES), u) for u in children(unit))
    done.sort(key=lambda each: (-each[0], key_of(each[1])))
    return [Row(key_of(unit), unit, max(1, nodes)) for nodes, unit in done]


def accepted(problem: str, unit: dict[str, Any], found: Sequence[int]) -> bool:
    """Return whether a set that a unit reports is what it was asked for, by the plain rules."""
    width, height = unit["width"], unit["height"]
    points = tuple((p % width, p // width) for p in found)
    try:
        board = KyouenBoard(width, height, points)
    except InputError:
        return False
    if problem == "kyouen-max":
        inside = all(y < unit["rows"] for _, y in points)
        return inside and len(points) > unit["best"] and is_kyouen_free(points)
    return len(points) == unit["size"] and is_saturated(board)
