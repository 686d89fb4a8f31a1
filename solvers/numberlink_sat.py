"""Solutions of a numberlink puzzle one by one from a SAT solver, loops excluded as they appear."""

from __future__ import annotations

import time
from collections.abc import Iterable
from types import TracebackType

from ..instances.numberlink import Edge, NumberlinkPuzzle, loops
from .proofs.numberlink_cnf import encode
from .sat import Sat

__all__ = ["SatSolutions"]


class SatSolutions:
    """The solutions of a puzzle, each found once.

    Args:
        puzzle: the puzzle.
        known: solutions that are not to be found again.

    Example:
        >>> with SatSolutions(NumberlinkPuzzle.of(["A.B", "A.B"], "any")) as search:
        ...     sum(search.next() is not None for _ in range(4)), search.exhausted
        (3, True)
    """

    def __init__(self, puzzle: NumberlinkPuzzle, known: Iterable[Iterable[Edge]] = ()) -> None:
        self._puzzle = puzzle
        self._cnf = encode(puzzle)
        self._sat = Sat(self._cnf.clauses)
        for solution in known:
            self._sat.add(self._cnf.not_all(solution))
        self.loops: list[list[Edge]] = []
        """The loops met so far, each excluded by a clause."""
        self.exhausted = False
        """Whether the solver said that there is no further solution."""

    @property
    def conflicts(self) -> int:
        """Conflicts so far."""
        return self._sat.conflicts

    def next(self, *, seconds: float | None = None, conflicts: int | None = None) -> tuple[Edge, ...] | None:
        """Return a solution that was not returned before; ``None`` if none is left or a limit came first.

        Args:
            seconds: wall-clock time.
            conflicts: limit of the solver's work.
        """
        start, before = time.perf_counter(), self.conflicts
        while not self.exhausted:
            found = self._sat.solve(
                seconds=None if seconds is None else seconds - (time.perf_counter() - start),
                conflicts=None if conflicts is None else conflicts - (self.conflicts - before),
            )
            if found is None:
                return None
            if not found:
                self.exhausted = True
                return None
            taken = self._cnf.taken(self._sat.model)
            closed = loops(self._puzzle, taken)
            self.loops += closed
            for loop in closed:
                self._sat.add(self._cnf.not_all(loop))
            if not closed:
                self._sat.add(self._cnf.not_all(taken))
                return tuple(sorted(taken))
        return None

    def __enter__(self) -> SatSolutions:
        self._sat.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._sat.__exit__(kind, error, trace)
