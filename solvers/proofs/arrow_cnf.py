"""Arrow boards modulo 2 as clauses: one parity a tile, chained through definitions."""

from __future__ import annotations

from ...instances.arrow import ArrowPuzzle
from ...instances.errors import InputError
from .cnf import Cnf

__all__ = ["solvable_modulo_2"]


def solvable_modulo_2(puzzle: ArrowPuzzle) -> Cnf:
    """Return clauses that say: this board, read modulo 2, can be solved.

    Variable j + 1 says that tile j is tapped an odd number of times.

    Raises:
        InputError: an odd modulus.

    Example:
        >>> from gridproof.instances.arrow import custom
        >>> solvable_modulo_2(ArrowPuzzle(custom([[]]), 2, (1,))).clauses
        [[]]
    """
    if puzzle.modulus % 2:
        raise InputError(f"modulus {puzzle.modulus} is odd; a board is read modulo 2 where 2 divides it")
    cnf = Cnf()
    tapped = [cnf.fresh() for _ in puzzle.state]
    for i, value in enumerate(puzzle.state):
        parity = [tapped[j] for j, weight in puzzle.shape.neighbours[i] if weight % 2]
        if not parity:
            if value % 2:
                cnf.add()
            continue
        total = parity[0]
        for other in parity[1:]:
            total = cnf.exclusive_or(total, other)
        cnf.add(total if value % 2 else -total)
    return cnf
