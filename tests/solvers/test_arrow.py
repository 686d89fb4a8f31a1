from __future__ import annotations

import json
import random
from itertools import product

import numpy as np
import pytest
from gridproof.instances.arrow import (
    LEVELS,
    ArrowPuzzle,
    after,
    custom,
    hexagon,
    is_solution,
    rectangle,
    state_of_digits,
)
from gridproof.instances.errors import InputError
from gridproof.solvers import _native
from gridproof.solvers.answer import Assurance, Status
from gridproof.solvers.arrow import ArrowSolver, check_certificate, smith_invariants, solve_puzzle
from gridproof.solvers.arrow_worst import prove_worst, upper_bound
from gridproof.solvers.audits.arrow import audit
from gridproof.solvers.generators.arrow import generate
from gridproof.solvers.limits import Limits
from gridproof.solvers.propagation import explain


@pytest.fixture(scope="session")
def known(root):
    return json.loads((root / "tests" / "oracles" / "arrow.json").read_text())


def zero(shape, modulus):
    return ArrowPuzzle(shape, modulus, (0,) * shape.tiles)


def random_board(chance, shape, modulus, **options):
    taps = [chance.randrange(modulus) for _ in range(shape.tiles)]
    for j in options.get("forbidden", ()):
        taps[j] = 0
    state = tuple(-v % modulus for v in after(zero(shape, modulus), taps))
    return ArrowPuzzle(shape, modulus, state, **options)


def test_numbers_of_solutions(known):
    for side, counts in known["hexagons"]:
        for modulus, count in counts.items():
            assert ArrowSolver(zero(hexagon(side), int(modulus))).solutions == count, (side, modulus)
    for m in range(2, 13):
        assert ArrowSolver(zero(hexagon(4), m)).solutions == m**4 * (3 if m % 3 == 0 else 1)
    for k in range(1, 13):
        for p, key in ((2, "plus_nullity_mod_2"), (3, "plus_nullity_mod_3")):
            assert ArrowSolver(zero(rectangle(k, k, "plus"), p)).solutions == p ** known[key][k - 1]
    for k, count in enumerate(known["plus_solutions_mod_4"], 1):
        assert ArrowSolver(zero(rectangle(k, k, "plus"), 4)).solutions == count
    for k in range(1, 9):
        for m in (2, 4, 6, 9):
            expected = m ** (2 * k - 1) if k % 3 == 2 else 1
            assert ArrowSolver(zero(rectangle(k, k, "king"), m)).solutions == expected, (k, m)


def expand(text):
    """Return the list that "1^16 8 0^2" stands for."""
    out = []
    for word in text.split():
        base, _, times = word.partition("^")
        out += [int(base)] * int(times or 1)
    return out


def test_smith_invariants(known):
    for side, text in known["smith"].items():
        found = smith_invariants(zero(hexagon(int(side)), 2))
        assert found == expand(text), side
        for m in (2, 4, 6, 8, 9):
            count = np.prod([np.gcd(d, m) for d in found])
            assert ArrowSolver(zero(hexagon(int(side)), m)).solutions == count


def test_sympy_has_the_same_smith_invariants_on_small_boards():
    from sympy import ZZ
    from sympy.polys.matrices import DomainMatrix
    from sympy.polys.matrices.normalforms import smith_normal_form

    for shape in (
        hexagon(2),
        rectangle(3, 3, "plus"),
        rectangle(4, 4, "plus"),
        custom([[(0, 4), (1, 2)], [(0, 6)]]),
    ):
        n = shape.tiles
        rows = [[dict(row).get(j, 0) for j in range(n)] for row in shape.neighbours]
        form = smith_normal_form(DomainMatrix(rows, (n, n), ZZ)).to_Matrix()
        expected = sorted((abs(int(form[i, i])) for i in range(n)), key=lambda d: (d == 0, d))
        assert smith_invariants(zero(shape, 7)) == expected


