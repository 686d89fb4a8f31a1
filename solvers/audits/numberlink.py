"""Audit of numberlink boards: unique under each rule, claims, repeats up to symmetry and relabelling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...instances.numberlink import HOLE, RULES, Edge, NumberlinkPuzzle, fault, make_edge
from ..answer import Status
from ..limits import Limits
from ..numberlink import solve_puzzle

__all__ = ["Finding", "Summary", "audit", "canonical"]


@dataclass(frozen=True)
class Finding:
    """What the audit says of one board.

    Args:
        faults: what its maker should mend.
        text: one line.
        verdicts: the status under each rule.
    """

    faults: tuple[str, ...]
    text: str
    verdicts: dict[str, Status]


@dataclass
class Summary:
    """Counts over a file.

    Args:
        boards: boards audited.
        good: boards without a fault.
        unique: boards with one solution, by rule.
        multiple: boards with more, by rule.
    """

    boards: int = 0
    good: int = 0
    unique: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RULES, 0))
    multiple: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RULES, 0))

    def add(self, finding: Finding) -> None:
        """Count a board."""
        self.boards += 1
        self.good += not finding.faults
        for rule, status in finding.verdicts.items():
            self.unique[rule] += status is Status.UNIQUE
            self.multiple[rule] += status is Status.MULTIPLE

    def lines(self) -> list[str]:
        """Return the summary, a line for the file and one a rule."""
        out = [f"{self.boards} boards, {self.good} good, {self.boards - self.good} with faults"]
        for rule in RULES:
            unique, multiple = self.unique[rule], self.multiple[rule]
            rest = self.boards - unique - multiple
            out.append(
                f"{rule}: {unique} unique, {multiple} with more solutions, {rest} with none or undecided"
            )
        return out


def canonical(puzzle: NumberlinkPuzzle) -> tuple[Any, ...]:
    """Return a key that boards share exactly if a symmetry of the grid and new labels make them equal.

    Example:
        >>> a, b = NumberlinkPuzzle.of(["AB.", "AB."]), NumberlinkPuzzle.of(["2.", "21", ".1"])
        >>> canonical(a) == canonical(NumberlinkPuzzle.of(["XX", "YY", ".."]))
        True
        >>> canonical(a) == canonical(b)
        False
    """
    best: tuple[Any, ...] | None = None
    rows: Sequence[Sequence[str]] = puzzle.cells
    for _ in range(2):
        for _ in range(4):
            rows = list(zip(*rows[::-1], strict=True))
            names: dict[str, int] = {}
            grid = tuple(
                tuple(-2 if c == HOLE else -1 if not c else names.setdefault(c, len(names)) for c in row)
                for row in rows
            )
            key = (len(grid), grid)
            best = key if best is None or key < best else best
        rows = [row[::-1] for row in rows]
    assert best is not None
    return (puzzle.rule, *best)


def audit(
    puzzle: NumberlinkPuzzle,
    seen: dict[tuple[Any, ...], str],
    place: str,
    *,
    limits: Limits | None = None,
) -> Finding:
    """Check one board; `seen` collects the boards of a file in canonical form.

    Args:
        puzzle: the board, with what its maker claims in ``answer``.
        seen: canonical form: where it was met first.
        place: file and line.
        limits: for each rule.

    Example:
        >>> audit(NumberlinkPuzzle.of(["A..", "A..", "B.B"]), {}, "here").faults
        ('2+ solutions under its rule, they differ at (0, 0)',)
    """
    faults = []
    verdicts: dict[str, Status] = {}
    told = []
    for rule in RULES:
        answer = solve_puzzle(puzzle.with_rule(rule), limits=limits or Limits(seconds=20))
        verdicts[rule] = answer.status
        word = {"UNIQUE": "unique", "MULTIPLE": "2+ solutions", "UNSATISFIABLE": "none"}
        told.append(f"{rule} {word.get(answer.status.value, 'undecided')}")
        if rule == puzzle.rule and answer.status is not Status.UNIQUE:
            where = ""
            if answer.status is Status.MULTIPLE:
                cell = _first_difference(answer.solution, answer.details["second"])
                where = f", they differ at {cell}"
            faults.append(f"{word.get(answer.status.value, 'undecided')} under its rule{where}")
    faults += _claims(puzzle, verdicts[puzzle.rule])
    first = seen.setdefault(canonical(puzzle), place)
    if first != place:
        faults.append(f"the same board as {first} up to symmetry and labels")
    return Finding(tuple(faults), "; ".join([f"{place}: {', '.join(told)}", *faults]), verdicts)


def _first_difference(one: list[Any], two: list[Any]) -> tuple[int, int]:
    edges = [{make_edge(tuple(a), tuple(b)) for a, b in solution} for solution in (one, two)]
    x, y = min((y, x) for edge in edges[0] ^ edges[1] for x, y in edge)[::-1]
    return x, y


def _claims(puzzle: NumberlinkPuzzle, status: Status) -> list[str]:
    claimed = puzzle.answer if isinstance(puzzle.answer, dict) else {}
    faults = []
    if "status" in claimed and status is not Status.UNKNOWN and claimed["status"] != status.value:
        faults.append(f"claims {claimed['status']!s:.40}, it is {status.value}")
    if "solution" in claimed:
        edges = _edges(claimed["solution"])
        if edges is None:
            faults.append("the claimed solution is not a list of edges")
        else:
            wrong = fault(puzzle, edges)
            if wrong is not None:
                faults.append(f"the claimed solution is wrong: {wrong}")
    return faults


def _edges(solution: Any) -> list[Edge] | None:
    try:
        edges = [((a, b), (c, d)) for (a, b), (c, d) in solution]
    except (TypeError, ValueError):
        return None
    return edges if all(type(v) is int for edge in edges for cell in edge for v in cell) else None
