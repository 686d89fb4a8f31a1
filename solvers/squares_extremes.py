"""Largest square-free sets, smallest saturated ones, colourings: run the engines and compare them.

Engines: ``native`` (a scan with bands, or with deadlines for points passed over; a count of
all colourings) and ``cp-sat``, which is only asked whether the value can be beaten.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Literal

from ..instances.errors import InputError
from ..instances.lattice import Point, board_points, check_size, show_int
from ..instances.squares import (
    STANDARD,
    SquareRule,
    all_squares,
    count_formula,
    is_square_free,
    squares_through,
)
from .answer import Answer, Assurance, Engine, EnginesDisagree, Status
from .limits import Limits, Progress
from .squares import native_rules, to_points

__all__ = ["PROBLEMS", "count_all", "is_saturated", "prove_set"]

PROBLEMS = ("square-free-max", "square-free-min", "square-colouring")
EngineName = Literal["native", "cp-sat"]

CP_SAT_POINTS = {"square-free-max": 30, "square-free-min": 30, "square-colouring": 64}
"""Largest boards for which CP-SAT is asked without being named."""
COLOURING_POINTS = 49
SETS_POINTS = 30
LISTED_POINTS = 2500
"""Largest boards whose colourings, whose square-free sets are counted."""


def is_saturated(points: Sequence[Point], width: int, height: int, rule: SquareRule = STANDARD) -> bool:
    """Return whether a set is square-free and every other board point would complete a square.

    Example:
        >>> is_saturated([(0, 0), (1, 0), (0, 1)], 2, 2)
        True
    """
    chosen = set(points)
    return is_square_free(chosen, rule) and all(
        next(squares_through(p, chosen, rule), None) is not None
        for p in board_points(width, height)
        if p not in chosen
    )


def _native(
    problem: str, width: int, height: int, rule: SquareRule, limits: Limits, progress: Progress | None
) -> tuple[Engine, tuple[Point, ...], int | None]:
    from . import _native

    options: dict[str, Any] = {
        "workers": limits.threads,
        "seconds": limits.seconds or 0.0,
        "nodes": limits.nodes or 0,
        "progress": progress,
    }
    rules = native_rules(width, height, rule)
    start = time.perf_counter()
    bound: int | None = None
    if problem == "square-free-max":
        largest = _native.largest_square_free(rules, **options)
        complete, value, mask, nodes = largest.complete, largest.value, largest.witness, largest.nodes
        bands = [0, *largest.by_rows]
        bound = value if complete else min(width * height, bands[-1] + width * (height + 1 - len(bands)))
    elif problem == "square-free-min":
        smallest = _native.smallest_saturated_square_free(rules, **options)
        complete, value, mask, nodes = smallest.complete, smallest.value, smallest.witness, smallest.nodes
        bound = smallest.bound
    else:
        found = _native.square_counts(rules, _native.Counted.colourings, keep=1, **options)
        complete, nodes = found.complete, found.nodes
        value, mask = int(sum(found.by_size) > 0), found.masks[0] if found.masks else 0
    told = "OPTIMAL" if complete else "UNKNOWN"
    seconds = time.perf_counter() - start
    engine = Engine("native", told, seconds, nodes, value if complete else None)
    return engine, to_points(mask, width), bound


def _cp_sat(
    problem: str, width: int, height: int, rule: SquareRule, limits: Limits, known: int
) -> tuple[Engine, tuple[Point, ...]]:
    from ..models.squares import build_colouring, build_saturated, build_square_free
    from .cp_sat import solve

    if problem == "square-free-max":
        built = build_square_free(width, height, rule, at_least=known + 1)
    elif problem == "square-free-min":
        built = build_saturated(width, height, rule, at_most=known - 1)
    else:
        built = build_colouring(width, height, rule)
    outcome = solve(built.model, built.points, limits)
    found = tuple(p for p, on in (outcome.values or {}).items() if on)
    value: int | None
    if problem == "square-colouring":
        value = {"INFEASIBLE": 0, "OPTIMAL": 1, "FEASIBLE": 1}.get(outcome.status)
    else:
        value = len(found) if found else known if outcome.status == "INFEASIBLE" else None
    told = "OPTIMAL" if value is not None else "UNKNOWN"
    return Engine("cp-sat", told, outcome.seconds, outcome.branches, value), found


def prove_set(
    problem: str,
    width: int,
    height: int,
    rule: SquareRule = STANDARD,
    *,
    engines: Sequence[EngineName] | None = None,
    assurance: Assurance | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Return an extremal size, or whether a colouring exists, with a set that shows it.

    Args:
        problem: a name in `PROBLEMS`.
        width, height: of the board, up to 64 points (colourings: 49).
        rule: which squares count.
        engines: only these; by default the native search and, where it is quick, CP-SAT.
        assurance: ``cross-checked`` asks CP-SAT on any board.
        limits: for each engine.
        progress: called a few times a second.

    Returns:
        OPTIMAL with the value (colourings: 1 if there is one, else 0) and the set, or UNKNOWN
        with the bound proved.

    Raises:
        EnginesDisagree: CP-SAT beats the native value.
        InputError: an unknown problem or a board too large.

    Example:
        >>> prove_set("square-free-max", 5, 5).value, prove_set("square-free-min", 4, 4).value
        (15, 9)
    """
    if problem not in PROBLEMS:
        raise InputError(f"unknown problem {problem!r:.40}; expected one of {', '.join(PROBLEMS)}")
    if problem == "square-colouring" and width * height > COLOURING_POINTS:
        raise InputError(
            f"colourings are searched up to {COLOURING_POINTS} points; larger boards contain 7 x 7"
        )
    limits = limits or Limits()
    start = time.perf_counter()
    asked: list[Engine] = []
    witness: tuple[Point, ...] = ()
    bound: int | None = None
    names = engines or ("native", "cp-sat")
    if "native" in names:
        record, witness, bound = _native(problem, width, height, rule, limits, progress)
        asked.append(record)
    known = asked[0].value if asked else None
    quick = width * height <= CP_SAT_POINTS[problem]
    wanted = assurance is not None and assurance >= Assurance.CROSS_CHECKED
    if (
        "cp-sat" in names
        and (quick or wanted or engines)
        and (known is not None or problem == "square-colouring")
    ):
        second, found = _cp_sat(problem, width, height, rule, limits, known or 0)
        asked.append(second)
        witness = witness or found
    values = {e.value for e in asked if e.status == "OPTIMAL"}
    if len(values) > 1:
        raise EnginesDisagree(f"{problem} on {width} x {height}", tuple(asked))
    value = values.pop() if values else None
    if witness:
        _check(problem, witness, width, height, rule)
    agreed = sum(e.status == "OPTIMAL" for e in asked) > 1
    return Answer(
        kind="squares",
        question=f"prove {problem}",
        status=Status.UNKNOWN if value is None else Status.OPTIMAL,
        assurance=Assurance.CROSS_CHECKED if agreed else Assurance.STATED,
        value=value if value is not None else (len(witness) or None),
        bound=bound if value is None else None,
        solution=[list(p) for p in witness] or None,
        details={"rule": str(rule)},
        engines=tuple(asked),
        seconds=time.perf_counter() - start,
    )


