"""The one place where a CpSolver is made and its parameters are set.

CP-SAT 9.15 has public reports of wrong INFEASIBLE and OPTIMAL answers
(or-tools 5274, 5293, 5295) and of repeated solutions when enumerating; callers
treat its negative answers as stated by one engine only.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ortools.sat.python import cp_model

from .limits import Limits

__all__ = ["Outcome", "enumerate_solutions", "refutation", "solve", "solve_cases"]


@dataclass(frozen=True)
class Outcome:
    """What CP-SAT said.

    Args:
        status: ``OPTIMAL``, ``FEASIBLE``, ``INFEASIBLE`` or ``UNKNOWN``.
        values: value of each handle, if a solution was found.
        objective: objective of that solution.
        bound: CP-SAT's own bound on the objective.
        branches: branches explored.
        seconds: wall-clock time.
    """

    status: str
    values: dict[Any, int] | None
    objective: int | None
    bound: int | None
    branches: int
    seconds: float


def _solver(limits: Limits, parameters: Mapping[str, Any]) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = limits.threads
    if limits.seconds is not None:
        solver.parameters.max_time_in_seconds = max(limits.seconds, 0.001)
    if limits.memory is not None:
        solver.parameters.max_memory_in_mb = max(1, limits.memory >> 20)
    solver.parameters.random_seed = 0
    solver.parameters.catch_sigint_signal = False
    for name, value in parameters.items():
        if isinstance(value, list):
            getattr(solver.parameters, name).extend(value)
        else:
            setattr(solver.parameters, name, value)
    return solver


def _run(
    solver: cp_model.CpSolver, model: cp_model.CpModel, callback: cp_model.CpSolverSolutionCallback | None
) -> Any:
    # In a thread, so that Ctrl-C reaches the main thread and stops the search.
    result: list[Any] = []
    failure: list[BaseException] = []

    def work() -> None:
        try:
            result.append(solver.solve(model, callback))
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
    except BaseException:
        while thread.is_alive():  # the stop is lost if it comes before the search has begun
            solver.stop_search()
            thread.join(0.1)
        raise
    if failure:
        raise failure[0]
    return result[0]


def solve(
    model: cp_model.CpModel,
    handles: Mapping[Any, cp_model.IntVar],
    limits: Limits | None = None,
    **parameters: Any,
) -> Outcome:
    """Solve a model.

    Args:
        model: the model.
        handles: the decision variables to report.
        limits: time, memory and threads.
        parameters: further CP-SAT parameters by name.

    Raises:
        KeyboardInterrupt: Ctrl-C; the search is stopped first.
    """
    solver = _solver(limits or Limits(), parameters)
    start = time.perf_counter()
    status = _run(solver, model, None)
    return _outcome(solver, model, handles, status, time.perf_counter() - start)


def _outcome(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    handles: Mapping[Any, cp_model.IntVar],
    status: Any,
    seconds: float,
) -> Outcome:
    name = solver.status_name(status)
    if name == "MODEL_INVALID":
        raise ValueError(f"invalid CP-SAT model: {model.validate()}")
    found = name in {"OPTIMAL", "FEASIBLE"}
    has_objective = model.has_objective()
    return Outcome(
        status=name,
        values={key: int(solver.value(v)) for key, v in handles.items()} if found else None,
        objective=round(solver.objective_value) if found and has_objective else None,
        bound=round(solver.best_objective_bound) if has_objective else None,
        branches=int(solver.num_branches),
        seconds=seconds,
    )


def solve_cases(
    cases: Iterable[tuple[cp_model.CpModel, Mapping[Any, cp_model.IntVar]]],
    limits: Limits | None = None,
    **parameters: Any,
) -> Outcome:
    """Solve feasibility models that together cover a question, one thread a case.

    Args:
        cases: pairs of a model and its handles; built one by one as threads become free.
        limits: the time is for all cases together.
        parameters: further CP-SAT parameters by name.

    Returns:
        ``FEASIBLE`` with the values of a case that has a solution (the others are then given
        up), ``INFEASIBLE`` if every case is, else ``UNKNOWN``.

    Raises:
        KeyboardInterrupt: Ctrl-C; the searches are stopped first.
    """
    limits = limits or Limits()
    start = time.perf_counter()
    source = iter(cases)
    lock = threading.Lock()
    running: set[cp_model.CpSolver] = set()
    outcomes: list[Outcome] = []
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            with lock:
                case = next(source, None)
                if case is None:
                    return
                seconds = limits.seconds and limits.seconds - (time.perf_counter() - start)
                if seconds is not None and seconds <= 0:
                    outcomes.append(Outcome("UNKNOWN", None, None, None, 0, 0.0))
                    return
                solver = _solver(Limits(seconds, None, limits.memory, 1), parameters)
                running.add(solver)
            model, handles = case
            outcome = _outcome(solver, model, handles, solver.solve(model), 0.0)
            with lock:
                running.discard(solver)
                outcomes.append(outcome)
            if outcome.values is not None:
                stop.set()

    with ThreadPoolExecutor(limits.threads) as pool:
        futures = [pool.submit(work) for _ in range(limits.threads)]
        try:
            while not all(f.done() for f in futures):
                time.sleep(0.05)
                if stop.is_set():
                    _stop_all(lock, running)
        except BaseException:
            stop.set()
            while not all(f.done() for f in futures):
                _stop_all(lock, running)
                time.sleep(0.05)
            raise
    for future in futures:
        future.result()
    found = next((o for o in outcomes if o.values is not None), None)
    decided = all(o.status == "INFEASIBLE" for o in outcomes)
    return Outcome(
        status="FEASIBLE" if found else "INFEASIBLE" if decided else "UNKNOWN",
        values=found.values if found else None,
        objective=None,
        bound=None,
        branches=sum(o.branches for o in outcomes),
        seconds=time.perf_counter() - start,
    )


def _stop_all(lock: threading.Lock, running: set[cp_model.CpSolver]) -> None:
    with lock:
        for solver in running:
            solver.stop_search()


class _Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]  # ortools is untyped
    def __init__(self, handles: Mapping[Any, cp_model.IntVar]) -> None:
        super().__init__()
        self.keys = list(handles)
        self.variables = list(handles.values())
        self.seen: set[tuple[int, ...]] = set()

    def on_solution_callback(self) -> None:
        self.seen.add(tuple(int(self.value(v)) for v in self.variables))


def enumerate_solutions(
    model: cp_model.CpModel,
    handles: Mapping[Any, cp_model.IntVar],
    limits: Limits | None = None,
) -> tuple[bool, list[dict[Any, int]]]:
    """Return ``(complete, solutions)``: all solutions projected to the handles, without repeats.

    Args:
        model: a model without objective.
        handles: the decision variables to project to.
        limits: time and memory; one thread is used.
    """
    limits = Limits(limits.seconds, None, limits.memory, 1) if limits else Limits(workers=1)
    solver = _solver(limits, {"enumerate_all_solutions": True})
    collector = _Collector(handles)
    status = _run(solver, model, collector)
    complete = solver.status_name(status) in {"OPTIMAL", "INFEASIBLE"}
    return complete, [dict(zip(collector.keys, values, strict=True)) for values in sorted(collector.seen)]


PROOF_FOLDER = Path("/tmp")
"""Where release 9.15 writes lrat0.bin, lrat1.bin, ...; it cannot be told otherwise."""


def refutation(
    clauses: Sequence[Sequence[int]], variables: int, limits: Limits | None = None
) -> tuple[str, list[int], list[bytes]]:
    """Ask for a solution of clauses, and for the proof if there is none.

    Only clauses, no presolve and no symmetries, so that each step of the proof is one of clauses.
    The status is CP-SAT's own word; the proof is for a checker.

    Args:
        clauses: lists of literals, as in DIMACS.
        variables: their number.
        limits: time and memory; one thread is used.

    Returns:
        The status, the true variables of a solution, the contents of the proof files, largest first.

    Raises:
        OSError: another process is at it, or its files are in the way.
    """
    limits = limits or Limits()
    model = cp_model.CpModel()
    on = [model.new_bool_var("") for _ in range(variables)]
    for clause in clauses:
        model.add_bool_or([on[v - 1] if v > 0 else on[-v - 1].negated() for v in clause])
    solver = _solver(
        Limits(limits.seconds, None, limits.memory, 1),
        {"cp_model_presolve": False, "symmetry_level": 0, "output_lrat_proof": True},
    )
    lock = os.open(PROOF_FOLDER / "gridproof-lrat.lock", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for left in PROOF_FOLDER.glob("lrat*.bin"):
            left.unlink()
        outcome = _outcome(solver, model, dict(enumerate(on, 1)), _run(solver, model, None), 0.0)
        files = [file.read_bytes() for file in PROOF_FOLDER.glob("lrat*.bin")]
        for done in PROOF_FOLDER.glob("lrat*.bin"):
            done.unlink()
    finally:
        os.close(lock)
    true = [v for v, value in (outcome.values or {}).items() if value]
    return outcome.status, true, sorted(files, key=len, reverse=True)