SMALL = [
    rectangle(2, 1, "king"),
    rectangle(3, 1, "king"),
    rectangle(2, 2, "plus"),
    rectangle(2, 2, "king"),
    custom([[(0, 1), (1, 2)], [(1, 3), (2, 1)], [(0, 1)]]),
]


@pytest.mark.parametrize("shape", SMALL, ids=lambda s: f"{s.name}-{s.tiles}")
@pytest.mark.parametrize("m", range(2, 10))
def test_every_state_of_small_boards(shape, m):
    if m**shape.tiles > 3000 or any(w % m == 0 for row in shape.neighbours for _, w in row):
        pytest.skip("more than 3000 states, or a weight that vanishes")
    truth: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for taps in product(range(m), repeat=shape.tiles):
        state = tuple(-v % m for v in after(zero(shape, m), taps))
        truth.setdefault(state, []).append(taps)
    solver = ArrowSolver(zero(shape, m))
    for state in product(range(m), repeat=shape.tiles):
        puzzle = ArrowPuzzle(shape, m, state)
        answer = solve_puzzle(puzzle, solver=solver)
        if state not in truth:
            assert answer.status is Status.UNSATISFIABLE
            assert answer.assurance is Assurance.PROOF
            continue
        fewest = min(map(sum, truth[state]))
        assert (answer.value, answer.count) == (fewest, len(truth[state]))
        assert answer.details["optimal_solutions"] == sum(sum(t) == fewest for t in truth[state])
        assert tuple(answer.solution) in truth[state]


def test_certificates_are_rejected_when_one_entry_changes():
    chance = random.Random(5)
    rejected = 0
    for level in ("hard", "expert"):
        shape, m = LEVELS[level]
        for _ in range(20):
            puzzle = ArrowPuzzle(shape, m, tuple(chance.randrange(m) for _ in range(37)))
            answer = solve_puzzle(puzzle)
            if answer.status is not Status.UNSATISFIABLE:
                continue
            y = answer.details["certificate"]
            assert check_certificate(puzzle, y)
            assert m % answer.details["prime_power"] == 0
            for i in range(37):
                changed = list(y)
                changed[i] = (changed[i] + 1) % m
                assert not check_certificate(puzzle, changed)
                rejected += 1
    assert rejected > 300


def test_public_boards(shared_data):
    boards = json.loads((shared_data / "arrow" / "boards.json").read_text())
    assert len(boards) == 27
    for entry in boards:
        if entry["shape"] == "hex":
            shape = hexagon(entry["side"])
        else:
            shape = rectangle(entry["cols"], entry["rows"], entry["neighbourhood"].split()[0])
        m = entry["modulus"]
        answer = solve_puzzle(ArrowPuzzle(shape, m, state_of_digits(entry["digits"], m)))
        assert (answer.status is Status.OPTIMAL) is entry["solvable"], entry["id"]
        if entry["solvable"]:
            assert answer.count == entry["solutions"], entry["id"]
            assert answer.value == entry["min_taps"], entry["id"]
            assert answer.details["optimal_solutions"] == entry["optimal_solutions"], entry["id"]


@pytest.mark.parametrize(("level", "count"), [("easy", 40), ("medium", 40), ("hard", 120), ("expert", 30)])
def test_cp_sat_and_tap_search_agree_on_random_boards(level, count):
    chance = random.Random(level)
    shape, m = LEVELS[level]
    solver = ArrowSolver(zero(shape, m))
    for number in range(count):
        puzzle = random_board(chance, shape, m)
        algebra = solve_puzzle(puzzle, solver=solver)
        search = solve_puzzle(puzzle, solver=solver, engine="tap-search")
        assert (search.value, search.status) == (algebra.value, Status.OPTIMAL)
        assert search.details["optimal_solutions"] == algebra.details["optimal_solutions"]
        if level != "expert" or number < 4:
            both = solve_puzzle(puzzle, solver=solver, assurance=Assurance.CROSS_CHECKED)
            assert both.assurance is Assurance.CROSS_CHECKED
            assert [e.name for e in both.engines] == ["algebra", "cp-sat"]


