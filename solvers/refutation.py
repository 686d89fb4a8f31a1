"""Refutations made, by CP-SAT's own LRAT or by CaDiCaL's DRUP elaborated; what counts is the checker.

Measured (a whole refutation, to checked LRAT): docs/results.md. CP-SAT names the hints itself, which
CaDiCaL through python-sat does not; on small formulas its start and its import cost more.
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..instances.numberlink import Edge, NumberlinkPuzzle
from .answer import Answer, Assurance, Engine, EnginesDisagree
from .limits import Limits
from .proofs.certificates import formula_of
from .proofs.cnf import Cnf
from .proofs.lrat import Checked, LratFault, check_bytes
from .proofs.uniqueness import another_solution

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["Refutation", "certify", "certify_unique", "refute"]


@dataclass(frozen=True)
class Refutation:
    """What came of trying to refute a formula.

    Args:
        status: ``UNSATISFIABLE`` (the proof was checked), ``SATISFIABLE`` or ``UNKNOWN``.
        proof: LRAT text.
        checked: what the checker read.
        model: the true variables of a solution.
        seconds_made: of the solver and of the elaboration.
        seconds_checked: of the checker.
        engine: who found the proof.
    """

    status: str
    proof: bytes = b""
    checked: Checked | None = None
    model: tuple[int, ...] = ()
    seconds_made: float = 0.0
    seconds_checked: float = 0.0
    engine: str = "cadical"


def _solve(clauses: list[list[int]], memory: int | None, channel: Connection) -> None:
    """In the child: send ``(True, model)``, ``(False, DRUP)`` or nothing."""
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    from pysat.solvers import Cadical195

    solver: Any = Cadical195(bootstrap_with=[c for c in clauses if c], with_proof=True)
    if any(not c for c in clauses):
        channel.send_bytes(b"F0\n")
    elif solver.solve():
        channel.send_bytes(b"T" + " ".join(str(v) for v in solver.get_model() or [] if v > 0).encode())
    else:
        channel.send_bytes(b"F" + "\n".join(solver.get_proof() or ["0"]).encode() + b"\n")


LARGE = 1000
"""Clauses from which on CP-SAT is asked first."""


def refute(
    cnf: Cnf,
    *,
    engine: str = "auto",
    limits: Limits | None = None,
    memory: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Refutation:
    """Try to show that a formula has no solution.

    No solver's word is trusted: only a proof that the checker accepts counts.

    Args:
        cnf: the formula.
        engine: ``cadical``, ``cp-sat``, or ``auto``: by the size of the formula, and CaDiCaL where
            CP-SAT leaves no good proof.
        limits: time.
        memory: bytes for CaDiCaL's process; beyond it the answer is ``UNKNOWN``.
        stop: asked a few times a second (CaDiCaL); the answer is then ``UNKNOWN``.

    Example:
        >>> cnf = Cnf()
        >>> a = cnf.fresh()
        >>> cnf.add(a); cnf.add(-a)
        >>> refute(cnf).status
        'UNSATISFIABLE'
    """
    limits = limits or Limits()
    start = time.perf_counter()
    if engine == "cp-sat" or (engine == "auto" and memory is None and len(cnf.clauses) >= LARGE):
        result = _by_cp_sat(cnf, limits)
        spent = time.perf_counter() - start
        left = None if limits.seconds is None else limits.seconds - spent
        if result is not None or (left is not None and left <= 0) or engine == "cp-sat":
            return result or Refutation("UNKNOWN", seconds_made=spent)
        limits = Limits(left)
    return _by_cadical(cnf, limits, memory, stop)


def _by_cp_sat(cnf: Cnf, limits: Limits) -> Refutation | None:
    """The outcome by CP-SAT; ``None`` if it says "no" without a proof that holds."""
    from . import _native
    from .cp_sat import refutation

    start = time.perf_counter()
    if any(not clause for clause in cnf.clauses):
        return None
    try:
        status, true, files = refutation(cnf.clauses, cnf.variables, limits)
    except OSError:
        return None
    made = time.perf_counter() - start
    if status in ("OPTIMAL", "FEASIBLE") and cnf.satisfied(true):
        return Refutation("SATISFIABLE", model=tuple(true), seconds_made=made)
    if status != "INFEASIBLE":
        return Refutation("UNKNOWN", seconds_made=made)
    flat = [literal for clause in cnf.clauses for literal in (*clause, 0)]
    for content in files:
        told = _native.read_cp_sat_proof(flat, content)
        if not told.refuted:
            continue
        made = time.perf_counter() - start
        try:
            checked = check_bytes(cnf.dimacs(), told.lrat)
        except LratFault:
            continue
        spent = time.perf_counter() - start - made
        return Refutation("UNSATISFIABLE", told.lrat, checked, (), made, spent, "cp-sat")
    return None


def _by_cadical(cnf: Cnf, limits: Limits, memory: int | None, stop: Callable[[], bool] | None) -> Refutation:
    """In a child process, since the solver's call does not see Ctrl-C; ended at the time limit."""
    from . import _native

    start = time.perf_counter()
    seconds = limits.seconds
    context = multiprocessing.get_context("spawn")
    receive, send = context.Pipe(duplex=False)
    child = context.Process(target=_solve, args=(cnf.clauses, memory, send), daemon=True)
    child.start()
    send.close()
    try:
        message = receive.recv_bytes() if _ready(receive, seconds, stop) else b""
    except EOFError:
        message = b""  # the child died, of the memory limit as a rule
    finally:
        child.kill()
        child.join()
    spent = time.perf_counter() - start
    if not message:
        return Refutation("UNKNOWN", seconds_made=spent)
    if message[:1] == b"T":
        true = tuple(map(int, message[1:].split()))
        if not cnf.satisfied(true):
            raise AssertionError("the solver's assignment does not satisfy the clauses")
        return Refutation("SATISFIABLE", model=true, seconds_made=spent)
    left = 0.0 if seconds is None else max(seconds - spent, 0.001)
    flat = [literal for clause in cnf.clauses for literal in (*clause, 0)]
    told = _native.elaborate(flat, message[1:], seconds=left)
    made = time.perf_counter() - start
    if told.outcome == _native.Elaboration.stopped:
        return Refutation("UNKNOWN", seconds_made=made)
    if told.outcome != _native.Elaboration.refuted:
        raise AssertionError(f"the solver's proof fails in line {told.line}: {told.outcome.name}")
    checked = check_bytes(cnf.dimacs(), told.lrat)
    return Refutation("UNSATISFIABLE", told.lrat, checked, (), made, time.perf_counter() - start - made)


