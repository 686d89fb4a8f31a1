"""The answer to a question: status, assurance, value, engines asked, evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

__all__ = ["Answer", "Assurance", "Engine", "EnginesDisagree", "Status"]


class Status(str, Enum):
    """What was established."""

    OPTIMAL = "OPTIMAL"
    SATISFIABLE = "SATISFIABLE"
    UNSATISFIABLE = "UNSATISFIABLE"
    UNIQUE = "UNIQUE"
    MULTIPLE = "MULTIPLE"
    EXACT = "EXACT"
    UNKNOWN = "UNKNOWN"


class Assurance(str, Enum):
    """How sure the hardest half of an answer is, in rising order.

    Example:
        >>> Assurance.STATED < Assurance.PROOF, Assurance("witness") >= Assurance.CROSS_CHECKED
        (True, False)
    """

    STATED = "stated"
    WITNESS = "witness"
    CROSS_CHECKED = "cross-checked"
    PROOF = "proof"

    def _rank(self) -> int:
        return list(Assurance).index(self)

    def __lt__(self, other: object) -> bool:
        return self._rank() < other._rank() if isinstance(other, Assurance) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self._rank() <= other._rank() if isinstance(other, Assurance) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self._rank() > other._rank() if isinstance(other, Assurance) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self._rank() >= other._rank() if isinstance(other, Assurance) else NotImplemented


@dataclass(frozen=True)
class Engine:
    """One engine that was asked.

    Args:
        name: ``native``, ``spectrum``, ``cp-sat``, ``rules``, ...
        status: its own word.
        seconds: wall-clock time.
        nodes: search nodes or states, where it has such a figure.
        value: its value, for comparison.
    """

    name: str
    status: str
    seconds: float
    nodes: int | None = None
    value: Any = None

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object; keys without a value are left out."""
        record = {
            "name": self.name,
            "status": self.status,
            "value": self.value,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }
        return {key: value for key, value in record.items() if value is not None}


class EnginesDisagree(Exception):
    """Two engines gave different answers; both are kept.

    Args:
        question: what was asked.
        engines: the engines with their values.
    """

    def __init__(self, question: str, engines: tuple[Engine, ...]) -> None:
        told = "; ".join(f"{e.name} says {e.value}" for e in engines)
        super().__init__(f"engines disagree on {question}: {told}")
        self.question = question
        self.engines = engines


@dataclass(frozen=True)
class Answer:
    """The answer to one question about one instance.

    Args:
        kind: puzzle kind.
        question: the verb and what it was applied to.
        status: what was established.
        assurance: how sure the hardest half of it is.
        value: optimum, residue or game value.
        bound: proved bound on the value, where the optimum is not settled.
        count: a number of solutions.
        solution: a solution the plain rules accept.
        details: by kind.
        engines: the engines asked.
        seconds: wall-clock time.
    """

    kind: str
    question: str
    status: Status
    assurance: Assurance
    value: Any = None
    bound: Any = None
    count: int | None = None
    solution: Any = None
    rule: str | None = None
    details: dict[str, Any] = field(default_factory=dict)
    engines: tuple[Engine, ...] = ()
    certificate: str | None = None
    seconds: float = 0.0

    def reaches(self, level: Assurance | None) -> bool:
        """Return whether the answer is decided and at least as sure as asked.

        A solution that the plain rules accept satisfies every level.
        """
        if self.status is Status.UNKNOWN:
            return False
        return level is None or self.status is Status.SATISFIABLE or self.assurance >= level

    def to_json(self, source: str | None = None, line: int | None = None) -> dict[str, Any]:
        """Return the JSON object; keys that do not apply are left out."""
        record: dict[str, Any] = {
            "schema": "gridproof-answer/1",
            "kind": self.kind,
            "question": self.question,
            "source": None if source is None else {"file": source, "line": line},
            "status": self.status.value,
            "assurance": self.assurance.value,
            "value": self.value,
            "bound": self.bound,
            "count": None if self.count is None else str(self.count),
            "solution": self.solution,
            "rule": self.rule,
            "details": self.details or None,
            "engines": [engine.to_json() for engine in self.engines] or None,
            "certificate": self.certificate,
            "seconds": round(self.seconds, 3),
        }
        return {key: value for key, value in record.items() if value is not None}