def test_plain_model_agrees_on_small_boards():
    chance = random.Random(3)
    for shape, m in ((rectangle(3, 3, "plus"), 3), (hexagon(2), 6), (rectangle(4, 2, "king"), 4)):
        for _ in range(5):
            puzzle = random_board(chance, shape, m)
            assert solve_puzzle(puzzle, engine="cp-sat-plain").value == solve_puzzle(puzzle).value


def test_costs_forbidden_tiles_and_both_ways_by_brute_force():
    chance = random.Random(8)
    shape, m = hexagon(2), 4
    for forbidden, costs, both in (
        ((), None, True),
        ((0, 3), None, False),
        ((), (3, 1, 4, 1, 5, 9, 2), False),
        ((2,), (3, 1, 4, 1, 5, 9, 2), True),
    ):
        options = {"forbidden": forbidden, "tap_costs": costs, "both_ways": both}
        for _ in range(3):
            puzzle = random_board(chance, shape, m, **options)
            solutions = [t for t in product(range(m), repeat=7) if is_solution(puzzle, t)]
            best = min(sum(puzzle.cost(j, v) for j, v in enumerate(t)) for t in solutions)
            answer = solve_puzzle(puzzle, assurance=Assurance.CROSS_CHECKED)
            assert (answer.value, answer.count) == (best, len(solutions))
            assert answer.assurance is Assurance.CROSS_CHECKED
            assert solve_puzzle(puzzle, engine="cp-sat-plain").value == best
            if costs or both:
                with pytest.raises(InputError, match="neither costs"):
                    solve_puzzle(puzzle, engine="tap-search")


def test_the_article_leaves_its_last_tile_unchecked():
    shape, m = rectangle(2, 2, "king"), 4
    entries = [(i, j, 1) for i in range(4) for j in range(4)]
    target = [1, 1, 1, 2]  # wrong only at the last tile
    assert not _native.tap_search(4, 4, entries, m, target).solvable
    assert _native.tap_search(4, 4, entries, m, target, recheck_last=False).solvable
    puzzle = ArrowPuzzle(shape, m, tuple(-v % m for v in target))
    assert solve_puzzle(puzzle).status is Status.UNSATISFIABLE


def test_free_tiles_of_the_search():
    # The first column and the first tiles of the growing ones: 7, hence 6^7 starts.
    for level in ("hard", "expert"):
        shape, m = LEVELS[level]
        solver = ArrowSolver(zero(shape, m))
        found = _native.tap_search(37, 37, solver.entries, m, [0] * 37, count_all=True)
        assert found.free_columns == 7
        assert found.solutions == solver.solutions


def test_propagation(known):
    chance = random.Random(1)
    for level, rests in known["reachable_rests"].items():
        shape, m = LEVELS[level]
        seen = set()
        for _ in range(60 * rests):
            told = explain(random_board(chance, shape, m))
            assert told.taps is not None
            seen.add(told.rest)
        assert len(seen) == rests
    shape, m = LEVELS["expert"]
    stuck = explain(ArrowPuzzle(shape, m, (1,) + (0,) * 36))
    assert stuck.taps is None
    assert "no solution" in stuck.steps[-1]


def test_worst_cases(known):
    for level, value in (("easy", 27), ("medium", 48), ("hard", known["hard_worst_case"])):
        answer = prove_worst(level, limits=Limits(seconds=30))
        assert (answer.status, answer.value) == (Status.OPTIMAL, value)
        shape, m = LEVELS[level]
        assert solve_puzzle(ArrowPuzzle(shape, m, tuple(answer.solution))).value == value
    shape, m = LEVELS["expert"]
    bound, _ = upper_bound(ArrowSolver(zero(shape, m)))
    assert 80 <= bound <= 94
    found = prove_worst("expert", limits=Limits(seconds=1))
    assert found.status is Status.UNKNOWN
    assert 60 <= found.value <= found.bound == bound


