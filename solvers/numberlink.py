"""Numberlink answered: a solution, unique or not, the number of solutions.

Engines: ``mate`` (the native frontier diagram: all solutions at once; not for the rule
no-touch), ``sat`` (clauses from the rules, Glucose) and ``cp-sat`` (edges and labels), both
with loops excluded as they appear, and ``backtracking``.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ..instances.numberlink import Edge, NumberlinkPuzzle, fault, loops
from .answer import Answer, Assurance, Engine, EnginesDisagree, Status
from .limits import Limits, Progress
from .numberlink_diagram import Solutions, frontier_fits

__all__ = ["ENGINES", "Solutions", "choose", "count_solutions", "solve_puzzle"]

EngineName = Literal["auto", "mate", "sat", "cp-sat", "backtracking"]
ENGINES = ("mate", "sat", "cp-sat", "backtracking")

SMALL = 36
"""Cells up to which backtracking is asked as a second engine."""
FRONTIER = 10
"""Shorter side up to which `auto` takes the frontier method."""


@dataclass(frozen=True)
class _Opinion:
    """What one engine says: how many solutions at least, whether that is all, and examples."""

    engine: Engine
    found: int
    complete: bool
    examples: tuple[tuple[Edge, ...], ...]


def choose(puzzle: NumberlinkPuzzle) -> str:
    """Return the engine that `auto` asks first.

    The states of the frontier method grow with the shorter side and with the labels that
    are under way; the SAT solver gains by every label.

    Example:
        >>> choose(NumberlinkPuzzle.of(["A.A"])), choose(NumberlinkPuzzle.of(["A.A"], "full-cover+no-touch"))
        ('mate', 'sat')
    """
    if puzzle.rule == "full-cover+no-touch" or not frontier_fits(puzzle):
        return "sat"
    return "mate" if min(puzzle.width, puzzle.height) <= FRONTIER else "sat"


def _by_mate(
    puzzle: NumberlinkPuzzle, limits: Limits, progress: Progress | None, wanted: int | None
) -> _Opinion:
    start = time.perf_counter()
    every = Solutions(puzzle, limits, progress)
    seconds = time.perf_counter() - start
    if not every.complete:
        return _Opinion(Engine("mate", f"UNKNOWN ({every.end})", seconds, every.states), 0, False, ())
    count = every.count
    examples = tuple(every[i] for i in range(min(2, count)))
    return _Opinion(Engine("mate", "EXACT", seconds, every.states, str(count)), count, True, examples)


def _by_sat(
    puzzle: NumberlinkPuzzle, limits: Limits, progress: Progress | None, wanted: int | None
) -> _Opinion:
    from .numberlink_sat import SatSolutions

    start = time.perf_counter()
    found: list[tuple[Edge, ...]] = []
    with SatSolutions(puzzle) as search:
        while wanted is None or len(found) < wanted:
            left = None if limits.seconds is None else limits.seconds - (time.perf_counter() - start)
            solution = search.next(seconds=left, conflicts=limits.nodes)
            if solution is None:
                break
            found.append(solution)
            if progress is not None:
                progress(len(found), wanted or 0, search.conflicts)
        complete, conflicts = search.exhausted, search.conflicts
    told = "EXACT" if complete else "FEASIBLE" if found else "UNKNOWN"
    seconds = time.perf_counter() - start
    engine = Engine("sat", told, seconds, conflicts, str(len(found)) if complete else None)
    return _Opinion(engine, len(found), complete, tuple(found[:2]))


def _by_cp_sat(
    puzzle: NumberlinkPuzzle, limits: Limits, progress: Progress | None, wanted: int | None
) -> _Opinion:
    from ..models.numberlink import build, forbid
    from .cp_sat import solve

    start = time.perf_counter()
    built = build(puzzle)
    found: list[tuple[Edge, ...]] = []
    branches, status = 0, "UNKNOWN"
    while wanted is None or len(found) < wanted:
        left = None if limits.seconds is None else limits.seconds - (time.perf_counter() - start)
        if left is not None and left <= 0:
            break
        outcome = solve(built.model, built.edges, Limits(left, None, limits.memory, limits.workers))
        branches += outcome.branches
        if outcome.values is None:
            status = outcome.status
            break
        taken = [edge for edge, value in outcome.values.items() if value]
        closed = loops(puzzle, taken)
        for loop in closed:
            forbid(built, loop)
        if not closed:
            found.append(tuple(sorted(taken)))
            forbid(built, taken)
        if progress is not None:
            progress(len(found), wanted or 0, branches)
    complete = status == "INFEASIBLE"
    told = "EXACT" if complete else "FEASIBLE" if found else "UNKNOWN"
    engine = Engine(
        "cp-sat", told, time.perf_counter() - start, branches, str(len(found)) if complete else None
    )
    return _Opinion(engine, len(found), complete, tuple(found[:2]))


def _by_backtracking(
    puzzle: NumberlinkPuzzle, limits: Limits, progress: Progress | None, wanted: int | None
) -> _Opinion:
    from .numberlink_backtracking import backtrack

    start = time.perf_counter()
    result = backtrack(puzzle, at_most=wanted, limits=limits)
    all_found = result.complete and (wanted is None or result.count < wanted)
    told = "EXACT" if all_found else "FEASIBLE" if result.count else "UNKNOWN"
    engine = Engine(
        "backtracking",
        told,
        time.perf_counter() - start,
        result.nodes,
        str(result.count) if all_found else None,
    )
    return _Opinion(engine, result.count, all_found, tuple(result.solutions[:2]))


_ASK = {"mate": _by_mate, "sat": _by_sat, "cp-sat": _by_cp_sat, "backtracking": _by_backtracking}


def _opinions(
    puzzle: NumberlinkPuzzle,
    engine: EngineName,
    assurance: Assurance | None,
    limits: Limits,
    progress: Progress | None,
    wanted: int | None,
) -> list[_Opinion]:
    first = choose(puzzle) if engine == "auto" else engine
    names = [first]
    if assurance is not None and assurance >= Assurance.CROSS_CHECKED:
        small = len(puzzle.open_cells) <= SMALL
        by_frontier = choose(puzzle) == "mate"
        second = {
            "mate": "cp-sat" if wanted is not None else "sat",
            "sat": "mate" if by_frontier else "cp-sat",
            "cp-sat": "mate" if by_frontier else "sat",
            "backtracking": "mate" if by_frontier else "sat",
        }[first]
        if wanted is None and second in ("sat", "cp-sat") and small:
            second = "backtracking"
        names.append(second)
    opinions: list[_Opinion] = []
    for name in names:
        # A second engine need not count beyond what the first one found.
        want = wanted
        if want is None and opinions and opinions[0].complete:
            want = opinions[0].found + 1
        opinions.append(_ASK[name](puzzle, limits, progress, want))
    for opinion in opinions:
        for example in opinion.examples:
            wrong = fault(puzzle, example)
            if wrong is not None:
                raise AssertionError(f"{opinion.engine.name} returned a solution that fails: {wrong}")
    _compare(opinions, wanted)
    return opinions


def _compare(opinions: list[_Opinion], wanted: int | None) -> None:
    # An engine that has them all knows the number; nobody may have found more.
    def cap(found: int) -> int:
        return found if wanted is None else min(found, wanted)

    for a in opinions:
        for b in opinions:
            if a.complete and (cap(b.found) > cap(a.found) or (b.complete and cap(b.found) != cap(a.found))):
                raise EnginesDisagree("the number of solutions", tuple(o.engine for o in opinions))


def solve_puzzle(
    puzzle: NumberlinkPuzzle,
    *,
    engine: EngineName = "auto",
    assurance: Assurance | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Return a solution and whether it is the only one under the puzzle's rule.

    Args:
        puzzle: the puzzle.
        engine: who answers; ``auto`` chooses by rule and width.
        assurance: ``cross-checked`` asks a second engine.
        limits: for each engine.
        progress: called a few times a second.

    Returns:
        UNIQUE, MULTIPLE (two solutions in ``details``), UNSATISFIABLE, or UNKNOWN.

    Raises:
        EnginesDisagree: two engines differ.
        InputError: an engine that cannot take the puzzle.

    Example:
        >>> answer = solve_puzzle(NumberlinkPuzzle.of(["C...B", "A.BA.", "...C.", "....."]))
        >>> answer.status.value, answer.rule, len(answer.solution)
        ('UNIQUE', 'full-cover', 17)
    """
    start = time.perf_counter()
    opinions = _opinions(puzzle, engine, assurance, limits or Limits(), progress, 2)
    most = max(opinions, key=lambda o: len(o.examples))
    decided = [o for o in opinions if o.complete]
    details: dict[str, Any] = {}
    count = decided[0].found if decided else None
    sure = Assurance.CROSS_CHECKED if len(decided) > 1 else Assurance.STATED
    if len(most.examples) == 2:
        status, sure = Status.MULTIPLE, max(sure, Assurance.WITNESS)
        if all(o.found >= 2 for o in opinions) and len(opinions) > 1:
            sure = Assurance.CROSS_CHECKED
        details["second"] = _json_edges(most.examples[1])
    elif decided:
        status = Status.UNIQUE if most.examples else Status.UNSATISFIABLE
    elif most.examples:
        status, sure = Status.UNKNOWN, Assurance.WITNESS
    else:
        status, sure = Status.UNKNOWN, Assurance.STATED
    mate = next((o for o in decided if o.engine.name == "mate"), None)
    return Answer(
        kind="numberlink",
        question="solve",
        status=status,
        assurance=sure,
        count=mate.found if mate is not None else count if status is not Status.MULTIPLE else None,
        solution=_json_edges(most.examples[0]) if most.examples else None,
        rule=puzzle.rule,
        details=details,
        engines=tuple(o.engine for o in opinions),
        seconds=time.perf_counter() - start,
    )


