"""The one place where a SAT solver is made: Glucose 4 through python-sat, asked in short pieces."""

from __future__ import annotations

import time
from collections.abc import Iterable
from types import TracebackType

__all__ = ["Sat"]

PIECE = 2000
"""Conflicts between two looks at the clock; Ctrl-C waits for no more than these."""


class Sat:
    """Clauses that can grow between questions.

    Its "no" is the word of one engine, without a certificate.

    Args:
        clauses: lists of literals; an empty clause makes every question unsatisfiable.

    Example:
        >>> with Sat([[1, 2], [-1]]) as sat:
        ...     sat.solve(), sat.model
        (True, [-1, 2])
    """

    def __init__(self, clauses: Iterable[list[int]] = ()) -> None:
        from pysat.solvers import Solver

        self._solver = Solver(name="glucose4")
        self._refuted = False
        self.model: list[int] = []
        """The literals of the last solution."""
        for clause in clauses:
            self.add(clause)

    def add(self, clause: list[int]) -> None:
        """Add a clause."""
        if clause:
            self._solver.add_clause(clause)
        else:
            self._refuted = True

    @property
    def conflicts(self) -> int:
        """Conflicts so far."""
        return int((self._solver.accum_stats() or {}).get("conflicts", 0))

    def solve(self, *, seconds: float | None = None, conflicts: int | None = None) -> bool | None:
        """Return whether the clauses have a solution, ``None`` if a limit came first.

        Args:
            seconds: wall-clock time.
            conflicts: limit of the work of this call; the same on every machine.
        """
        if self._refuted:
            return False
        deadline = None if seconds is None else time.perf_counter() + seconds
        last = None if conflicts is None else self.conflicts + conflicts
        while True:
            left = PIECE if last is None else min(PIECE, last - self.conflicts)
            if left <= 0 or (deadline is not None and time.perf_counter() > deadline):
                return None
            self._solver.conf_budget(left)
            try:
                found = self._solver.solve_limited()
            except Exception as error:
                # Ctrl-C inside Glucose comes back as an error of the binding.
                if "interrupt" in str(error):
                    raise KeyboardInterrupt from None
                raise
            if found is not None:
                self.model = list(self._solver.get_model() or []) if found else []
                return bool(found)

    def __enter__(self) -> Sat:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._solver.delete()