def test_upper_bound_is_not_below_the_truth_on_small_boards():
    for shape, m in (
        (hexagon(2), 2),
        (hexagon(2), 3),
        (rectangle(2, 2, "king"), 4),
        (rectangle(2, 2, "plus"), 5),
        (custom([[(0, 2)], [(1, 3)]]), 6),
    ):
        solver = ArrowSolver(zero(shape, m))
        states = list(product(range(m), repeat=shape.tiles))
        costs, _, _ = solver.fewest_batch(states)
        assert int(costs.max()) <= upper_bound(solver)[0]


def test_lights_out_worst_case(known):
    # Tiles with the same column in the kernel are interchangeable: only the number of
    # tapped tiles of each type matters, which makes all 2^23 solvable boards a short loop.
    solver = ArrowSolver(zero(rectangle(5, 5, "plus"), 2))
    assert solver.solutions == 4
    first, second = (g.vector for g in solver.kernel)
    types = [first[j] + 2 * second[j] for j in range(25)]
    sizes = [types.count(t) for t in range(4)]
    words = [(0, 0, 0, 0), (0, 1, 0, 1), (0, 0, 1, 1), (0, 1, 1, 0)]

    def fewest(used):
        return min(
            sum(n - u if w else u for u, n, w in zip(used, sizes, word, strict=True)) for word in words
        )

    worst = max(product(*(range(n + 1) for n in sizes)), key=fewest)
    assert fewest(worst) == known["lights_out_5x5_worst_case"]
    left = list(worst)
    taps = []
    for t in types:
        taps.append(int(left[t] > 0))
        left[t] -= taps[-1]
    state = tuple(-v % 2 for v in after(zero(rectangle(5, 5, "plus"), 2), taps))
    assert solve_puzzle(ArrowPuzzle(rectangle(5, 5, "plus"), 2, state)).value == 15
    assert upper_bound(solver)[0] >= 15


def test_generator_and_audit():
    boards = list(generate("expert", count=3, seed=4))
    assert boards == list(generate("expert", count=3, seed=4))
    assert boards != list(generate("expert", count=3, seed=5))
    for puzzle in [*boards, *generate("hard", count=4, seed=1, taps=9)]:
        assert is_solution(puzzle, puzzle.answer["solution"])
        assert solve_puzzle(puzzle).value == puzzle.answer["taps"]
    seen: dict = {}
    assert audit(boards[0], seen, "a:1").ok
    again = audit(boards[0], seen, "a:2")
    assert not again.ok
    assert "the same board as a:1" in again.text
    shape, m = LEVELS["hard"]
    wrong = ArrowPuzzle(shape, m, (0,) * 37, answer={"taps": 3, "solution": [1] + [0] * 36})
    text = audit(wrong, {}, "b").text
    assert "claims 3 taps, the fewest are 0" in text
    assert "does not solve it" in text
    with pytest.raises(InputError, match="no board"):
        list(generate("easy", taps=0, count=1)) and list(generate("hard", taps=30))


def test_large_kernels():
    # 3^(2*8-1) solutions on 8 x 8 king mod 3: walked; mod 6 too large to walk: CP-SAT with a limit.
    solver = ArrowSolver(zero(rectangle(8, 8, "king"), 6))
    assert solver.solutions == 6**15
    with pytest.raises(InputError, match="at most"):
        solver.fewest_batch([[0] * 64])
    puzzle = random_board(random.Random(2), rectangle(8, 8, "king"), 6)
    answer = solve_puzzle(puzzle, limits=Limits(seconds=2))
    assert answer.count == 6**15
    assert is_solution(puzzle, answer.solution)
    if answer.status is Status.UNKNOWN:
        assert answer.bound <= answer.value
    else:
        assert answer.assurance is Assurance.STATED
