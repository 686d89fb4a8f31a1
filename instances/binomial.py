"""Binomial coefficients modulo m: the question, and the value by big integers."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb
from typing import Any, ClassVar

from .errors import InputError
from .lattice import show_int

__all__ = ["MAX_DIGITS", "Binomial", "value"]

MAX_DIGITS = 1000
"""Integers in files have at most so many decimal digits."""

MAX_PLAIN = 50_000_000
"""Bits of a binomial coefficient that is computed in full."""


@dataclass(frozen=True)
class Binomial:
    """The question C(n, r) mod m.

    C(n, r) is the coefficient of x^r in (1 + x)^n: 0 for r < 0, and for negative n
    equal to (-1)^r C(r - n - 1, r). Modulo 1 everything is 0.

    Args:
        n, r: any integers.
        modulus: m >= 1.

    Raises:
        InputError: m < 1.

    Example:
        >>> value(Binomial(2021, 37, 4)), value(Binomial(-2, 3, 7)), value(Binomial(3, 5, 7))
        (3, 3, 0)
    """

    kind: ClassVar[str] = "binomial"

    n: int
    r: int
    modulus: int
    name: str | None = field(default=None, compare=False)
    answer: Any = field(default=None, compare=False, hash=False)
    meta: dict[str, Any] | None = field(default=None, compare=False, hash=False)

    def __post_init__(self) -> None:
        for key in ("n", "r", "modulus"):
            number = getattr(self, key)
            if not isinstance(number, int) or isinstance(number, bool):
                raise InputError(f"{key} must be an integer, not {type(number).__name__}")
        if self.modulus < 1:
            raise InputError(f"modulus {show_int(self.modulus)} is below 1")

    def normal(self) -> tuple[int, int, int]:
        """Return (sign, n, r) with 0 <= r <= n / 2, or sign 0 if the coefficient is 0.

        Example:
            >>> Binomial(10, 8, 3).normal(), Binomial(-2, 3, 7).normal(), Binomial(3, 5, 7).normal()
            ((1, 10, 2), (-1, 4, 1), (0, 0, 0))
        """
        n, r, sign = self.n, self.r, 1
        if r < 0:
            return 0, 0, 0
        if n < 0:
            n, sign = r - n - 1, -1 if r % 2 else 1
        if r > n:
            return 0, 0, 0
        return sign, n, min(r, n - r)


def value(question: Binomial) -> int:
    """Return the residue 0 .. m - 1 by the full integer.

    Raises:
        InputError: the integer would be too long.
    """
    sign, n, r = question.normal()
    if sign == 0:
        return 0
    if r * max(1, n.bit_length()) > MAX_PLAIN:
        raise InputError("the coefficient is too long to be computed in full")
    return sign * comb(n, r) % question.modulus
