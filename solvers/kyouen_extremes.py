"""Extremes and spectra of kyouen boards: run the engines, compare them, build the `Answer`.

Engines: ``native`` (row search for the maximum, deletion chains for the minimum),
``spectrum`` (native count of all sets by size, no shared search code) and ``cp-sat``
(a model of its own).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from ..instances.errors import InputError
from ..instances.kyouen import KyouenBoard, is_kyouen_free, is_saturated
from ..instances.lattice import Point, check_size, show_int
from .answer import Answer, Assurance, Engine, EnginesDisagree, Status
from .kyouen import board_curves
from .limits import Limits, Progress

if TYPE_CHECKING:
    from .cp_sat import Outcome

__all__ = [
    "EXTREMES",
    "ask_cp_sat",
    "check_searchable",
    "count_sets",
    "extreme",
    "prove",
    "second_engine",
]

MAX_SEARCH_POINTS = 144
"""Largest board of the native searches (the core's kMaxSearchPoints)."""

MAX_CP_SAT_POINTS = 49
"""Largest board for which CP-SAT is asked without being named."""

MAX_SPECTRUM_POINTS = 64
"""Largest board for which the spectrum is asked as a second opinion (half a CPU-minute)."""

EXTREMES = ("kyouen-max", "kyouen-min")
EngineName = Literal["native", "spectrum", "cp-sat"]


def check_searchable(width: int, height: int) -> None:
    """Refuse boards that the native searches cannot hold.

    Raises:
        InputError: too large, or without a point.
    """
    check_size(width, height)
    if width * height > MAX_SEARCH_POINTS:
        raise InputError(
            f"a {show_int(width)} x {show_int(height)} board is too large for an exact search; "
            f"possible: up to {MAX_SEARCH_POINTS} points (12 x 12)"
        )


def _search_options(limits: Limits, progress: Progress | None) -> dict[str, Any]:
    return {
        "workers": limits.threads,
        "seconds": limits.seconds or 0.0,
        "nodes": limits.nodes or 0,
        "progress": progress,
    }


def _points(indices: Sequence[int], width: int) -> list[Point]:
    return sorted((p % width, p // width) for p in indices)


def _native_extreme(
    problem: str, width: int, height: int, limits: Limits, progress: Progress | None
) -> tuple[Engine, list[Point], int]:
    from . import _native

    search = _native.largest_kyouen_free if problem == "kyouen-max" else _native.smallest_saturated
    start = time.perf_counter()
    found = search(
        width,
        height,
        **_search_options(limits, progress),
    )
    status = Status.OPTIMAL if found.complete else Status.UNKNOWN
    engine = Engine("native", status.value, time.perf_counter() - start, found.nodes, found.value or None)
    return engine, _points(found.witness, width), found.bound


def _spectrum_extreme(
    problem: str, width: int, height: int, limits: Limits, progress: Progress | None
) -> tuple[Engine, list[Point]]:
    from . import _native

    start = time.perf_counter()
    found = _native.spectrum(
        width,
        height,
        **_search_options(limits, progress),
    )
    if problem == "kyouen-max":
        value, witness = len(found.kyouen_free) - 1, found.largest
    else:
        value = next((k for k, count in enumerate(found.saturated) if count), 0)
        witness = found.smallest
    status = Status.OPTIMAL if found.complete else Status.UNKNOWN
    seconds = time.perf_counter() - start
    engine = Engine("spectrum", status.value, seconds, found.nodes, value if found.complete else None)
    return engine, _points(witness, width)


NO_LP = {"subsolvers": ["no_lp"]}
"""CP-SAT without linear relaxation: what measured best for saturated sets (benchmarks/kyouen.py)."""


def ask_cp_sat(problem: str, width: int, height: int, limits: Limits, known: int | None) -> Outcome:
    """Ask CP-SAT in the way that measured best (benchmarks/kyouen.py).

    Args:
        problem: ``kyouen-max`` or ``kyouen-min``.
        width: number of columns.
        height: number of rows.
        limits: time and threads.
        known: ask only whether this value can be beaten; ``None`` for the optimum.

    Nothing asked here rests on a result of another engine, so that CP-SAT stays a second opinion.
    """
    from ..models.kyouen import Options, build_maximum, build_saturated, maximum_cases, saturated_cases
    from .cp_sat import solve, solve_cases

    curves = board_curves(width, height)
    if problem == "kyouen-max":
        options = Options(symmetry=True, x_sums=True)
        if known is not None:
            tries = maximum_cases(width, height, curves, at_least=known + 1, options=options)
            return solve_cases(((case.model, case.stones) for case in tries), limits)
        built = build_maximum(width, height, curves, options=options)
    else:
        options = Options(coverage=True)
        if known is not None and known > 3:
            cases = saturated_cases(width, height, curves, at_most=known - 1)
            return solve_cases(((case.model, case.stones) for case in cases), limits, **NO_LP)
        limit = None if known is None else known - 1
        built = build_saturated(width, height, curves, at_most=limit, minimize=limit is None, options=options)
    return solve(built.model, built.stones, limits)


def _cp_sat_extreme(
    problem: str, width: int, height: int, limits: Limits, known: int | None
) -> tuple[Engine, list[Point]]:
    outcome = ask_cp_sat(problem, width, height, limits, known)
    witness = sorted(p for p, on in (outcome.values or {}).items() if on)
    status, value = outcome.status, outcome.objective
    if known is not None:
        # INFEASIBLE confirms the known value; any set found refutes it.
        status = {"INFEASIBLE": "OPTIMAL", "FEASIBLE": "OPTIMAL"}.get(status, status)
        value = len(witness) if witness else known if status == "OPTIMAL" else None
    return Engine("cp-sat", status, outcome.seconds, outcome.branches, value), witness


def extreme(
    problem: str,
    width: int,
    height: int,
    engine: EngineName = "native",
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    known: int | None = None,
) -> tuple[Engine, list[Point], int | None]:
    """Ask one engine for a largest kyouen-free set or a smallest saturated set.

    Args:
        problem: ``kyouen-max`` or ``kyouen-min``.
        width: number of columns.
        height: number of rows.
        engine: ``native``, ``spectrum`` or ``cp-sat``.
        limits: time, nodes and threads.
        progress: called with (tasks done, tasks, nodes).
        known: the value another engine found; CP-SAT then only tries to beat it.

    Returns:
        The engine's record, a set of that size, and the bound it proved if it did not finish.

    Raises:
        InputError: a board too large for an exact search.

    Example:
        >>> record, witness, _ = extreme("kyouen-max", 4, 4)
        >>> record.value, len(witness)
        (7, 7)
    """
    if problem not in EXTREMES:
        raise InputError(f"unknown problem {problem!r}; expected one of {', '.join(EXTREMES)}")
    check_searchable(width, height)
    limits = limits or Limits()
    bound: int | None = None
    if engine == "native":
        record, witness, bound = _native_extreme(problem, width, height, limits, progress)
    elif engine == "spectrum":
        record, witness = _spectrum_extreme(problem, width, height, limits, progress)
    elif engine == "cp-sat":
        record, witness = _cp_sat_extreme(problem, width, height, limits, known)
    else:
        raise InputError(f"unknown engine {engine!r}; expected native, spectrum or cp-sat")
    if witness:
        _check_set(problem, width, height, witness)
    return record, witness, bound


def _check_set(problem: str, width: int, height: int, witness: list[Point]) -> None:
    board = KyouenBoard(width, height, tuple(witness))
    good = is_kyouen_free(board.stones) if problem == "kyouen-max" else is_saturated(board)
    if not good:
        raise AssertionError(f"an engine returned a set that the rules reject: {witness}")


def second_engine(problem: str, width: int, height: int) -> EngineName | None:
    """Return the engine that gives the second opinion on a board of this size, if one can.

    Example:
        >>> second_engine("kyouen-max", 5, 5), second_engine("kyouen-min", 8, 8)
        ('cp-sat', 'spectrum')
        >>> second_engine("kyouen-max", 9, 9) is None
        True
    """
    area = width * height
    if area <= (MAX_CP_SAT_POINTS if problem == "kyouen-max" else 36):
        return "cp-sat"
    return "spectrum" if area <= MAX_SPECTRUM_POINTS else None


def prove(
    problem: str,
    width: int,
    height: int,
    *,
    engines: Sequence[EngineName] | None = None,
    assurance: Assurance | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Prove the largest kyouen-free set or the smallest saturated set of a board.

    Args:
        problem: ``kyouen-max`` or ``kyouen-min``.
        width: number of columns.
        height: number of rows.
        engines: who is asked; by default the native search and, unless `assurance` is
            ``stated`` or ``witness``, a second engine where the board is small enough.
        assurance: the level wanted.
        limits: for each engine.
        progress: called with (tasks done, tasks, nodes).

    Raises:
        EnginesDisagree: two engines finished with different values.
        InputError: a board too large for an exact search.

    Example:
        >>> answer = prove("kyouen-min", 4, 4)
        >>> answer.value, answer.status.value, answer.assurance.value
        (5, 'OPTIMAL', 'cross-checked')
    """
    start = time.perf_counter()
    asked: list[EngineName] = ["native"] if engines is None else list(engines)
    if engines is None and (assurance is None or assurance >= Assurance.CROSS_CHECKED):
        second = second_engine(problem, width, height)
        asked += [second] if second else []
    records: list[Engine] = []
    witness: list[Point] = []
    bound: int | None = None
    known: int | None = None
    for name in asked:
        record, found, own_bound = extreme(
            problem, width, height, name, limits=limits, progress=progress, known=known
        )
        records.append(record)
        if record.status == Status.OPTIMAL.value:
            known = record.value
        better = not witness or (len(found) > len(witness)) == (problem == "kyouen-max")
        if found and better:
            witness = found
        if own_bound is not None and record.status != Status.OPTIMAL.value:
            bound = own_bound
    finished = [r for r in records if r.status == Status.OPTIMAL.value]
    if len({r.value for r in finished}) > 1:
        raise EnginesDisagree(f"{problem} {width} x {height}", tuple(records))
    if finished:
        status = Status.OPTIMAL
        reached = Assurance.CROSS_CHECKED if len(finished) > 1 else Assurance.STATED
        value = finished[0].value
        bound = None
    else:
        status = Status.UNKNOWN
        reached = Assurance.WITNESS if witness else Assurance.STATED
        value = len(witness) or None
    return Answer(
        kind="kyouen",
        question=f"prove {problem}",
        status=status,
        assurance=reached,
        value=value,
        bound=bound,
        solution=[list(p) for p in witness] or None,
        details={"width": width, "height": height},
        engines=tuple(records),
        seconds=time.perf_counter() - start,
    )


def count_sets(
    width: int,
    height: int,
    *,
    engine: Literal["auto", "native", "cp-sat"] = "auto",
    assurance: Assurance | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Count the kyouen-free and the saturated sets of a board by size (its spectrum).

    Args:
        width: number of columns.
        height: number of rows.
        engine: ``native``, or ``cp-sat`` (enumeration, at most 16 points).
        assurance: ``cross-checked`` asks both.
        limits: time, nodes and threads.
        progress: called with (tasks done, tasks, nodes).

    Raises:
        EnginesDisagree: the engines count differently.
        InputError: a board too large for the engine.

    Example:
        >>> count_sets(4, 4).details["saturated_by_size"]
        {5: 176, 6: 688, 7: 64}
    """
    check_searchable(width, height)
    start = time.perf_counter()
    limits = limits or Limits()
    both = assurance is not None and assurance >= Assurance.CROSS_CHECKED
    records: list[Engine] = []
    spectra: list[tuple[list[int], list[int]]] = []
    complete = True
    if engine in ("auto", "native"):
        from . import _native

        clock = time.perf_counter()
        found = _native.spectrum(
            width,
            height,
            **_search_options(limits, progress),
        )
        complete = found.complete
        spectra.append((list(found.kyouen_free), list(found.saturated)))
        status = Status.EXACT if complete else Status.UNKNOWN
        records.append(
            Engine("native", status.value, time.perf_counter() - clock, found.nodes, sum(found.saturated))
        )
    if engine == "cp-sat" or (both and complete and width * height <= 16):
        clock = time.perf_counter()
        done, spectrum = _count_by_cp_sat(width, height, limits)
        complete = complete and done
        spectra.append(spectrum)
        status = Status.EXACT if done else Status.UNKNOWN
        records.append(Engine("cp-sat", status.value, time.perf_counter() - clock, value=sum(spectrum[1])))
    if complete and any(s != spectra[0] for s in spectra):
        raise EnginesDisagree(f"the spectrum of {width} x {height}", tuple(records))
    free, saturated = spectra[0]
    details = {
        "width": width,
        "height": height,
        "kyouen_free_by_size": {k: v for k, v in enumerate(free) if v},
        "saturated_by_size": {k: v for k, v in enumerate(saturated) if v},
        "kyouen_free": sum(free),
        "saturated": sum(saturated),
    }
    return Answer(
        kind="kyouen",
        question="count",
        status=Status.EXACT if complete else Status.UNKNOWN,
        assurance=Assurance.CROSS_CHECKED if complete and len(spectra) > 1 else Assurance.STATED,
        count=sum(saturated) if complete else None,
        details=details,
        engines=tuple(records),
        seconds=time.perf_counter() - start,
    )


def _count_by_cp_sat(width: int, height: int, limits: Limits) -> tuple[bool, tuple[list[int], list[int]]]:
    from ..models.kyouen import build_maximum, build_saturated
    from .cp_sat import enumerate_solutions

    area = width * height
    if area > 16:
        raise InputError(f"CP-SAT enumerates boards of at most 16 points; this one has {area}")
    curves = board_curves(width, height)
    free_model = build_maximum(width, height, curves, at_least=0)
    saturated_model = build_saturated(width, height, curves, minimize=False)
    spectra = []
    complete = True
    for built in (free_model, saturated_model):
        done, solutions = enumerate_solutions(built.model, built.stones, limits)
        complete = complete and done
        sizes = [sum(solution.values()) for solution in solutions]
        spectra.append([sizes.count(k) for k in range(max(sizes, default=0) + 1)])
    free, saturated = spectra
    saturated += [0] * (len(free) - len(saturated))
    return complete, (free, saturated)
