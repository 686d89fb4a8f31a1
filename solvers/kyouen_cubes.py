"""Cubes of the extremal kyouen searches as plain JSON units, and the two searches that answer them.

A unit asks about a part of a board. For the maximum, ``{"problem": "kyouen-max", "width", "height",
"rows", "best", "bands", "stones", "depth"}``: with exactly these stones in the first `depth` rows, is
there a kyouen-free set of more than `best` points in the first `rows` rows? `bands` are bounds for
0, 1, ... rows. For the minimum, ``{"problem": "kyouen-min", "width", "height", "size", "stones",
"part", "parts"}``: do the deletion chains from three stones, or this part of them, reach a
saturated set of that size? Points are indices y * width + x.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from ..instances.errors import InputError

__all__ = ["children", "confirm", "estimate", "refute_cubes", "roots", "search"]

Unit = dict[str, Any]
Result = dict[str, Any]
"""``{"found": stones or None, "nodes": int, "seconds": float}``."""


class Stopped(Exception):
    """The caller wished to stop."""


@lru_cache(maxsize=2)
def _maximum(width: int, height: int) -> Any:
    from . import _native

    return _native.MaximumCubes(width, height)


@lru_cache(maxsize=2)
def _minimum(width: int, height: int, size: int) -> Any:
    from . import _native

    return _native.MinimumCubes(width, height, size)


def _question(unit: Unit) -> Any:
    from . import _native

    return _native.RowQuestion(unit["rows"], unit["best"], unit["bands"])


def roots(problem: str, width: int, height: int, spec: dict[str, Any]) -> list[Unit]:
    """Return units that cover a question.

    Args:
        problem: ``kyouen-max`` or ``kyouen-min``.
        width, height: of the board; for the maximum rows run along the width.
        spec: ``{"rows", "best", "bands"}`` or ``{"size"}``.

    Example:
        >>> len(roots("kyouen-min", 5, 5, {"size": 5})), len(roots("kyouen-min", 5, 5, {"size": 4}))
        (101, 0)
    """
    base = {"problem": problem, "width": width, "height": height, **spec}
    if problem == "kyouen-max":
        return children(base | {"stones": [], "depth": 0})
    if problem != "kyouen-min":
        raise InputError(f"unknown problem {problem!r:.40}; expected kyouen-max or kyouen-min")
    seeds = _minimum(width, height, spec["size"]).seeds()
    return [base | {"stones": seed, "part": 0, "parts": 1} for seed in seeds]


def children(unit: Unit, parts: int = 2) -> list[Unit]:
    """Return smaller units that together ask the same: by the next row, or in `parts` parts."""
    if unit["problem"] == "kyouen-max":
        cubes = _maximum(unit["width"], unit["height"]).children(
            _question(unit), (unit["stones"], unit["depth"])
        )
        return [unit | {"stones": list(stones), "depth": depth} for stones, depth in cubes]
    whole = unit["parts"] * parts
    return [unit | {"part": i, "parts": whole} for i in range(unit["part"], whole, unit["parts"])]


def estimate(unit: Unit, probes: int) -> int:
    """Return the estimated nodes of the first search, by random descents; the same on every machine."""
    text = json.dumps([unit["stones"], unit.get("part", unit.get("depth"))])
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    if unit["problem"] == "kyouen-max":
        cubes = _maximum(unit["width"], unit["height"])
        return int(cubes.estimate(_question(unit), (unit["stones"], unit["depth"]), probes, seed))
    cubes = _minimum(unit["width"], unit["height"], unit["size"])
    return int(cubes.estimate((unit["stones"], unit["part"], unit["parts"]), probes, seed))


def search(units: Sequence[Unit], stop: Callable[[], bool] | None = None) -> list[Result | None]:
    """Answer units by the first search; ``None`` for those left when `stop` says so.

    Example:
        >>> units = roots("kyouen-max", 3, 3, {"rows": 2, "best": 3, "bands": [0, 3, 6]})
        >>> [r["found"] for r in search(units) if r["found"]]
        [[0, 1, 2, 4], [0, 2, 4, 5], [1, 2, 3, 4]]
    """
    return list(_answer(units, _search_same, stop))


def confirm(units: Sequence[Unit], stop: Callable[[], bool] | None = None) -> list[Result | None]:
    """Answer units by the second search, which shares no code with the first but the curve tables.

    It searches a seed whole: parts after the first answer with no nodes.
    """
    return list(_answer(units, _confirm_same, stop))


def refute_cubes(units: Sequence[Unit], stop: Callable[[], bool] | None = None) -> list[Result | None]:
    """Answer units of all rows by a checked refutation each; the nodes are its steps.

    The formula is that of the definition, with the first rows of the unit as unit clauses; the
    bounds by bands are not used. CaDiCaL, since CP-SAT writes its proofs to one fixed place.

    Raises:
        InputError: a unit of the minimum, or of some rows only.
    """
    return [_refute_one(unit, stop) for unit in units]


def _refute_one(unit: Unit, stop: Callable[[], bool] | None) -> Result | None:
    from .proofs.certificates import formula_of
    from .refutation import refute

    if unit["problem"] != "kyouen-max" or unit["rows"] != unit["height"]:
        raise InputError("cubes are refuted for kyouen-max, on the whole board")
    start = time.perf_counter()
    if stop is not None and stop():
        return None
    cnf = formula_of("kyouen-max", unit["width"], unit["height"], unit["best"])
    stones = set(unit["stones"])
    for p in range(unit["depth"] * unit["width"]):
        cnf.add(p + 1 if p in stones else -(p + 1))
    told = refute(cnf, engine="cadical", stop=stop)
    if told.status == "UNKNOWN":
        return None
    area = unit["width"] * unit["height"]
    found = [v - 1 for v in told.model if v <= area] if told.status == "SATISFIABLE" else None
    steps = told.checked.additions if told.checked else 0
    return {"found": found, "nodes": steps, "seconds": time.perf_counter() - start}


_Run = Callable[[list[Unit], Any], list[Any]]


def _answer(units: Sequence[Unit], run: _Run, stop: Callable[[], bool] | None) -> Iterator[Result | None]:
    def poll(*_: int) -> None:
        if stop is not None and stop():
            raise Stopped

    def spec(unit: Unit) -> str:
        return json.dumps({k: v for k, v in unit.items() if k not in ("stones", "depth", "part", "parts")})

    for _, group in groupby(units, key=spec):
        same = list(group)
        start = time.perf_counter()
        try:
            poll()
            told = run(same, poll)
        except Stopped:
            yield from [None] * len(same)
            continue
        total = sum(t.nodes for t in told) or 1
        spent = time.perf_counter() - start
        for one in told:
            yield (
                None
                if not one.complete
                else {
                    "found": list(one.witness) or None,
                    "nodes": one.nodes,
                    "seconds": spent * one.nodes / total,
                }
            )


def _search_same(units: list[Unit], poll: Callable[..., None]) -> list[Any]:
    first = units[0]
    if first["problem"] == "kyouen-max":
        cubes = [(u["stones"], u["depth"]) for u in units]
        found = _maximum(first["width"], first["height"]).explore(_question(first), cubes, progress=poll)
    else:
        parts = [(u["stones"], u["part"], u["parts"]) for u in units]
        found = _minimum(first["width"], first["height"], first["size"]).explore(parts, progress=poll)
    return list(found)


class _Nothing:
    complete, nodes, witness = True, 0, ()


def _confirm_same(units: list[Unit], poll: Callable[..., None]) -> list[Any]:
    from . import _native

    first = units[0]
    width, height = first["width"], first["height"]
    if first["problem"] == "kyouen-max":
        cubes = [(u["stones"], u["depth"]) for u in units]
        return list(_native.any_larger_set(width, height, _question(first), cubes, progress=poll))
    seeds = [u["stones"] for u in units if u["part"] == 0]
    found = iter(_native.any_saturated_set(width, height, first["size"], seeds, progress=poll))
    return [next(found) if u["part"] == 0 else _Nothing for u in units]
