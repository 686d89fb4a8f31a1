"""Runs a campaign: hands units to an executor, writes results to the ledger, checks the coverage."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...instances.errors import InputError
from ..kyouen_cubes import confirm, refute_cubes, search
from ..proofs.coverage import check_rows, check_seeds
from .executors import MakeExecutor, shut
from .ledger import Ledger, Row, StageRow
from .plan import accepted, cut, next_stage, settled_value
from .progress import Progress, Rate, Tally

__all__ = ["Outcome", "run"]

ENGINES: dict[str, Callable[..., list[dict[str, Any] | None]]] = {
    "native": search,
    "second": confirm,
    "proof": refute_cubes,
}
BUNDLE_NODES, BUNDLE_UNITS = 300_000, 400
"""Small units travel together, up to so many estimated nodes and so many units."""
AHEAD = 2
"""Bundles handed out for each worker."""
MOST_REBUILDS = 5
"""So often an executor may break without any result in between."""

Told = Callable[[StageRow, Progress], None]


@dataclass(frozen=True)
class Outcome:
    """What a campaign settled.

    Args:
        value: the extremal size, or ``None`` if time ran out.
        stages: all stages so far.
        nodes: of the stages answered no.
    """

    value: int | None
    stages: list[StageRow]
    nodes: int


def bundles(rows: list[Row], most: int) -> Iterator[list[Row]]:
    """Group units of a stage, in order and at most so many, so that a bundle is worth its overhead."""
    bundle: list[Row] = []
    nodes = 0
    for row in rows:
        if bundle and (nodes + row.estimate > BUNDLE_NODES or len(bundle) == most):
            yield bundle
            bundle, nodes = [], 0
        bundle.append(row)
        nodes += row.estimate
    if bundle:
        yield bundle


def check_coverage(problem: str, width: int, height: int, stage: StageRow, rows: list[Row]) -> None:
    """Check that the units of a stage cover its question.

    Raises:
        InputError: they do not.
    """
    units = [row.unit for row in rows]
    if problem == "kyouen-max":
        if stage.spec["best"] < stage.spec["bands"][-1]:
            check_rows(width, stage.spec["rows"], [(u["stones"], u["depth"]) for u in units])
    else:
        parts = [(u["stones"], u["part"], u["parts"]) for u in units]
        check_seeds(width, height, stage.spec["size"], parts)


def run(
    ledger: Ledger,
    make: MakeExecutor,
    *,
    engine: str = "native",
    told: Told | None = None,
    stop: threading.Event | None = None,
    in_process: bool = True,
) -> Outcome:
    """Go on with the campaign of a ledger until it is settled or `stop` is set.

    Args:
        ledger: open for writing, with its question.
        make: makes the executor.
        engine: ``native``; ``second`` to search the cubes of the settled stages again; ``proof`` to
            refute those of the last stage, by checked refutations.
        told: called every second or so with the stage and its progress.
        stop: set it to end early; what is in flight is lost.
        in_process: the executor's workers are threads, which can see `stop`.

    Raises:
        InputError: a result is not what was asked for; the cubes do not cover a question; the
            workers die again and again.
    """
    stop = stop or threading.Event()
    question = ledger.question
    if question is None:
        raise InputError("the ledger has no question", ledger.path)
    problem, width, height = question
    pool = _Pool(make, partial(_answer, engine, stop.is_set if in_process else None), stop, in_process)
    value: int | None = None
    try:
        if engine != "native":
            stages = [s for s in ledger.stages() if s.outcome == "no"]
            if engine == "proof":
                if problem != "kyouen-max" or settled_value(problem, height, stages) is None:
                    raise InputError("cubes are refuted once kyouen-max is settled", ledger.path)
                stages = stages[-1:]
                if not ledger.units(stages[0].number):
                    raise InputError("the bound by bands answers the last question: no cubes", ledger.path)
            if not stages:
                raise InputError("no stage is settled yet; run the native engine first", ledger.path)
            if all(_run_stage(ledger, pool, stage, engine, told) == "no" for stage in stages):
                value = settled_value(problem, height, ledger.stages())
        else:
            while not stop.is_set():
                stages = ledger.stages()
                value = settled_value(problem, height, stages)
                if value is not None:
                    break
                stage = stages[-1] if stages and stages[-1].outcome == "open" else None
                if stage is None:
                    spec, witness = next_stage(problem, width, height, stages)
                    known = len(witness) == spec.get("size")  # a saturated set of just that size
                    stage = ledger.add_stage(
                        spec, witness, [] if known else cut(problem, width, height, spec)
                    )
                    if known:
                        ledger.settle(stage.number, "found")
                        continue
                _run_stage(ledger, pool, stage, engine, told)
    except BaseException:
        stop.set()  # before the pool is closed, so that units in flight see it
        raise
    finally:
        pool.close()
    stages = ledger.stages()
    nodes = sum(
        nodes
        for s in stages
        if s.outcome == "no"
        for _, nodes, _ in ledger.results(s.number, engine).values()
    )
    return Outcome(value, stages, nodes)


def _answer(
    engine: str, stop: Callable[[], bool] | None, units: list[dict[str, Any]]
) -> list[dict[str, Any] | None]:
    return ENGINES[engine](units, stop)


class _Pool:
    """An executor that is made again when it breaks."""

    def __init__(
        self, make: MakeExecutor, work: Callable[..., Any], stop: threading.Event, in_process: bool
    ) -> None:
        self._make, self._work, self.stop, self.in_process = make, work, stop, in_process
        self._executor: Executor | None = None
        self.slots = 1
        self.rebuilt = 0

    def submit(self, bundle: list[Row]) -> Future[Any]:
        if self._executor is None:
            self._executor, self.slots = self._make()
        return self._executor.submit(self._work, [row.unit for row in bundle])

    def broke(self, error: BaseException) -> None:
        self.rebuilt += 1
        if self.rebuilt > MOST_REBUILDS:
            raise InputError(f"the workers die again and again: {error}; what was done is kept") from None
        if self._executor is not None:
            shut(self._executor, at_once=True)
        self._executor = None

    def close(self) -> None:
        if self._executor is not None:
            shut(self._executor, at_once=self.stop.is_set() and not self.in_process)


def _is_loss(error: Exception) -> bool:
    """Whether a worker was lost, and not the work itself wrong; Dask has exceptions of its own."""
    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__module__.startswith(
        "distributed"
    )


def _run_stage(ledger: Ledger, pool: _Pool, stage: StageRow, engine: str, told: Told | None) -> str | None:
    """Run what is left of a stage; its outcome, or ``None`` when stopped."""
    question = ledger.question
    assert question is not None
    problem, width, height = question
    rows = ledger.units(stage.number)
    known = ledger.results(stage.number, engine)
    tally, rate, fresh = Tally(row.estimate for row in rows), Rate(), 0
    for row in rows:
        if row.key in known:
            tally.add(row.estimate, known[row.key][1])
    found = next((f for f, _, _ in known.values() if f is not None), None)
    size = 1 if engine == "proof" else BUNDLE_UNITS
    waiting = bundles([row for row in rows if row.key not in known], size)
    flying: dict[Future[Any], list[Row]] = {}
    again: list[list[Row]] = []
    while found is None and not pool.stop.is_set():
        try:
            while len(flying) < AHEAD * pool.slots:
                bundle = again.pop() if again else next(waiting, None)
                if bundle is None:
                    break
                try:
                    flying[pool.submit(bundle)] = bundle
                except BaseException:
                    again.append(bundle)
                    raise
            if not flying:
                break
            done, _ = wait(flying, timeout=1.0, return_when=FIRST_COMPLETED)
            for future in done:
                bundle = flying.pop(future)
                try:
                    answers = future.result()
                except Exception:
                    again.append(bundle)
                    raise
                told_units = [(r, a) for r, a in zip(bundle, answers, strict=True) if a is not None]
                again += [[r] for r, a in zip(bundle, answers, strict=True) if a is None]
                for row, answer in told_units:
                    if answer["found"] is not None and not accepted(problem, row.unit, answer["found"]):
                        raise InputError(f"a worker reports a set that the rules reject: {answer['found']}")
                    tally.add(row.estimate, answer["nodes"])
                    fresh += answer["nodes"]
                    found = found or answer["found"]
                ledger.record(engine, told_units)
                pool.rebuilt = 0
        except Exception as error:
            if not _is_loss(error):
                raise
            again += flying.values()
            flying.clear()
            pool.broke(error)
        if told:
            told(stage, tally.look(rate.of(fresh)))
    for future in flying:
        future.cancel()
    if found is not None:
        if engine != "native":
            raise InputError(f"engine {engine} finds a set that the search missed: {found}")
        ledger.settle(stage.number, "found", found)
        return "found"
    if tally.done < tally.units:
        return None
    check_coverage(problem, width, height, stage, rows)
    if engine == "native":
        ledger.settle(stage.number, "no")
    return "no"
