"""Kyouen questions answered: run the engines, compare them, build the `Answer`.

Engines for the extremes: ``native`` (row search for the maximum, deletion chains
for the minimum), ``spectrum`` (native count of all sets by size, no shared search
code) and ``cp-sat`` (a model of its own). Engines for a board in hand: ``rules``
(determinant, curve by curve) and ``cross-ratio`` (the second predicate, 4-tuple
by 4-tuple and point by point).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

from ..instances.errors import InputError
from ..instances.kyouen import (
    MAX_LISTED_POINTS,
    KyouenBoard,
    are_concyclic,
    bad_curves,
    cross_ratio_is_real,
    is_kyouen_free,
    is_saturated,
    playable_points,
)
from ..instances.lattice import Point, board_points, check_size, show_int
from .answer import Answer, Assurance, Engine, EnginesDisagree, Status
from .limits import Limits, Progress

if TYPE_CHECKING:
    from .cp_sat import Outcome

__all__ = [
    "EXTREMES",
    "are_concyclic_batch",
    "ask_cp_sat",
    "board_curves",
    "count_sets",
    "extreme",
    "prove",
    "second_engine",
    "solve_board",
]

MAX_SEARCH_POINTS = 144
"""Largest board of the native searches (the core's kMaxSearchPoints)."""

MAX_CP_SAT_POINTS = 49
"""Largest board for which CP-SAT is asked without being named."""

MAX_SPECTRUM_POINTS = 64
"""Largest board for which the spectrum is asked as a second opinion (half a CPU-minute)."""

EXTREMES = ("kyouen-max", "kyouen-min")
EngineName = Literal["native", "spectrum", "cp-sat"]


def _check_searchable(width: int, height: int) -> None:
    check_size(width, height)
    if width * height > MAX_SEARCH_POINTS:
        raise InputError(
            f"a {show_int(width)} x {show_int(height)} board is too large for an exact search; "
            f"possible: up to {MAX_SEARCH_POINTS} points (12 x 12)"
        )


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
        workers=limits.threads,
        seconds=limits.seconds or 0.0,
        nodes=limits.nodes or 0,
        progress=progress,
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
        workers=limits.threads,
        seconds=limits.seconds or 0.0,
        nodes=limits.nodes or 0,
        progress=progress,
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
    _check_searchable(width, height)
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
    _check_searchable(width, height)
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
            workers=limits.threads,
            seconds=limits.seconds or 0.0,
            nodes=limits.nodes or 0,
            progress=progress,
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