def _ready(channel: Connection, seconds: float | None, stop: Callable[[], bool] | None) -> bool:
    if stop is None:
        return channel.poll(seconds)
    end = None if seconds is None else time.perf_counter() + seconds
    while not stop() and (end is None or time.perf_counter() < end):
        if channel.poll(0.2):
            return True
    return False


def certify(
    problem: str, width: int, height: int, answer: Answer, *, limits: Limits | None = None
) -> tuple[Answer, Refutation]:
    """Raise an OPTIMAL answer to assurance ``proof``, if nothing better than its value can be refuted.

    Args:
        problem: a key of `gridproof.solvers.proofs.claims.DEFINITIONS`.
        width, height: of the board.
        answer: the answer with its witness.
        limits: time.

    Raises:
        EnginesDisagree: the SAT solver found something better.

    Example:
        >>> from gridproof.solvers.kyouen_extremes import prove
        >>> answer, refutation = certify("kyouen-max", 3, 3, prove("kyouen-max", 3, 3))
        >>> answer.assurance.value, refutation.checked.rat
        ('proof', 0)
    """
    value = int(answer.value)
    if problem == "square-colouring" and value == 1:
        return replace(answer, assurance=Assurance.PROOF), Refutation("SATISFIABLE")  # the witness is all
    result = refute(formula_of(problem, width, height, value), limits=limits)
    steps = result.checked.additions if result.checked else None
    proved = result.status == "UNSATISFIABLE"
    seconds = result.seconds_made + result.seconds_checked
    status = {"UNSATISFIABLE": "OPTIMAL", "SATISFIABLE": "REFUTED"}.get(result.status, "UNKNOWN")
    told = Engine(f"{result.engine}+lrat", status, seconds, steps, value if proved else None)
    asked = (*answer.engines, told)
    if result.status == "SATISFIABLE":
        raise EnginesDisagree(f"{problem} {width} x {height}", asked)
    sure = Assurance.PROOF if proved else answer.assurance
    return replace(answer, assurance=sure, engines=asked, seconds=answer.seconds + seconds), result


def certify_unique(
    puzzle: NumberlinkPuzzle, solution: Iterable[Edge] | None, *, limits: Limits | None = None
) -> tuple[list[list[Edge]], Refutation]:
    """Try to refute that a puzzle has a solution other than this one, or any at all.

    Args:
        puzzle: the puzzle.
        solution: its edges, or ``None``.
        limits: time, for the search for loops and for the refutation each.

    Returns:
        The loops whose clauses were needed, and the refutation.

    Raises:
        EnginesDisagree: there is such a solution.

    Example:
        >>> lone = NumberlinkPuzzle.of(["A.A"])
        >>> certify_unique(lone, lone.edges)[1].status
        'UNSATISFIABLE'
    """
    from .numberlink_sat import SatSolutions

    known = None if solution is None else list(solution)
    with SatSolutions(puzzle, [] if known is None else [known]) as search:
        other = search.next(seconds=limits.seconds if limits else None)
        loops, exhausted = list(search.loops), search.exhausted
    if other is not None:
        told = ("SATISFIABLE", 1) if known is None else ("MULTIPLE", 2)
        raise EnginesDisagree("the solutions of a puzzle", (Engine("sat", told[0], 0.0, value=told[1]),))
    if not exhausted:
        return loops, Refutation("UNKNOWN")
    return loops, refute(another_solution(puzzle, known, loops), limits=limits)
