"""All solutions of a numberlink puzzle at once: the native frontier diagram, in Python's terms."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cached_property

from ..instances.errors import InputError
from ..instances.numberlink import Edge, NumberlinkPuzzle
from .limits import Limits, Progress

__all__ = ["Solutions", "frontier_fits"]

DEFAULT_MEMORY = 4 << 30


class Solutions:
    """All solutions of a puzzle under ``full-cover`` or ``any``, as a decision diagram.

    Args:
        puzzle: the puzzle.
        limits: time, states (as nodes) and memory.
        progress: called a few times a second.

    Raises:
        InputError: the rule no-touch, or a frontier too wide.

    Example:
        >>> every = Solutions(NumberlinkPuzzle.of(["A..", "A..", "B.B"]))
        >>> every.count, len(every.common_edges)
        (2, 3)
    """

    def __init__(
        self, puzzle: NumberlinkPuzzle, limits: Limits | None = None, progress: Progress | None = None
    ) -> None:
        from . import _native

        limits = limits or Limits()
        if puzzle.rule == "full-cover+no-touch":
            raise InputError(
                "the frontier method does not know the rule no-touch; use sat, cp-sat or backtracking"
            )
        if not frontier_fits(puzzle):
            raise InputError("the grid is too wide for the frontier method; use sat or cp-sat")
        self.puzzle = puzzle
        self._diagram = _native.MateDiagram(
            puzzle.width,
            puzzle.height,
            _codes(puzzle),
            puzzle.rule == "full-cover",
            memory=DEFAULT_MEMORY if limits.memory is None else limits.memory,
            seconds=limits.seconds or 0.0,
            nodes=limits.nodes or 0,
            progress=progress,
        )
        self.end: str = self._diagram.end.name
        """``complete``, ``stopped`` (time or states) or ``memory``."""
        self.states: int = self._diagram.states
        self.sweep_states: int = self._diagram.sweep_states
        self.widest: int = self._diagram.widest
        self.nodes: int = self._diagram.nodes
        self.peak_bytes: int = self._diagram.peak_bytes

    @property
    def complete(self) -> bool:
        """Whether the diagram holds every solution."""
        return self.end == "complete"

    @cached_property
    def count(self) -> int:
        """The number of solutions, whatever its size."""
        self._need_all()
        return sum(int(limb) << (64 * i) for i, limb in enumerate(self._diagram.count()))

    def _need_all(self) -> None:
        if not self.complete:
            raise ValueError("the diagram is not complete")

    def __getitem__(self, index: int) -> tuple[Edge, ...]:
        """Return the solution of a number, 0 to count - 1."""
        if not 0 <= index < self.count:
            raise IndexError("no solution of that number")
        limbs = []
        while index:
            limbs.append(index & (2**64 - 1))
            index >>= 64
        return self._edges(self._diagram.solution(limbs))

    def __iter__(self) -> Iterator[tuple[Edge, ...]]:
        """Yield every solution."""
        return (self[i] for i in range(self.count))

    def sample(self, seed: int) -> tuple[Edge, ...]:
        """Return a solution drawn uniformly at random."""
        if not self.count:
            raise InputError("the puzzle has no solution to draw")
        return self[random.Random(seed).randrange(self.count)]

    @cached_property
    def common_edges(self) -> tuple[Edge, ...]:
        """The edges that all solutions share."""
        self._need_all()
        return self._edges(self._diagram.common_edges())

    def _edges(self, pairs: Iterable[tuple[int, int]]) -> tuple[Edge, ...]:
        w = self.puzzle.width
        return tuple(sorted(((a % w, a // w), (b % w, b // w)) for a, b in pairs))


def _codes(puzzle: NumberlinkPuzzle) -> list[int]:
    code = {"": 0, "#": -1} | {label: k for k, label in enumerate(puzzle.ends, 1)}
    return [code[cell] for row in puzzle.cells for cell in row]


def frontier_fits(puzzle: NumberlinkPuzzle) -> bool:
    """Return whether the native keys hold the frontier of a puzzle."""
    from . import _native

    return bool(_native.mate_fits(puzzle.width, puzzle.height, _codes(puzzle)))
