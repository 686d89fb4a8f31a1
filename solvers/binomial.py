"""C(n, r) mod m by methods that check each other.

=========== ============================================ ===============================
method      idea                                         serves
=========== ============================================ ===============================
integer     the full integer                             coefficients of 50 million bits
inverse     numerator times inverse of r! modulo m       gcd(r!, m) = 1
sieve       factors cancelled by smallest prime factors  n up to 10^7
legendre    exponent of every prime up to n              n up to 5 * 10^7
pascal      rows of the triangle in numpy, O(r) memory   n r up to 10^10, m below 2^62
memo        the recursion with a table and its own stack n r up to 10^6
granville   prime powers and the Chinese remainder       prime powers up to 10^7, any n;
            theorem (Granville 1997)                     or r up to 10^7
=========== ============================================ ===============================
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import gcd
from typing import Any

from ..instances.binomial import Binomial, value
from ..instances.errors import InputError
from ..instances.lattice import show_int
from .answer import Answer, Assurance, Engine, EnginesDisagree, Status
from .limits import Limits

__all__ = ["METHODS", "BinomialModulus", "binomial_mod", "solve_binomial"]

MAX_FACTORS = 10_000_000


def _integer(n: int, r: int, m: int) -> int:
    return value(Binomial(n, r, m))


def _inverse(n: int, r: int, m: int) -> int:
    if r > MAX_FACTORS:
        raise InputError(f"inverse: r = {show_int(r)} factors; at most {MAX_FACTORS}")
    over = under = 1
    for i in range(1, r + 1):
        over = over * (n - r + i) % m
        under = under * i % m
        if i & 1023 == 0 or i == r:
            common = gcd(under, m)
            if common != 1 and m > 1:
                raise InputError(
                    f"inverse: r! has no inverse modulo {show_int(m)} (common factor {show_int(common)})"
                )
    return over * pow(under, -1, m) % m if m > 1 else 0


def _smallest_factors(n: int) -> Any:
    import numpy as np

    smallest = np.zeros(n + 1, dtype=np.int32)
    for p in range(2, int(n**0.5) + 1):
        if smallest[p] == 0:
            block = smallest[p * p :: p]
            block[block == 0] = p
    ones = smallest == 0
    smallest[ones] = np.arange(n + 1, dtype=np.int32)[ones]
    return smallest


def _sieve(n: int, r: int, m: int) -> int:
    if n > 10**7:
        raise InputError(f"sieve: n = {show_int(n)}; at most 10000000")
    smallest = _smallest_factors(max(n, 2))
    exponent: dict[int, int] = {}
    for sign, numbers in ((1, range(n - r + 1, n + 1)), (-1, range(2, r + 1))):
        for number in numbers:
            rest = number
            while rest > 1:
                p = int(smallest[rest])
                exponent[p] = exponent.get(p, 0) + sign
                rest //= p
    result = 1 % m
    for p, times in exponent.items():
        result = result * pow(p, times, m) % m
    return result


def _legendre(n: int, r: int, m: int) -> int:
    if n > 5 * 10**7:
        raise InputError(f"legendre: n = {show_int(n)}; at most 50000000")
    import numpy as np

    prime = np.ones(n + 1, dtype=bool)
    prime[:2] = False
    for p in range(2, int(n**0.5) + 1):
        if prime[p]:
            prime[p * p :: p] = False
    result = 1 % m
    for p in np.flatnonzero(prime).tolist():
        times, power = 0, p
        while power <= n:
            times += n // power - r // power - (n - r) // power
            power *= p
        if times:
            result = result * pow(p, times, m) % m
    return result


def _pascal(n: int, r: int, m: int) -> int:
    if n * (r + 1) > 10**10 or m >= 2**62:
        raise InputError("pascal: n r up to 10^10 and m below 2^62")
    import numpy as np

    # Sums of two residues must fit: below 2^62 they do in signed 64 bits.
    row = np.zeros(r + 1, dtype=np.int64)
    row[0] = 1 % m
    for _ in range(n):
        row[1:] += row[:-1].copy()
        row[row >= m] -= m
    return int(row[r])


def _memo(n: int, r: int, m: int) -> int:
    if n * (r + 1) > 10**6:
        raise InputError("memo: n r up to 10^6")
    known: dict[tuple[int, int], int] = {}
    stack = [(n, r)]
    while stack:
        a, b = key = stack[-1]
        if key in known:
            stack.pop()
        elif b in (0, a):
            known[key] = 1 % m
        else:
            missing = [part for part in ((a - 1, b - 1), (a - 1, b)) if part not in known]
            if missing:
                stack += missing
            else:
                known[key] = (known[a - 1, b - 1] + known[a - 1, b]) % m
    return known[n, r]


class BinomialModulus:
    """Granville's method for one modulus; its tables serve many queries.

    Args:
        modulus: m >= 1.

    Example:
        >>> BinomialModulus(27)(28, 3), BinomialModulus(2**46)(10**50, 10**25)
        (9, 35184372088832)
    """

    def __init__(self, modulus: int) -> None:
        from sympy import factorint

        self.modulus = modulus
        self.factors: dict[int, int] = {int(p): int(e) for p, e in factorint(modulus).items()}
        self._tables: dict[int, Any] = {}

    def _table(self, p: int, q: int) -> Any:
        from . import _native

        if q not in self._tables:
            self._tables[q] = _native.UnitFactorials(p, q)
        return self._tables[q]

    def __call__(self, n: int, r: int) -> int:
        """Return C(n, r) mod m for 0 <= r <= n.

        Raises:
            InputError: a prime power above 10^7 that is needed in full, with r above 10^7.
        """
        result = 0
        for p, e in self.factors.items():
            q = p**e
            others = self.modulus // q
            result += self._prime_power(n, r, p, e) * others * pow(others, -1, q)
        return result % self.modulus

    def _prime_power(self, n: int, r: int, p: int, e: int) -> int:
        from . import _native

        v = _legendre_exponent(n, p) - _legendre_exponent(r, p) - _legendre_exponent(n - r, p)
        if v >= e:
            return 0
        # The part prime to p is needed only modulo p^(e - v).
        q = p ** (e - v)
        if q <= _native.MAX_PRIME_POWER:
            table = self._table(p, q)
            unit = _unit(n, p, q, table) * pow(_unit(r, p, q, table) * _unit(n - r, p, q, table), -1, q)
            return int(p**v * (unit % q))
        if min(r, n - r) > MAX_FACTORS:
            raise InputError(
                f"granville: the prime power {p}^{e - v} is above {_native.MAX_PRIME_POWER} "
                f"and r = {show_int(r)} above {MAX_FACTORS}"
            )
        r = min(r, n - r)
        whole = p**e
        if n < 2**63 and whole < 2**62:
            return int(_native.binomial_by_factors(n, r, p, whole))
        over = under = 1
        for i in range(1, r + 1):
            over = over * _without(n - r + i, p) % q
            under = under * _without(i, p) % q
        return int(p**v * (over * pow(under, -1, q) % q))

    def batch(self, n: Any, r: Any) -> Any:
        """Return C(n, r) mod m for arrays of integers up to 2^63 - 1; 0 outside 0 <= r <= n.

        Raises:
            InputError: a prime power above 10^7, or m of 2^31 or more.

        Example:
            >>> BinomialModulus(10).batch([17, 5, 3], [9, 2, 4]).tolist()
            [0, 0, 0]
        """
        import numpy as np

        n = np.ascontiguousarray(n, dtype=np.int64)
        r = np.ascontiguousarray(r, dtype=np.int64)
        if self.modulus >= 2**31:
            raise InputError("batch: moduli below 2^31")
        for p, e in self.factors.items():
            if p**e > 10**7:
                raise InputError(f"batch: the prime power {p}^{e} is above 10000000")
        tables = {p**e: self._table(p, p**e) for p, e in self.factors.items()}

        def part(q: int) -> Any:
            out = np.empty(len(n), dtype=np.int64)
            tables[q].batch(n, r, out)
            others = self.modulus // q
            return out * (others * pow(others, -1, q) % self.modulus) % self.modulus

        total = np.zeros(len(n), dtype=np.int64)
        with ThreadPoolExecutor(Limits().threads) as pool:
            for residues in pool.map(part, tables):
                total = (total + residues) % self.modulus
        return total


def _legendre_exponent(x: int, p: int) -> int:
    total = 0
    while x:
        x //= p
        total += x
    return total


def _unit(x: int, p: int, q: int, table: Any) -> int:
    unit, blocks = 1, 0
    while x:
        unit = unit * int(table[x % q]) % q
        blocks += x // q
        x //= p
    return unit * pow(int(table[q - 1]), blocks % 2, q) % q


def _without(x: int, p: int) -> int:
    while x % p == 0:
        x //= p
    return x


def _granville(n: int, r: int, m: int) -> int:
    return BinomialModulus(m)(n, r)


METHODS: dict[str, Callable[[int, int, int], int]] = {
    "integer": _integer,
    "inverse": _inverse,
    "sieve": _sieve,
    "legendre": _legendre,
    "pascal": _pascal,
    "memo": _memo,
    "granville": _granville,
}
"""Each takes 0 <= r <= n / 2 and m >= 1, and says in one line when it does not serve."""


def binomial_mod(n: int, r: int, m: int, *, method: str = "auto") -> int:
    """Return C(n, r) mod m.

    Args:
        n, r: any integers; C(n, r) = 0 for r < 0 and (-1)^r C(r - n - 1, r) for n < 0.
        m: the modulus, at least 1.
        method: a name in `METHODS`, or ``auto``.

    Raises:
        InputError: m < 1, or arguments the method does not serve.

    Example:
        >>> binomial_mod(2021, 37, 4), binomial_mod(28, 3, 27), binomial_mod(17, 9, 10)
        (3, 9, 0)
        >>> binomial_mod(5, 2, 4, method="inverse")
        Traceback (most recent call last):
            ...
        gridproof.instances.errors.InputError: inverse: r! has no inverse modulo 4 (common factor 2)
    """
    question = Binomial(n, r, m)
    if method != "auto" and method not in METHODS:
        raise InputError(f"unknown method {method!r:.40}; expected auto, {', '.join(METHODS)}")
    sign, n, r = question.normal()
    if sign == 0 or m == 1:
        return 0
    if method == "auto":
        method = "integer" if r * n.bit_length() <= 20_000 else "granville"
    return sign * METHODS[method](n, r, m) % m


def solve_binomial(question: Binomial, *, method: str = "auto", assurance: Assurance | None = None) -> Answer:
    """Return the residue of a binomial coefficient.

    Args:
        question: C(n, r) mod m.
        method: a name in `METHODS`, or ``auto``.
        assurance: ``cross-checked`` asks a second method.

    Raises:
        EnginesDisagree: two methods differ.
        InputError: arguments the method does not serve.

    Example:
        >>> answer = solve_binomial(Binomial(2021, 37, 4), assurance=Assurance.CROSS_CHECKED)
        >>> answer.value, answer.assurance.value, [e.name for e in answer.engines]
        (3, 'cross-checked', ['integer', 'granville'])
    """
    start = time.perf_counter()
    _, n, r = question.normal()
    if method == "auto":
        method = "integer" if r * n.bit_length() <= 20_000 else "granville"
    names = [method]
    if assurance is not None and assurance >= Assurance.CROSS_CHECKED:
        names += [
            name for name in ("granville", "integer", "legendre", "inverse", "pascal") if name != method
        ]
    engines: list[Engine] = []
    for name in names:
        clock = time.perf_counter()
        try:
            residue = binomial_mod(question.n, question.r, question.modulus, method=name)
        except InputError:
            if not engines:
                raise
            continue
        engines.append(Engine(name, Status.EXACT.value, time.perf_counter() - clock, value=residue))
        if len(engines) == 2:
            break
    if len({e.value for e in engines}) > 1:
        raise EnginesDisagree("the residue", tuple(engines))
    return Answer(
        kind="binomial",
        question="solve",
        status=Status.EXACT,
        assurance=Assurance.CROSS_CHECKED if len(engines) > 1 else Assurance.STATED,
        value=engines[0].value,
        engines=tuple(engines),
        seconds=time.perf_counter() - start,
    )
