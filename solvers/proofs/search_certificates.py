"""Certificates of long searches: the cubes with node counts and digests; their check and re-run."""

from __future__ import annotations

import hashlib
import json
import lzma
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...instances.errors import InputError
from .claims import Claim
from .coverage import band_bound, check_rows, check_seeds

__all__ = [
    "SEARCH_SUFFIX",
    "Cube",
    "Stage",
    "canonical",
    "check_search",
    "digest",
    "pack",
    "read_search",
    "redo",
    "unit_of",
]

SEARCH_SUFFIX = ".search.xz"
SCHEMA = "gridproof-search/1"
PIECE = 64
"""Cubes searched again between two reports of progress."""


@dataclass(frozen=True)
class Cube:
    """One cube and what the first search said of it.

    Args:
        stones: indices y * width + x.
        part: rows filled (maximum), or the number of the part of a seed (minimum).
        parts: 1 (maximum), or the number of parts of the seed.
        nodes: of the first search.
        digest: of the unit and its result.
    """

    stones: tuple[int, ...]
    part: int
    parts: int
    nodes: int
    digest: str


@dataclass(frozen=True)
class Stage:
    """One question that the cubes answer with no.

    Args:
        spec: ``{"rows", "best", "bands"}``: is there a kyouen-free set of more than `best` points
            in the first rows; or ``{"size"}``: is there a saturated set of that size.
        cubes: the cubes; none where the bound by bands answers.
    """

    spec: dict[str, Any]
    cubes: tuple[Cube, ...]


