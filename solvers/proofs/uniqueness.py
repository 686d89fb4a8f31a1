"""Claims that a numberlink puzzle has one solution, or none: a refutation of any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ...instances.errors import InputError
from ...instances.formats.json_lines import from_object
from ...instances.lattice import Point
from ...instances.numberlink import Edge, NumberlinkPuzzle, fault
from .certificates import read_attachment
from .cnf import Cnf
from .lrat import Checked, check_bytes
from .numberlink_cnf import encode

__all__ = ["DEFINITIONS", "UniqueClaim", "another_solution", "check_unique", "read_unique"]

DEFINITIONS = {
    "numberlink-unique": "the puzzle has exactly one solution under its rule",
    "numberlink-unsolvable": "the puzzle has no solution under its rule",
}


class UniqueClaim(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One claim about the solutions of a puzzle.

    Args:
        schema: ``gridproof-unique/1``.
        problem: a key of `DEFINITIONS`.
        definition: its wording.
        puzzle: the puzzle as a JSON object.
        solution: its edges; none for an unsolvable puzzle.
        loops: closed loops, each the reason of one clause.
        version: of gridproof.
        attachments: the refutation, ``{file: sha256}``.
    """

    schema: str
    problem: str
    definition: str
    puzzle: dict[str, Any]
    solution: list[tuple[Point, Point]]
    loops: list[list[tuple[Point, Point]]]
    version: str
    attachments: dict[str, str]


def read_unique(value: Any) -> UniqueClaim:
    """Return the claim of a parsed JSON object.

    Raises:
        InputError: another schema, or a mistyped key.
    """
    try:
        claim = msgspec.convert(value, UniqueClaim)
    except (msgspec.ValidationError, OverflowError) as error:
        raise InputError(f"not a claim: {error}") from None
    if claim.schema != "gridproof-unique/1":
        raise InputError(f"unknown schema {claim.schema!r:.40}; expected 'gridproof-unique/1'")
    if claim.problem not in DEFINITIONS:
        raise InputError(f"unknown problem {claim.problem!r:.40}; expected one of {', '.join(DEFINITIONS)}")
    if len(claim.attachments) != 1:
        raise InputError("expected one attachment, the refutation")
    return claim


def another_solution(
    puzzle: NumberlinkPuzzle, solution: Iterable[Edge] | None, loops: Iterable[Sequence[Edge]]
) -> Cnf:
    """Return clauses that every solution other than `solution` satisfies, or every one at all.

    They are those of the puzzle, one that excludes `solution`, and one for each loop: no solution
    has all its edges. So where these have no solution, there is no other one.

    Raises:
        InputError: a loop that is none.

    Example:
        >>> lone = NumberlinkPuzzle.of(["A.A"])
        >>> another_solution(lone, lone.edges, []).clauses[-1]
        [-1, -2]
    """
    known = encode(puzzle)
    cnf = Cnf()
    cnf.clauses = list(known.clauses)
    if solution is not None:
        cnf.clauses.append(known.not_all(solution))
    for loop in loops:
        degrees = Counter(cell for edge in loop for cell in edge)
        if not loop or not set(loop) <= set(known.edges) or set(degrees.values()) != {2}:
            raise InputError(f"not a closed loop of the puzzle: {loop!s:.60}")
        cnf.clauses.append(known.not_all(loop))
    cnf.variables = max((abs(v) for clause in cnf.clauses for v in clause), default=0)
    return cnf


def check_unique(claim: UniqueClaim, folder: Path) -> tuple[str | None, Checked | None]:
    """Return what is wrong with a claim, if anything, and what the checker read.

    Raises:
        InputError: a puzzle that is none, a missing or changed attachment.
        LratFault: the refutation fails.
    """
    if claim.definition != DEFINITIONS[claim.problem]:
        return "the definition is not the one of this problem", None
    puzzle = from_object(claim.puzzle)
    if not isinstance(puzzle, NumberlinkPuzzle):
        raise InputError("expected a numberlink puzzle")
    known = claim.solution if claim.problem == "numberlink-unique" else None
    wrong = None if known is None else fault(puzzle, known)
    if wrong:
        return f"the solution fails under {puzzle.rule}: {wrong}", None
    if known is None and claim.solution:
        return "an unsolvable puzzle with a solution", None
    ((name, expected),) = claim.attachments.items()
    formula = another_solution(puzzle, known, claim.loops).dimacs()
    return None, check_bytes(formula, read_attachment(folder, name, expected), name)
