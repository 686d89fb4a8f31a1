"""Exact distributions of the random kyouen processes, and the audit of anybody's boards against them."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from ...instances.errors import InputError
from ...instances.kyouen import KyouenBoard, bad_tuples, canonical_form, playable_points
from ...instances.lattice import Point, board_points, show_int, symmetries
from ..limits import Limits, Progress
from .fit import ALARM, chi_square

__all__ = ["KINDS", "Audit", "Distribution", "Test", "distribution", "exact_is_quick"]

KINDS = ("kyouen-avoidance", "kyouen-saturated", "kyouen-stage")
MAX_POINTS = 49
QUICK_POINTS = 30
"""Boards whose distribution is computed without being asked for (a fraction of a second)."""


@dataclass(frozen=True)
class Distribution:
    """The exact distribution of a process.

    Args:
        width, height: of the board.
        process: ``avoidance`` or ``saturation``.
        success: probability of ending with m stones and one playable point (avoidance), by m.
        stuck: probability of ending with m stones and none, by m.
        orbits: kyouen-free sets met by the process up to symmetry, by number of stones.

    Example:
        >>> distribution(3, 3, "avoidance").success_probability
        Fraction(4, 35)
    """

    width: int
    height: int
    process: str
    success: tuple[Fraction, ...]
    stuck: tuple[Fraction, ...]
    orbits: tuple[int, ...]

    @property
    def success_probability(self) -> Fraction:
        """Probability that one trial succeeds."""
        return sum(self.success, Fraction(0))

    @property
    def by_stones(self) -> tuple[Fraction, ...]:
        """Probability of m stones: given success (avoidance), or at all (saturation)."""
        if self.process == "saturation":
            return self.stuck
        total = self.success_probability
        return tuple(p / total for p in self.success) if total else self.success

    @property
    def mean_stones(self) -> Fraction:
        """Mean of m: given success (avoidance), or at all (saturation)."""
        return sum((m * p for m, p in enumerate(self.by_stones)), Fraction(0))


def exact_is_quick(width: int, height: int) -> bool:
    """Return whether the exact distribution takes no more than a moment."""
    return width * height <= QUICK_POINTS


@cache
def _primes(bits: int) -> tuple[int, ...]:
    # Primes below 2^61 whose product has more than that many bits.
    from sympy import prevprime

    found: list[int] = []
    p = 2**61
    while 60 * len(found) <= bits:
        p = int(prevprime(p))
        found.append(p)
    return tuple(found)


def distribution(
    width: int,
    height: int,
    process: str,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Distribution:
    """Return the exact distribution of a process, as fractions.

    The native core gives the numerators over lcm(1, ..., points)^m modulo primes; they are put
    together here, and the probabilities must sum to 1.

    Args:
        width, height: up to 49 points; 6 x 6 takes seconds, 7 x 7 minutes and gigabytes.
        process: ``avoidance`` or ``saturation``.
        limits: time and memory.
        progress: called a few times a second.

    Raises:
        InputError: a board too large, an unknown process, or a limit came first.

    Example:
        >>> distribution(4, 4, "avoidance").success_probability
        Fraction(24645307, 60540480)
    """
    from .. import _native

    if process not in ("avoidance", "saturation"):
        raise InputError(f"unknown process {process!r:.40}; expected avoidance or saturation")
    if min(width, height) < 1 or width * height > MAX_POINTS:
        size = f"{show_int(width)} x {show_int(height)}"
        raise InputError(f"exact distributions exist up to {MAX_POINTS} points; this is {size}")
    limits = limits or Limits()
    scale = math.lcm(*range(1, width * height + 1))
    # No more stones than this: three in a row or column, and on squares Thiele's bound (1995).
    most = 3 * min(width, height) if width != height else max(1, (5 * width - 3) // 2)
    primes = _primes(most * scale.bit_length())
    found = _native.process_distribution(
        width,
        height,
        getattr(_native.Process, process),
        list(primes),
        memory=limits.memory or 0,
        seconds=limits.seconds or 0.0,
        progress=progress,
    )
    if not found.complete:
        raise InputError(f"the exact distribution on {width} x {height} needs more time or memory")
    product = math.prod(primes)
    units = [product // p * pow(product // p, -1, p) for p in primes]

    def fraction(residues: Sequence[int], m: int) -> Fraction:
        return Fraction(sum(r * u for r, u in zip(residues, units, strict=True)) % product, scale**m)

    success = tuple(fraction(r, m) for m, r in enumerate(found.success))
    stuck = tuple(fraction(r, m) for m, r in enumerate(found.stuck))
    if sum(success) + sum(stuck) != 1:
        raise AssertionError("the probabilities do not sum to 1")
    return Distribution(width, height, process, success, stuck, tuple(found.orbits))


@dataclass(frozen=True)
class Test:
    """One test of fit.

    Args:
        name: what was tested.
        p: its p-value.
        told: the figures in words.
    """

    name: str
    p: float
    told: str

    @property
    def alarm(self) -> bool:
        """Whether chance is no explanation."""
        return self.p < ALARM


@dataclass
class Audit:
    """The audit of a file of boards of one kind.

    Args:
        kind: a name in `KINDS`.

    Example:
        >>> audit = Audit("kyouen-saturated")
        >>> audit.add(KyouenBoard(2, 2, ((0, 0), (1, 0), (0, 1))), "here")
        []
        >>> audit.add(KyouenBoard(2, 2, ((0, 0), (1, 0))), "there")
        ['not saturated: (0, 1) and 1 more points are playable']
    """

    kind: str
    boards: int = 0
    good: int = 0
    repeats: int = 0
    _seen: set[object] = field(default_factory=set)
    _by_size: dict[tuple[int, int], list[KyouenBoard]] = field(default_factory=dict)

    def add(self, board: KyouenBoard, place: str) -> list[str]:
        """Check one board by the plain rules; return its faults."""
        self.boards += 1
        form = (board.width, board.height, canonical_form(board))
        self.repeats += form in self._seen
        self._seen.add(form)
        faults = _faults(self.kind, board)
        self.good += not faults
        self._by_size.setdefault((board.width, board.height), []).append(board)
        return faults

    def tests(self, *, exact: bool | None = None, limits: Limits | None = None) -> list[Test]:
        """Return the tests of fit of all boards added, by size of board.

        Args:
            exact: compute exact distributions wherever they exist; by default where that is quick.
            limits: of each of them.
        """
        found: list[Test] = []
        for (width, height), boards in sorted(self._by_size.items()):
            head = f"{width} x {height}"
            found += _symmetry_tests(head, width, height, boards)
            wanted = exact_is_quick(width, height) if exact is None else exact
            if self.kind == "kyouen-stage" or not wanted or width * height > MAX_POINTS:
                continue
            process = "avoidance" if self.kind == "kyouen-avoidance" else "saturation"
            law = distribution(width, height, process, limits=limits)
            if sum(law.by_stones):
                found.append(_stones_test(head, boards, law))
            trials = [(b.meta or {}).get("trials") for b in boards]
            if process == "avoidance" and all(type(t) is int and t > 0 for t in trials):
                found.append(_rate_test(head, len(boards), sum(t for t in trials if t), law))
        return found


def _faults(kind: str, board: KyouenBoard) -> list[str]:
    faults: list[str] = []
    bad = [(str(curve), four) for curve, four in itertools.islice(bad_tuples(board.stones), 100_000)]
    told = f"{' '.join(map(str, bad[0][1]))} lie on one {bad[0][0]}" if bad else ""
    if kind == "kyouen-stage":
        if not bad:
            faults.append("no four stones lie on one circle or line")
        elif len(bad) > 1:
            faults.append(f"{len(bad)} bad 4-tuples, so the answer is not unique: {told}, and others")
    else:
        if bad:
            faults.append(f"not kyouen-free: {told}")
        playable = playable_points(board)
        if kind == "kyouen-saturated" and playable:
            faults.append(f"not saturated: {playable[0]} and {len(playable) - 1} more points are playable")
        if kind == "kyouen-avoidance" and len(playable) != 1:
            faults.append(f"{len(playable)} playable points, expected exactly one")
        claimed = board.answer.get("playable") if isinstance(board.answer, dict) else None
        right = [list(p) for p in playable]
        same = isinstance(claimed, list) and len(claimed) == len(right) and all(p in claimed for p in right)
        if claimed is not None and not same:
            faults.append(f"claims the playable points {claimed}, they are {right}")
    return faults


def _stones_test(head: str, boards: Sequence[KyouenBoard], law: Distribution) -> Test:
    counts = Counter(len(b.stones) for b in boards)
    impossible = sum(n for m, n in counts.items() if m >= len(law.by_stones) or not law.by_stones[m])
    if impossible:
        return Test(
            f"{head}: number of stones", 0.0, f"{impossible} boards with an impossible number of stones"
        )
    cells = [(counts[m], len(boards) * float(p)) for m, p in enumerate(law.by_stones) if p]
    p, used = chi_square(cells)
    mean = sum(m * n for m, n in counts.items()) / len(boards)
    told = f"mean {mean:.4f}, exact {float(law.mean_stones):.4f}; chi-square over {used} cells"
    return Test(f"{head}: number of stones", p, told)


def _rate_test(head: str, boards: int, trials: int, law: Distribution) -> Test:
    from scipy.stats import binomtest

    exact = float(law.success_probability)
    p = float(binomtest(boards, trials, exact).pvalue)
    told = f"{boards} of {trials} trials = {boards / trials:.4f}, exact {exact:.4f}; binomial"
    return Test(f"{head}: success rate", p, told)


def _symmetry_tests(head: str, width: int, height: int, boards: Sequence[KyouenBoard]) -> list[Test]:
    # A fair process treats the points of an orbit alike. Stones of one board do not repeat a
    # point, so the counts vary less than a multinomial would: the test errs on the quiet side.
    if len(boards) < 50:
        return []
    counts: Counter[Point] = Counter(p for b in boards for p in b.stones)
    every = symmetries(width, height)
    cells: list[tuple[float, float]] = []
    freedom = 0
    for orbit in {frozenset(s(p) for s in every) for p in board_points(width, height)}:
        total = sum(counts[p] for p in orbit)
        if len(orbit) > 1 and total >= 5 * len(orbit):
            cells += [(counts[p], total / len(orbit)) for p in sorted(orbit)]
            freedom += len(orbit) - 1
    if not freedom:
        return []
    from scipy.stats import chi2

    p = float(chi2.sf(sum((o - e) ** 2 / e for o, e in cells), freedom))
    return [Test(f"{head}: stones on symmetric points", p, f"chi-square, {freedom} degrees of freedom")]