def _check(problem: str, witness: Sequence[Point], width: int, height: int, rule: SquareRule) -> None:
    if problem == "square-free-min":
        good = is_saturated(witness, width, height, rule)
    else:
        good = is_square_free(witness, rule)
        if problem == "square-colouring":
            rest = set(board_points(width, height)) - set(witness)
            good = good and is_square_free(rest, rule)
    if not good:
        raise AssertionError(f"an engine returned a set that the rules reject: {witness}")


def count_all(
    width: int,
    height: int,
    rule: SquareRule = STANDARD,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Return the squares of a board, its colourings without a square, its square-free sets by size.

    Colourings are counted up to 49 points, sets up to 30 or within the limits.

    Example:
        >>> answer = count_all(3, 3)
        >>> answer.count, answer.details["colourings"], answer.details["square_free_by_size"]
        (6, 248, [1, 9, 36, 84, 120, 96, 32])
    """
    from . import _native

    limits = limits or Limits()
    check_size(width, height)
    if width * height > LISTED_POINTS:
        size = f"{show_int(width)} x {show_int(height)}"
        raise InputError(f"squares are listed up to {LISTED_POINTS} points; this is {size}")
    start = time.perf_counter()
    listed = list(all_squares(width, height, rule))
    formula = count_formula(width, height, axis_only=rule.orientation == "axis")
    if rule.min_side == 1 and len(listed) != formula:
        raise AssertionError(f"{len(listed)} squares listed, {formula} by the formula")
    details: dict[str, Any] = {"rule": str(rule), "tilted": sum(s.is_tilted for s in listed)}
    engines = [Engine("rules", "EXACT", time.perf_counter() - start, None, len(listed))]
    points = width * height
    for name, what, most in (
        ("colourings", _native.Counted.colourings, COLOURING_POINTS),
        ("square_free_by_size", _native.Counted.sets, COLOURING_POINTS if limits.seconds else SETS_POINTS),
    ):
        if points > most:
            continue
        found = _native.square_counts(
            native_rules(width, height, rule),
            what,
            workers=limits.threads,
            seconds=limits.seconds or 0.0,
            nodes=limits.nodes or 0,
            progress=progress,
        )
        engines.append(Engine("native", "EXACT" if found.complete else "UNKNOWN", 0.0, found.nodes, name))
        if not found.complete:
            continue
        counts = list(found.by_size)
        if name == "colourings":
            details["colourings"] = sum(counts)
            details["balanced_colourings"] = counts[(points + 1) // 2]
        else:
            while counts and not counts[-1]:
                counts.pop()
            details[name] = counts
    return Answer(
        kind="squares",
        question="count",
        status=Status.EXACT,
        assurance=Assurance.STATED,
        count=len(listed),
        details=details,
        engines=tuple(engines),
        seconds=time.perf_counter() - start,
    )
