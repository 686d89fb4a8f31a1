"""Arrow puzzles answered: solvable or why not, number of solutions, fewest taps.

Engines: ``algebra`` (elimination over Z/p^e, the kernel coset walked in Gray-code
order or by bit planes), ``cp-sat`` (kernel coordinates), ``cp-sat-plain`` and
``tap-search`` (tile by tile; shares nothing with the algebra).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import groupby
from math import gcd, prod
from typing import Any, Literal

from ..instances.arrow import ArrowPuzzle, is_solution
from ..instances.errors import InputError
from .answer import Answer, Assurance, Engine, EnginesDisagree, Status
from .limits import Limits, Progress

__all__ = ["ArrowSolver", "check_certificate", "smith_invariants", "solve_puzzle"]

MAX_WALK = 100_000_000
"""Kernels with more elements are not walked."""

MAX_SPLIT = 65_536
"""Bit planes need both factors of the kernel below this."""

EngineName = Literal["algebra", "cp-sat", "cp-sat-plain", "tap-search"]


def check_certificate(puzzle: ArrowPuzzle, y: Sequence[int]) -> bool:
    """Return whether y shows that a board has no solution.

    ``y . (A t) = 0 (mod m)`` for every t that taps no forbidden tile, but ``y . state != 0``.

    Example:
        >>> from gridproof.instances.arrow import rectangle
        >>> stuck = ArrowPuzzle(rectangle(2, 1, "king"), 4, (1, 0))
        >>> check_certificate(stuck, (1, 3)), check_certificate(stuck, (1, 2))
        (True, False)
    """
    m = puzzle.modulus
    if len(y) != puzzle.shape.tiles:
        return False
    effect = [0] * puzzle.shape.tiles
    for i, row in enumerate(puzzle.shape.neighbours):
        for j, weight in row:
            effect[j] = (effect[j] + y[i] * weight) % m
    blind = all(e == 0 for j, e in enumerate(effect) if j not in puzzle.forbidden)
    return blind and sum(a * b for a, b in zip(y, puzzle.state, strict=True)) % m != 0


def smith_invariants(puzzle: ArrowPuzzle) -> list[int]:
    """Return the Smith invariants of the effect matrix over the integers.

    Every prime of the invariants divides every non-zero minor of full rank; for the primes
    of a gcd of such minors the elimination over Z/p^e tells the exponents.

    Raises:
        InputError: an invariant divisible by a prime power above 10^6.

    Example:
        >>> from gridproof.instances.arrow import hexagon
        >>> smith_invariants(ArrowPuzzle(hexagon(3), 2, (0,) * 19))[15:]
        [1, 8, 0, 0]
    """
    import random

    from sympy import factorint

    from . import _native

    n = puzzle.shape.tiles
    rows = [[0] * n for _ in range(n)]
    for i, row in enumerate(puzzle.shape.neighbours):
        for j, weight in row:
            rows[i][j] = weight
    chance = random.Random(0)
    minor, rank = 0, 0
    for _ in range(4):
        down, across = chance.sample(range(n), n), chance.sample(range(n), n)
        value, found = _last_pivot([[rows[i][j] for j in across] for i in down])
        minor, rank = gcd(minor, value), found
    invariants = [1] * rank + [0] * (n - rank)
    entries = [(i, j, w) for i, row in enumerate(puzzle.shape.neighbours) for j, w in row]
    for p in factorint(abs(minor)):
        e = 1
        while True:
            if p**e > _native.MAX_MODULUS:
                raise InputError(f"an invariant is divisible by {p}^{e - 1} or more")
            orders = sorted(g.order for g in _native.LinearSystem(n, n, entries, p**e).kernel)
            if orders.count(p**e) == n - rank:  # only the zeros reach p^e
                break
            e += 1
        for position, order in enumerate(reversed(orders[: len(orders) - (n - rank)])):
            invariants[rank - 1 - position] *= order
    return invariants


def _last_pivot(rows: list[list[int]]) -> tuple[int, int]:
    # Fraction-free elimination (Bareiss): the last pivot is a minor of full rank.
    previous, rank = 1, 0
    columns = len(rows[0])
    for column in range(columns):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        top = rows[rank]
        for i in range(rank + 1, len(rows)):
            row, factor = rows[i], rows[i][column]
            if factor:
                rows[i] = [(top[column] * a - factor * b) // previous for a, b in zip(row, top, strict=True)]
            elif top[column] != previous:
                rows[i] = [top[column] * a // previous for a in row]
        previous = top[column]
        rank += 1
    return previous, rank


class ArrowSolver:
    """The algebra of one shape and modulus; one factorisation serves many boards.

    Args:
        puzzle: any board of that shape, modulus, costs and forbidden tiles.

    Example:
        >>> from gridproof.instances.arrow import LEVELS
        >>> shape, modulus = LEVELS["expert"]
        >>> solver = ArrowSolver(ArrowPuzzle(shape, modulus, (0,) * 37))
        >>> solver.solutions
        3888
    """

    def __init__(self, puzzle: ArrowPuzzle) -> None:
        from . import _native

        self._native = _native
        self.model = puzzle
        self.modulus = puzzle.modulus
        self.tiles = [j for j in range(puzzle.shape.tiles) if j not in puzzle.forbidden]
        column = {j: c for c, j in enumerate(self.tiles)}
        self.entries = [
            (i, column[j], weight % puzzle.modulus)
            for i, row in enumerate(puzzle.shape.neighbours)
            for j, weight in row
            if j in column
        ]
        self.system = _native.LinearSystem(puzzle.shape.tiles, len(self.tiles), self.entries, puzzle.modulus)
        self.kernel = list(self.system.kernel)
        self.solutions = prod(g.order for g in self.kernel)

    def serves(self, puzzle: ArrowPuzzle) -> bool:
        """Return whether a board has this shape, modulus, costs and forbidden tiles."""
        return _key(puzzle) == _key(self.model)

    @cached_property
    def costs(self) -> list[int]:
        """Cost of 0 .. m - 1 taps, tile after tile that may be tapped."""
        return [self.model.cost(j, v) for j in self.tiles for v in range(self.modulus)]

    @cached_property
    def split(self) -> Any:
        """The bit-plane engine where it applies: unit costs and two coprime factors, both kernels small."""
        plain = self.model.tap_costs is None and not self.model.both_ways
        if not plain or len(self.tiles) > 256:
            return None
        powers = sorted({g.prime_power for g in self.kernel})
        best: tuple[int, int] | None = None
        for q in _coprime_factors(self.modulus):
            first = prod(g.order for g in self.kernel if q % g.prime_power == 0)
            second = self.solutions // first
            if max(first, second) <= MAX_SPLIT and first * second <= MAX_WALK:
                work = first * second * (q - 1)
                best = min(best, (work, q)) if best else (work, q)
        if best is None or not powers or max(best[1], self.modulus // best[1]) > 64:
            return None
        return self._native.SplitCoset(self.system, best[1])

    def particular(self, puzzle: ArrowPuzzle) -> Any:
        """Return the native solution or certificate of a board."""
        return self.system.solve([-value % self.modulus for value in puzzle.state])

    def spread(self, taps: Sequence[int]) -> list[int]:
        """Return taps on the tiles that may be tapped as taps on all tiles."""
        full = [0] * self.model.shape.tiles
        for j, t in zip(self.tiles, taps, strict=True):
            full[j] = int(t)
        return full

    def parts(self) -> list[Any]:
        """Return the kernel by prime power, for the CP-SAT model."""
        from ..models.arrow import KernelPart

        found = []
        for q, group in groupby(self.kernel, key=lambda g: int(g.prime_power)):
            pairs = tuple((tuple(v % q for v in g.vector), int(g.order)) for g in group)
            found.append(KernelPart(q, pairs))
        return found

    def fewest_batch(self, states: Any) -> tuple[Any, Any, Any]:
        """Return (cost, number of optimal solutions, taps) for many boards at once.

        Args:
            states: integer array of shape ``(boards, tiles)``, values 0 .. m - 1.

        Returns:
            Arrays of shapes ``(boards,)``, ``(boards,)``, ``(boards, tiles)``; cost -1 where a
            board has no solution.

        Raises:
            InputError: the kernel is too large to walk.
        """
        import numpy as np

        if self.solutions > MAX_WALK:
            raise InputError(f"the kernel has {self.solutions} elements; at most {MAX_WALK} are walked")
        targets = np.ascontiguousarray(-np.asarray(states, dtype=np.int64) % self.modulus)
        costs = np.empty(len(targets), dtype=np.int64)
        counts = np.empty(len(targets), dtype=np.int64)
        taps = np.zeros((len(targets), len(self.tiles)), dtype=np.int64)
        table = [] if self.split is not None else self.costs
        self._native.cheapest_batch(self.system, self.split, table, targets, costs, counts, taps)
        full = np.zeros((len(targets), self.model.shape.tiles), dtype=np.int64)
        full[:, self.tiles] = taps
        return costs, counts, full


def _key(puzzle: ArrowPuzzle) -> tuple[Any, ...]:
    return puzzle.shape, puzzle.modulus, puzzle.tap_costs, puzzle.forbidden, puzzle.both_ways


def _coprime_factors(m: int) -> Iterable[int]:
    return (q for q in range(2, m) if m % q == 0 and gcd(q, m // q) == 1)


def _by_algebra(
    solver: ArrowSolver, found: Any, limits: Limits, progress: Progress | None
) -> tuple[Engine, list[int] | None, int | None]:
    start = time.perf_counter()
    if solver.split is not None:
        best, done = solver.split.cheapest(found.taps), True
    else:
        best, done = solver.system.cheapest(
            found.taps, solver.costs, seconds=limits.seconds or 0.0, progress=progress
        )
    status = Status.OPTIMAL if done else Status.UNKNOWN
    seconds = time.perf_counter() - start
    engine = Engine("algebra", status.value, seconds, solver.solutions, best.cost)
    return engine, solver.spread(best.taps), best.count if done else None


def _by_cp_sat(
    puzzle: ArrowPuzzle, solver: ArrowSolver, found: Any, limits: Limits, plain: bool
) -> tuple[Engine, list[int] | None, int | None]:
    from ..models.arrow import MAX_LISTED, build_kernel, build_plain
    from .cp_sat import solve

    parameters: dict[str, Any] = {}
    if plain:
        built = build_plain(puzzle)
    else:
        # The full linear relaxation measured best where the kernel parts are listed.
        parts = solver.parts()
        listed = all(part.size <= MAX_LISTED for part in parts)
        built = build_kernel(puzzle, found.taps, parts)
        if listed:
            parameters["subsolvers"] = ["max_lp"]
    outcome = solve(built.model, built.taps, limits, **parameters)
    taps = solver.spread([outcome.values[j] for j in solver.tiles]) if outcome.values else None
    name = "cp-sat-plain" if plain else "cp-sat"
    value = outcome.objective
    return Engine(name, outcome.status, outcome.seconds, outcome.branches, value), taps, outcome.bound


def _by_tap_search(
    puzzle: ArrowPuzzle, solver: ArrowSolver, limits: Limits, progress: Progress | None
) -> tuple[Engine, list[int] | None, int | None]:
    from . import _native

    if puzzle.tap_costs is not None or puzzle.both_ways:
        raise InputError("the tap search counts taps; it knows neither costs nor taps both ways")
    start = time.perf_counter()
    target = [-value % puzzle.modulus for value in puzzle.state]
    found = _native.tap_search(
        puzzle.shape.tiles,
        len(solver.tiles),
        solver.entries,
        puzzle.modulus,
        target,
        seconds=limits.seconds or 0.0,
        progress=progress,
    )
    status = Status.UNKNOWN.value
    if found.complete:
        status = (Status.OPTIMAL if found.solvable else Status.UNSATISFIABLE).value
    value = found.cost if found.solvable else None
    engine = Engine("tap-search", status, time.perf_counter() - start, found.nodes, value)
    return (
        engine,
        solver.spread(found.taps) if found.solvable else None,
        found.count if found.complete else None,
    )


def solve_puzzle(
    puzzle: ArrowPuzzle,
    *,
    engine: Literal["auto"] | EngineName = "auto",
    assurance: Assurance | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    solver: ArrowSolver | None = None,
) -> Answer:
    """Return the fewest taps of a board, or why it has no solution.

    Args:
        puzzle: the board.
        engine: ``auto`` walks the kernel coset if it is small and asks CP-SAT if it is large.
        assurance: ``cross-checked`` asks a second engine for the optimum.
        limits: for each engine.
        progress: called with (tasks done, tasks, nodes).
        solver: the algebra of the shape, to be used for many boards.

    Raises:
        EnginesDisagree: two engines differ.

    Example:
        >>> from gridproof.instances.arrow import rectangle
        >>> answer = solve_puzzle(ArrowPuzzle(rectangle(2, 2, "king"), 4, (3, 3, 3, 3)))
        >>> answer.status.value, answer.value, answer.count
        ('OPTIMAL', 1, 64)
    """
    start = time.perf_counter()
    limits = limits or Limits()
    if solver is None or not solver.serves(puzzle):
        solver = ArrowSolver(puzzle)
    found = solver.particular(puzzle)
    base = {"kind": "arrow", "question": "solve"}
    if not found.solvable:
        y = [int(v) for v in found.certificate]
        if not check_certificate(puzzle, y):
            raise AssertionError("the certificate of unsolvability fails its check")
        seconds = time.perf_counter() - start
        return Answer(
            **base,
            status=Status.UNSATISFIABLE,
            assurance=Assurance.PROOF,
            count=0,
            details={"certificate": y, "prime_power": int(found.prime_power)},
            engines=(Engine("algebra", "UNSATISFIABLE", seconds),),
            seconds=seconds,
        )
    small = solver.solutions <= MAX_WALK
    asked: list[str] = [("algebra" if small else "cp-sat") if engine == "auto" else engine]
    if assurance is not None and assurance >= Assurance.CROSS_CHECKED:
        asked.append("cp-sat" if asked[0] == "algebra" else "cp-sat-plain" if not small else "algebra")
    records: list[Engine] = []
    best: list[int] | None = solver.spread(found.taps)
    optimal: int | None = None
    bound = 0
    for name in asked:
        if name == "algebra":
            if not small:
                raise InputError(f"the kernel has {solver.solutions} elements; at most {MAX_WALK} are walked")
            record, taps, optimal = _by_algebra(solver, found, limits, progress)
        elif name == "tap-search":
            record, taps, optimal = _by_tap_search(puzzle, solver, limits, progress)
        else:
            record, taps, lower = _by_cp_sat(puzzle, solver, found, limits, plain=name == "cp-sat-plain")
            bound = max(bound, lower or 0)
        records.append(record)
        if taps is not None and (best is None or _total(puzzle, taps) < _total(puzzle, best)):
            best = taps
    assert best is not None
    if not is_solution(puzzle, best):
        raise AssertionError("an engine returned taps that do not solve the board")
    finished = [r for r in records if r.status in (Status.OPTIMAL.value, Status.UNSATISFIABLE.value)]
    if len({r.value for r in finished}) > 1 or any(r.value != _total(puzzle, best) for r in finished):
        raise EnginesDisagree("the fewest taps", tuple(records))
    decided = bool(finished)
    reached = Assurance.CROSS_CHECKED if len(finished) > 1 else Assurance.STATED
    details: dict[str, Any] = {"kernel": solver.solutions}
    if optimal is not None:
        details["optimal_solutions"] = optimal
    return Answer(
        **base,
        status=Status.OPTIMAL if decided else Status.UNKNOWN,
        assurance=reached if decided else Assurance.WITNESS,
        value=_total(puzzle, best),
        bound=None if decided else bound,
        count=solver.solutions,
        solution=best,
        details=details,
        engines=tuple(records),
        seconds=time.perf_counter() - start,
    )


def _total(puzzle: ArrowPuzzle, taps: Sequence[int]) -> int:
    return sum(puzzle.cost(j, t) for j, t in enumerate(taps))