def count_solutions(
    puzzle: NumberlinkPuzzle,
    *,
    engine: EngineName = "auto",
    assurance: Assurance | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Return the number of solutions under the puzzle's rule.

    Example:
        >>> count_solutions(NumberlinkPuzzle.of(["A.B", "A.B"], "any")).count
        3
    """
    start = time.perf_counter()
    if engine == "auto" and choose(puzzle) == "sat":
        # Counting one solution a call is the last resort.
        if puzzle.rule != "full-cover+no-touch" and frontier_fits(puzzle):
            engine = "mate"
        elif len(puzzle.open_cells) <= SMALL:
            engine = "backtracking"
    opinions = _opinions(puzzle, engine, assurance, limits or Limits(), progress, None)
    decided = [o for o in opinions if o.complete]
    most = max(opinions, key=lambda o: o.found)
    return Answer(
        kind="numberlink",
        question="count",
        status=Status.EXACT if decided else Status.UNKNOWN,
        assurance=Assurance.CROSS_CHECKED if len(decided) > 1 else Assurance.STATED,
        count=decided[0].found if decided else None,
        bound=None if decided else most.found,
        rule=puzzle.rule,
        details={} if decided else {"at_least": most.found},
        engines=tuple(o.engine for o in opinions),
        seconds=time.perf_counter() - start,
    )


def _json_edges(edges: Iterable[Edge]) -> list[list[list[int]]]:
    return [[list(a), list(b)] for a, b in edges]
