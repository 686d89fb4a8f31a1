"""Audit of arrow boards: solvable, fewest taps, claims, repeats."""

from __future__ import annotations

from dataclasses import dataclass

from ...instances.arrow import ArrowPuzzle, is_solution
from ..arrow import MAX_WALK, ArrowSolver, solve_puzzle

__all__ = ["Finding", "audit"]


@dataclass(frozen=True)
class Finding:
    """What the audit says of one board.

    Args:
        ok: solvable, claims right, not seen before.
        text: one line.
        taps: the fewest taps, if solvable.
    """

    ok: bool
    text: str
    taps: int | None


def audit(
    puzzle: ArrowPuzzle, seen: dict[tuple[object, ...], str], place: str, solver: ArrowSolver | None = None
) -> Finding:
    """Check one board; `seen` collects the boards of a file by shape, modulus and state.

    Example:
        >>> from gridproof.instances.arrow import rectangle
        >>> audit(ArrowPuzzle(rectangle(2, 1, "king"), 4, (1, 0)), {}, "here").text
        'here: not solvable (modulo 4)'
    """
    key = (puzzle.shape, puzzle.modulus, puzzle.state, puzzle.forbidden)
    first = seen.setdefault(key, place)
    answer = solve_puzzle(puzzle, solver=solver)
    if answer.status.value == "UNSATISFIABLE":
        return Finding(False, f"{place}: not solvable (modulo {answer.details['prime_power']})", None)
    faults = [] if first == place else [f"the same board as {first}"]
    claimed = puzzle.answer if isinstance(puzzle.answer, dict) else {}
    if answer.status.value != "OPTIMAL":
        faults.append(f"fewest taps undecided (kernel above {MAX_WALK})")
    elif "taps" in claimed and claimed["taps"] != answer.value:
        faults.append(f"claims {claimed['taps']} taps, the fewest are {answer.value}")
    if "solution" in claimed:
        taps = claimed["solution"]
        if not isinstance(taps, list) or not all(isinstance(t, int) for t in taps):
            faults.append("the claimed solution is not a list of tap counts")
        elif not is_solution(puzzle, taps):
            faults.append("the claimed solution does not solve it")
    text = f"{place}: fewest taps {answer.value}, {answer.count} solutions"
    return Finding(not faults, "; ".join([text, *faults]), answer.value)