def canonical(value: Any) -> bytes:
    """Return JSON with sorted keys and no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def digest(unit: dict[str, Any], engine: str, nodes: int, found: Sequence[int] | None) -> str:
    """Return 16 hexadecimal digits over a unit and its result.

    Example:
        >>> digest({"size": 3}, "native", 5, None)
        '02d74ec7ab7dc0af'
    """
    text = canonical([unit, engine, nodes, None if found is None else list(found)])
    return hashlib.sha256(text).hexdigest()[:16]


def unit_of(
    problem: str, width: int, height: int, spec: dict[str, Any], stones: Sequence[int], part: int, parts: int
) -> dict[str, Any]:
    """Return the unit of one cube as plain JSON."""
    where = {"part": part, "parts": parts} if problem == "kyouen-min" else {"depth": part}
    return {
        "problem": problem,
        "width": width,
        "height": height,
        **spec,
        "stones": [int(p) for p in stones],
        **where,
    }


def pack(problem: str, width: int, height: int, stages: Iterable[Stage]) -> bytes:
    """Return the certificate as packed JSON lines."""
    lines = [{"schema": SCHEMA, "problem": problem, "width": width, "height": height}]
    text = [json.dumps(lines[0])]
    for stage in stages:
        text.append(json.dumps({"stage": stage.spec}))
        text += (
            json.dumps([list(c.stones), c.part, c.parts, c.nodes, c.digest], separators=(",", ":"))
            for c in stage.cubes
        )
    return lzma.compress("\n".join(text).encode() + b"\n")


def read_search(data: bytes, name: str) -> tuple[str, int, int, list[Stage]]:
    """Return problem, width, height and stages of a certificate.

    Raises:
        InputError: no certificate, with the line.
    """
    try:
        lines = lzma.decompress(data).decode().splitlines()
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read: {error}", name) from None
    stages: list[Stage] = []
    cubes: list[Cube] = []
    head: dict[str, Any] = {}
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            value = json.loads(line)
            if number == 1:
                head = value
                if head["schema"] != SCHEMA or not isinstance(head["problem"], str):
                    raise ValueError
                head = {"problem": head["problem"], **{k: _natural(head[k]) for k in ("width", "height")}}
            elif isinstance(value, dict):
                cubes = []
                stages.append(Stage(_spec(value["stage"]), cubes))  # type: ignore[arg-type]  # filled below
            else:
                stones, part, parts, nodes, check = value
                if not stages or not isinstance(check, str):
                    raise ValueError
                numbers = [_natural(p) for p in stones]
                cubes.append(Cube(tuple(numbers), _natural(part), _natural(parts), _natural(nodes), check))
    except (ValueError, KeyError, TypeError):
        raise InputError(f"not a line of {SCHEMA}", name, number) from None
    if not head:
        raise InputError("empty", name)
    done = [Stage(s.spec, tuple(s.cubes)) for s in stages]
    return head["problem"], head["width"], head["height"], done


def _natural(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 62:
        raise ValueError
    return value


def _spec(value: Any) -> dict[str, Any]:
    if set(value) == {"size"}:
        return {"size": _natural(value["size"])}
    if set(value) != {"rows", "best", "bands"}:
        raise ValueError
    return {
        "rows": _natural(value["rows"]),
        "best": _natural(value["best"]),
        "bands": [_natural(b) for b in value["bands"]],
    }


def check_search(claim: Claim, problem: str, width: int, height: int, stages: Sequence[Stage]) -> None:
    """Check that the stages and their cubes, each searched without success, prove a claim.

    Nothing is searched here; `redo` does that.

    Raises:
        InputError: a stage is missing or has other numbers, cubes do not cover it, a digest differs.
    """
    if (problem, {width, height}) != (claim.problem, {claim.width, claim.height}):
        raise InputError(f"a certificate of {problem} {width} x {height}")
    if problem == "kyouen-max":
        _check_maximum(claim.value, width, height, stages)
    elif problem == "kyouen-min":
        expected = [{"size": k} for k in range(3, claim.value)]
        if [s.spec for s in stages] != expected:
            raise InputError(f"expected stages for the sizes 3 to {claim.value - 1}")
        for stage in stages:
            parts = [(c.stones, c.part, c.parts) for c in stage.cubes]
            check_seeds(width, height, stage.spec["size"], parts)
    else:
        raise InputError(f"no search certificate for {problem!r:.40}")
    for stage in stages:
        for c in stage.cubes:
            unit = unit_of(problem, width, height, stage.spec, c.stones, c.part, c.parts)
            if digest(unit, "native", c.nodes, None) != c.digest:
                raise InputError(f"the digest of the cube {list(c.stones)} differs")


def _check_maximum(value: int, width: int, height: int, stages: Sequence[Stage]) -> None:
    if width > height:
        raise InputError("expected the short side as width")
    bands = [0]
    for stage in stages:
        best, bound = stage.spec["best"], band_bound(bands, width)
        if stage.spec["rows"] != len(bands) or stage.spec["bands"] != [*bands, bound]:
            raise InputError(f"the stage of {stage.spec['rows']} rows does not follow from those before it")
        if best < bound:
            check_rows(width, len(bands), [(c.stones, c.part) for c in stage.cubes])
        bands.append(min(best, bound))
    if len(bands) != height + 1 or bands[-1] != value:
        raise InputError(f"the stages end at {bands[-1]} points in {len(bands) - 1} rows")


def redo(
    problem: str,
    width: int,
    height: int,
    stages: Sequence[Stage],
    *,
    share: float = 1.0,
    seed: int = 1,
    limit: int | None = None,
    told: Callable[[int, int, int], None] | None = None,
) -> tuple[int, int]:
    """Search cubes again by the second search, which shares no code with the first.

    Args:
        problem: ``kyouen-max`` or ``kyouen-min``.
        width, height: of the board.
        stages: with their cubes.
        share: of the cubes, drawn at random (at least one a stage); 1.0 for all.
        seed: of the draw.
        limit: how many at most.
        told: called with (cubes done, cubes, nodes).

    Returns:
        The number of cubes searched again and the nodes it took.

    Raises:
        InputError: a cube holds a set that the first search missed.
    """
    from ..kyouen_cubes import confirm

    draw = random.Random(seed)
    chosen: list[tuple[dict[str, Any], Cube]] = []
    for stage in stages:
        cubes = [c for c in stage.cubes if problem == "kyouen-max" or c.part == 0]
        count = len(cubes) if share >= 1 else min(len(cubes), max(1, round(share * len(cubes))))
        chosen += ((stage.spec, c) for c in draw.sample(cubes, count))
    chosen = chosen[:limit]
    units = [unit_of(problem, width, height, spec, c.stones, c.part, c.parts) for spec, c in chosen]
    nodes = 0
    for at in range(0, len(units), PIECE):
        piece = units[at : at + PIECE]
        for unit, result in zip(piece, confirm(piece), strict=True):
            if result is None or result["found"] is not None:
                raise InputError(f"the second search finds a set in the cube {unit['stones']}: {result}")
            nodes += result["nodes"]
        if told:
            told(at + len(piece), len(units), nodes)
    return len(chosen), nodes
