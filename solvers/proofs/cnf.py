"""Formulas in conjunctive normal form: variables by name, counters made of definitions, DIMACS text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

__all__ = ["Cnf"]


class Cnf:
    """Clauses over variables 1, 2, ...

    Example:
        >>> cnf = Cnf()
        >>> a, b = cnf.fresh(), cnf.fresh()
        >>> cnf.add(a, -b)
        >>> print(cnf.dimacs(), end="")
        p cnf 2 1
        1 -2 0
    """

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self.variables = 0

    def fresh(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """Add a clause."""
        self.clauses.append(list(literals))

    def conjunction(self, literals: Sequence[int]) -> int:
        """Return a new variable defined as: all of these are true."""
        name = self.fresh()
        for literal in literals:
            self.add(-name, literal)
        self.add(name, *(-literal for literal in literals))
        return name

    def disjunction(self, literals: Sequence[int]) -> int:
        """Return a new variable defined as: one of these is true."""
        return -self.conjunction([-literal for literal in literals])

    def exclusive_or(self, a: int, b: int) -> int:
        """Return a new variable defined as: exactly one of the two is true."""
        name = self.fresh()
        self.clauses += [[-name, a, b], [-name, -a, -b], [name, -a, b], [name, a, -b]]
        return name

    def counter(self, literals: Sequence[int], most: int) -> list[int]:
        """Return literals that say: at least 1, 2, ..., `most` of these are true.

        A tree of merged halves. Every clause is part of a definition, so that each assignment
        of `literals` extends to exactly one assignment of the counter.

        Args:
            literals: what is counted.
            most: how far to count; the list is as long as this, or as `literals` if shorter.
        """
        if len(literals) <= 1:
            return list(literals)[:most]
        half = len(literals) // 2
        left = self.counter(literals[:half], most)
        right = self.counter(literals[half:], most)
        out = []
        for total in range(1, min(most, len(literals)) + 1):
            # At least `total`: some split i + j = total holds on the two sides.
            name = self.fresh()
            for i in range(total + 1):
                j = total - i
                if i <= len(left) and j <= len(right):
                    self.add(name, *([-left[i - 1]] if i else []), *([-right[j - 1]] if j else []))
            # Fewer than `total`: for each i, left stays at or below i or right at or below total - 1 - i.
            for i in range(total):
                j = total - 1 - i
                clause = [-name]
                if i < len(left):
                    clause.append(left[i])
                if j < len(right):
                    clause.append(right[j])
                self.clauses.append(clause)
            out.append(name)
        return out

    def at_least(self, literals: Sequence[int], least: int) -> None:
        """Add: at least `least` of these are true."""
        if least > len(literals):
            self.add()
        elif least > 0:
            self.add(self.counter(literals, least)[least - 1])

    def at_most(self, literals: Sequence[int], most: int) -> None:
        """Add: at most `most` of these are true."""
        if most < 0:
            self.add()
        elif most < len(literals):
            self.add(-self.counter(literals, most + 1)[most])

    def not_all(self, literals: Iterable[int], size: int) -> None:
        """Add: no `size` of these are all true."""
        self.clauses += ([-literal for literal in some] for some in combinations(literals, size))

    def satisfied(self, true: Iterable[int]) -> bool:
        """Return whether an assignment, given by its true variables, satisfies every clause."""
        on = set(true)
        return all(any((abs(x) in on) == (x > 0) for x in clause) for clause in self.clauses)

    def dimacs(self, comments: Iterable[str] = ()) -> str:
        """Return the formula in DIMACS form."""
        head = "".join(f"c {line}\n" for line in comments)
        body = "\n".join(" ".join(map(str, [*clause, 0])) for clause in self.clauses)
        return f"{head}p cnf {self.variables} {len(self.clauses)}\n{body}\n"

    def opb(self, comments: Iterable[str] = ()) -> str:
        """Return the formula as pseudo-Boolean constraints (OPB): each clause sums to 1 or more."""
        head = "".join(f"* {line}\n" for line in comments)
        lines = [f"* #variable= {self.variables} #constraint= {len(self.clauses)}\n{head}"]
        for clause in self.clauses:
            terms = " ".join(f"+1 {'~' if literal < 0 else ''}x{abs(literal)}" for literal in clause)
            lines.append(f"{terms or '+0 x1'} >= 1 ;\n")
        return "".join(lines)
