from __future__ import annotations

from math import comb

import numpy as np
import pytest
from gridproof.instances.binomial import Binomial
from gridproof.instances.errors import InputError
from gridproof.instances.formats import read_text, render_text
from gridproof.solvers.answer import Assurance
from gridproof.solvers.binomial import METHODS, BinomialModulus, binomial_mod, solve_binomial
from gridproof.solvers.experiments.binomial import plain_pascal
from hypothesis import given
from hypothesis import strategies as st
from sympy.ntheory.residue_ntheory import binomial_mod as sympy_binomial_mod

MODULI = [*range(1, 37), 49, 64, 72, 81, 97, 100, 121, 125, 128, 243, 256, 720, 1001, 10007]


@pytest.mark.parametrize(
    ("n", "r", "m", "value"),
    [
        (2021, 37, 4, 3),
        (28, 3, 27, 9),
        (10, 2, 6, 3),
        (17, 9, 10, 0),
        (17, 9, 16, 6),
        (1000000007, 998244353, 10007, 0),
        (10**50, 10**25, 2**46, 35184372088832),
        (2, 0, 2, 1),
        (5, 3, 9, 1),
        (7, 3, 1, 0),
        (3, 5, 7, 0),
        (5, -1, 7, 0),
        (-2, 3, 7, 3),
        (-1, 10**20, 10, 1),
    ],
)
def test_known_values(n, r, m, value):
    assert binomial_mod(n, r, m) == value
    assert solve_binomial(Binomial(n, r, m), assurance=Assurance.CROSS_CHECKED).value == value


def test_granville_on_all_small_arguments_and_many_moduli():
    assert len(MODULI) == 50
    for m in MODULI:
        by_modulus = BinomialModulus(m)
        for n in range(61):
            for r in range(n + 1):
                assert by_modulus(n, r) == comb(n, r) % m


@pytest.mark.parametrize("name", sorted(METHODS))
def test_each_method_on_small_arguments(name):
    refused = 0
    for n in range(0, 41, 3):
        for r in range(n // 2 + 1):
            for m in (1, 2, 4, 6, 7, 27, 64, 1001, 2**31 - 1):
                try:
                    assert METHODS[name](n, r, m) == comb(n, r) % m
                except InputError as error:
                    assert name == "inverse"
                    assert "has no inverse" in str(error)
                    refused += 1
    assert (refused > 0) is (name == "inverse")
    assert plain_pascal(40, 13, 97) == comb(40, 13) % 97


@given(st.integers(0, 10**18), st.floats(0, 1), st.sampled_from([m for m in MODULI if m > 1]))
def test_sympy_agrees_on_large_arguments(n, share, m):
    r = int(n * share)
    assert binomial_mod(n, r, m) == sympy_binomial_mod(n, r, m)


@given(st.integers(-50, 300), st.integers(-5, 300), st.integers(1, 10**6))
def test_pascal_rule_and_symmetry(n, r, m):
    whole = binomial_mod(n, r, m)
    assert whole == (binomial_mod(n - 1, r - 1, m) + binomial_mod(n - 1, r, m)) % m
    if 0 <= r <= n:
        assert whole == binomial_mod(n, n - r, m)


def test_batch_equals_single():
    random = np.random.default_rng(1)
    n = random.integers(0, 10**18, 500)
    r = (n * random.random(500)).astype(np.int64)
    r[:3] = [-1, n[1] + 1, 0]
    for m in (1, 2, 10, 720720, 9999991, 2**20):
        by_modulus = BinomialModulus(m)
        out = by_modulus.batch(n, r)
        assert out.tolist() == [binomial_mod(int(a), int(b), m) for a, b in zip(n, r, strict=True)]


def test_refusals_are_clear():
    for call, message in (
        (lambda: binomial_mod(10**9, 10**8, 10**9 + 7), "prime power 1000000007"),
        (lambda: binomial_mod(5, 2, 0), "modulus 0 is below 1"),
        (lambda: binomial_mod(5, 2, 4, method="inverse"), "r! has no inverse modulo 4"),
        (lambda: binomial_mod(10**9, 10**5, 7, method="pascal"), "pascal: n r up to"),
        (lambda: binomial_mod(10**5, 100, 7, method="memo"), "memo: n r up to"),
        (lambda: binomial_mod(10**8, 100, 7, method="sieve"), "at most 10000000"),
        (lambda: binomial_mod(5, 2, 4, method="guess"), "unknown method"),
        (lambda: BinomialModulus(10**9 + 7).batch([5], [2]), "above 10000000"),
    ):
        with pytest.raises(InputError, match=message.replace("(", r"\(")):
            call()
    # A large prime power is no obstacle while r is small.
    assert binomial_mod(10**18, 5, 10**9 + 7) == comb(10**18, 5) % (10**9 + 7)
    assert BinomialModulus(3 * (2**61 - 1))(10**18, 1000) == comb(10**18, 1000) % (3 * (2**61 - 1))
    assert BinomialModulus(2**89 - 1)(10**30, 50) == comb(10**30, 50) % (2**89 - 1)


def test_instances():
    big = Binomial(10**40, 37, 720720)
    (reading,) = read_text(render_text([big]))
    assert reading.instance == big
    for text, message in (
        ('{"kind":"binomial","n":"x","r":1,"modulus":2}', "n is not an integer"),
        ('{"kind":"binomial","n":1.5,"r":1,"modulus":2}', "$.n"),
        ('{"kind":"binomial","n":1,"r":1,"modulus":0}', "modulus 0 is below 1"),
        ('{"kind":"binomial","n":"' + "9" * 2000 + '","r":1,"modulus":2}', "at most 1000 digits"),
    ):
        (reading,) = read_text(text, "f")
        assert message in str(reading.error)
