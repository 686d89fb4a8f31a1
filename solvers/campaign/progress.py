"""How far a stage is: share of the estimated work, rate, time left with a range."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Progress", "Tally", "duration"]


def duration(seconds: float) -> str:
    """Return a time in words of a few characters.

    Example:
        >>> duration(42), duration(600), duration(9000), duration(400000)
        ('42 s', '10 min', '2.5 h', '4.6 d')
    """
    for limit, unit, name in ((120, 1, "s"), (7200, 60, "min"), (172_800, 3600, "h")):
        if seconds < limit:
            value = seconds / unit
            return f"{value:.1f} {name}" if name == "h" else f"{value:.0f} {name}"
    return f"{seconds / 86_400:.1f} d"


@dataclass(frozen=True)
class Progress:
    """One look at a stage.

    Args:
        units, done: all units of the stage, and those finished.
        share: estimated part of the work that is done, 0 to 1.
        nodes: visited in the stage so far.
        rate: nodes a second, lately; 0 if unknown.
        left: seconds left, the low and the high end of the range; ``None`` if unknown.
    """

    units: int
    done: int
    share: float
    nodes: int
    rate: float
    left: tuple[float, float] | None

    def __str__(self) -> str:
        text = f"{100 * self.share:5.1f} % done, {self.done}/{self.units} units, {self.nodes:,} nodes"
        if self.rate:
            text += f", {self.rate / 1e6:.2f} M nodes/s"
        if self.left is not None and self.done < self.units:
            low, high = map(duration, self.left)
            text += f", {low} left" if low == high else f", {low} to {high} left"
        return text


class Tally:
    """Adds up units as they finish.

    The work left is the estimate of the open units, corrected by what finished units took against
    theirs; the range is twice the standard error of that correction.

    Args:
        estimates: of all units.

    Example:
        >>> tally = Tally([100, 300])
        >>> tally.add(100, 110)
        >>> tally.look(rate=10.0).share
        0.25
    """

    def __init__(self, estimates: Iterable[int]) -> None:
        self._all = list(estimates)
        self.units, self._total = len(self._all), sum(self._all)
        self.done = self.nodes = 0
        self._estimated = 0
        self._squares = self._cross = self._actual = 0.0

    def add(self, estimate: int, nodes: int) -> None:
        """Count a finished unit."""
        self.done += 1
        self.nodes += nodes
        self._estimated += estimate
        self._squares += float(estimate) ** 2
        self._cross += float(estimate) * nodes
        self._actual += float(nodes) ** 2

    def look(self, rate: float) -> Progress:
        """Return the present state.

        Args:
            rate: nodes a second.
        """
        share = self._estimated / self._total if self._total else 1.0
        left = None
        if self._estimated and rate > 0:
            ratio = self.nodes / self._estimated
            spread = self._actual - 2 * ratio * self._cross + ratio**2 * self._squares
            error = 2 * math.sqrt(max(0.0, spread)) / self._estimated
            rest = self._total - self._estimated
            left = max(0.0, ratio - error) * rest / rate, (ratio + error) * rest / rate
        return Progress(self.units, self.done, share, self.nodes, rate, left)


class Rate:
    """Nodes a second over about the last minute."""

    def __init__(self) -> None:
        self._marks: list[tuple[float, int]] = [(time.perf_counter(), 0)]

    def of(self, nodes: int) -> float:
        """Return the rate, given the nodes of this run so far."""
        now = time.perf_counter()
        if now - self._marks[-1][0] > 1:
            self._marks.append((now, nodes))
            while len(self._marks) > 2 and now - self._marks[1][0] > 60:
                self._marks.pop(0)
        then, before = self._marks[0]
        return (nodes - before) / (now - then) if now > then else 0.0
