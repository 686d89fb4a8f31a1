"""Random kyouen processes against exact distributions, the audits, and the heuristic searches."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from fractions import Fraction

import pytest
from gridproof.instances.errors import InputError
from gridproof.instances.kyouen import (
    KyouenBoard,
    are_concyclic,
    bad_tuples,
    canonical_form,
    is_kyouen_free,
    is_saturated,
    playable_points,
)
from gridproof.instances.lattice import board_points, symmetries
from gridproof.solvers import _native
from gridproof.solvers.audits.kyouen import Audit, distribution
from gridproof.solvers.experiments.kyouen import ARTICLE, avoidance_rows, fits, saturation_row
from gridproof.solvers.generators.kyouen import avoidance, saturated, stages
from gridproof.solvers.generators.kyouen_search import (
    KNOWN_LARGEST,
    LIBRARY,
    best_known,
    search_large,
    search_saturated,
)
from gridproof.solvers.limits import Limits
from hypothesis import given
from hypothesis import strategies as st

PROCESSES = (_native.Process.avoidance, _native.Process.saturation)


@pytest.fixture(scope="module")
def published(root):
    return json.loads((root / "tests" / "oracles" / "kyouen_processes.json").read_text(encoding="utf-8"))


# --- the processes


@given(st.integers(1, 14), st.integers(1, 14), st.integers(0, 2**63), st.sampled_from(PROCESSES))
def test_fast_and_plain_method_agree_stone_by_stone(width, height, seed, process):
    fast = _native.run_trial(width, height, process, seed, 0)
    plain = _native.run_trial(width, height, process, seed, 0, method=_native.Method.plain)
    assert (fast.stones, fast.candidates, fast.tests) == (plain.stones, plain.candidates, plain.tests)
    assert len(fast.stones) <= 3 * min(width, height)
    stones = tuple((p % width, p // width) for p in fast.stones)
    left = [(p % width, p // width) for p in fast.candidates]
    assert is_kyouen_free(stones)
    assert playable_points(KyouenBoard(width, height, stones)) == left


@given(st.integers(2, 9), st.integers(2, 9), st.randoms(use_true_random=False))
def test_hits_are_counted_by_the_determinant(width, height, chance):
    points = list(board_points(width, height))
    stones = chance.sample(points, min(5, len(points)))
    hits = _native.curve_hits(width, height, [y * width + x for x, y in stones])
    for x, y in points:
        expected = 0
        for i in range(len(stones)):
            for j in range(i):
                for k in range(j):
                    three = (stones[i], stones[j], stones[k])
                    expected += (x, y) in three or are_concyclic(*three, (x, y))
        assert hits[y * width + x] == expected


def test_same_sums_for_any_number_of_workers():
    def sums(**options):
        found = _native.run_process(9, 9, _native.Process.avoidance, 300, 5, **options)
        return found.trials, found.tests, found.tests_squared, list(found.by_stones)

    alone = sums()
    assert alone == sums(workers=2) == sums(workers=7) == sums(method=_native.Method.plain)


def slow_distribution(n, process):
    """The definition: all orders of random claims, as fractions, without symmetry."""
    points = list(board_points(n, n))
    success, stuck = Counter(), Counter()
    layer = {frozenset(): Fraction(1)}
    while layer:
        following = Counter()
        for stones, weight in layer.items():
            free = [p for p in points if p not in stones and is_kyouen_free((*stones, p))]
            if not free or (process == "avoidance" and len(free) == 1):
                (success if free else stuck)[len(stones)] += weight
                continue
            for p in free:
                following[stones | {p}] += weight / len(free)
        layer = following
    return success, stuck


@pytest.mark.parametrize("process", ["avoidance", "saturation"])
def test_distribution_by_the_definition(process):
    success, stuck = slow_distribution(3, process)
    law = distribution(3, 3, process)
    assert {m: p for m, p in enumerate(law.success) if p} == success
    assert {m: p for m, p in enumerate(law.stuck) if p} == stuck


def test_published_probabilities(published):
    known = published["avoidance_generator"]
    for n, text in known["exact_success_probability"].items():
        law = distribution(int(n), int(n), "avoidance")
        assert law.success_probability == Fraction(text)
        assert float(law.mean_stones) == pytest.approx(known["exact_mean_m_given_success"][n], abs=1e-12)


def test_saturation_meets_just_the_saturated_sizes(published):
    for n in (4, 5):
        law = distribution(n, n, "saturation")
        sizes = {str(m) for m, p in enumerate(law.by_stones) if p}
        assert sizes == set(published["saturated_sets_by_size"][str(n)])
        assert sum(law.by_stones) == 1


@pytest.mark.slow
def test_distribution_of_six():
    law = distribution(6, 6, "avoidance")
    sums = _native.run_process(6, 6, _native.Process.avoidance, 200_000, 3, workers=2)
    p = float(law.success_probability)
    assert abs(sums.successes / sums.trials - p) < 4 * math.sqrt(p * (1 - p) / sums.trials)


def test_limits_of_the_distribution():
    with pytest.raises(InputError, match="more time or memory"):
        distribution(6, 6, "avoidance", limits=Limits(memory=1000))
    with pytest.raises(InputError, match="49 points"):
        distribution(8, 8, "avoidance")
    with pytest.raises(InputError, match="unknown process"):
        distribution(3, 3, "growth")


def test_the_articles_table_within_four_standard_errors():
    rows = list(avoidance_rows(range(3, 13), successes=4000, exact_up_to=5))
    for row in rows:
        stones, trials, tests = ARTICLE[row.side]
        ratio = math.sqrt(1 + 4000 / 10_000)  # the article has 10,000 successes
        assert abs(row.stones - stones) < 4 * ratio * row.stones_error + 1e-3
        assert abs(row.trials / row.successes - trials) < 4 * ratio * row.trials_error + 1e-3
        assert abs(row.tests - tests) < 4 * ratio * row.tests_error + 1
        if row.exact is not None:
            assert abs(row.stones - float(row.exact.mean_stones)) < 4 * row.stones_error + 1e-9
    _, _, tests, work = fits(rows)
    assert 4 < tests < 5
    assert work < 3.7


def test_saturation_range_lies_in_the_proved_one():
    row = saturation_row(7, seconds=0.5)
    assert row.sets > 0
    assert min(row.by_stones) >= 7
    assert max(row.by_stones) <= 14
    assert is_saturated(KyouenBoard(7, 7, row.smallest))


# --- the generators


@pytest.mark.parametrize("size", [(5, 5), (9, 9), (7, 4), (12, 12)])
def test_generated_boards_by_the_plain_rules(size):
    for board in avoidance(*size, count=5, seed=2):
        assert is_kyouen_free(board.stones)
        assert [list(p) for p in playable_points(board)] == board.answer["playable"]
        assert len(board.answer["playable"]) == 1
    for board in saturated(*size, count=5, seed=2):
        assert is_saturated(board)
    for board in stages(*size, count=5, seed=2):
        assert len(list(bad_tuples(board.stones))) == 1
        four = [tuple(p) for p in board.meta["four"]]
        assert set(four) <= set(board.stones)
        assert are_concyclic(*four)


def test_options_of_the_generators():
    assert {len(b.stones) for b in avoidance(7, 7, count=5, seed=1, stones=9)} == {9}
    assert {len(b.stones) for b in stages(7, 7, count=5, seed=1, stones=10)} == {10}
    distinct = list(avoidance(4, 4, count=30, seed=1, distinct=True))
    assert len({canonical_form(b) for b in distinct}) == 30
    assert list(avoidance(6, 6, count=3, seed=5)) == list(avoidance(6, 6, count=5, seed=5))[:3]
    for bad in ({"stones": 0}, {"stones": 99}):
        with pytest.raises(InputError, match="stones"):
            next(avoidance(5, 5, **bad))
    with pytest.raises(InputError, match="up to 128"):
        next(saturated(200, 5))
    with pytest.raises(InputError, match="four stones"):
        next(stages(5, 5, stones=3))
    with pytest.raises(InputError, match="trials"):
        next(avoidance(2, 2))


def test_large_boards():
    board = next(avoidance(40, 40, seed=1))
    assert is_kyouen_free(board.stones)
    assert board.stones == next(avoidance(40, 40, seed=1)).stones


# --- the audits


def process(size, chance, *, choose=None, concyclic=are_concyclic, stop_at_one=True):
    """The avoidance process in plain Python, with parts that can be made wrong."""
    stones, candidates = [], list(board_points(size, size))
    while candidates and not (stop_at_one and len(candidates) == 1):
        q = (choose or chance.choice)(candidates)
        candidates = [
            c
            for c in candidates
            if c != q and not any(concyclic(a, b, q, c) for i, a in enumerate(stones) for b in stones[:i])
        ]
        stones.append(q)
    return stones, candidates


def audited(kind, make, boards, seed=1):
    chance = random.Random(seed)
    audit = Audit(kind)
    faults = 0
    size = 5
    while audit.boards < boards:
        stones, left = make(chance)
        if kind == "kyouen-saturated" or len(left) == 1:
            faults += bool(audit.add(KyouenBoard(size, size, tuple(stones)), "here"))
    return faults, [test for test in audit.tests() if test.alarm]


def test_right_generators_pass():
    assert audited("kyouen-avoidance", lambda c: process(5, c), 400) == (0, [])
    assert audited("kyouen-saturated", lambda c: process(5, c, stop_at_one=False), 400) == (0, [])
    audit = Audit("kyouen-avoidance")
    for board in avoidance(5, 5, count=3000, seed=11):
        assert audit.add(board, "here") == []
    tests = audit.tests()
    assert [t.alarm for t in tests] == [False, False, False]


def test_a_biased_candidate_is_caught():
    def biased(chance):
        return process(5, chance, choose=lambda c: c[min(chance.randrange(len(c)), chance.randrange(len(c)))])

    faults, alarms = audited("kyouen-avoidance", biased, 600)
    assert faults == 0
    assert alarms


def test_a_biased_choice_without_a_side_is_caught():
    # Symmetric under the board's symmetries: points near the middle are preferred.
    def middle(chance):
        def choose(candidates):
            some = chance.sample(candidates, min(3, len(candidates)))
            return min(some, key=lambda p: (p[0] - 2) ** 2 + (p[1] - 2) ** 2)

        return process(5, chance, choose=choose)

    faults, alarms = audited("kyouen-avoidance", middle, 2000)
    assert faults == 0
    assert any("number of stones" in test.name for test in alarms)


def test_a_float_determinant_is_caught():
    def by_angles(a, b, c, d):
        # Equal inscribed angles, compared as floating point numbers without a tolerance.
        def angle(p):
            return math.atan2(a[1] - p[1], a[0] - p[0]) - math.atan2(b[1] - p[1], b[0] - p[0])

        return math.sin(angle(c) - angle(d)) == 0.0

    faults, _ = audited("kyouen-avoidance", lambda c: process(5, c, concyclic=by_angles), 60)
    assert faults > 0


def test_forgotten_lines_are_caught():
    def on_circle(a, b, c, d):
        straight = (b[0] - a[0]) * (c[1] - a[1]) == (b[1] - a[1]) * (c[0] - a[0])
        return not straight and are_concyclic(a, b, c, d)

    faults, _ = audited("kyouen-avoidance", lambda c: process(5, c, concyclic=on_circle), 300)
    assert faults > 0


def test_a_biased_shuffle_is_caught():
    # Random order until saturated, the order by a careless shuffle.
    def careless(chance):
        points = list(board_points(5, 5))
        for i in range(len(points)):
            j = chance.randrange(i + 1, len(points) + 1) - 1 if chance.random() < 0.5 else i
            points[i], points[j] = points[j], points[i]
        stones = []
        for p in points:
            if is_kyouen_free((*stones, p)):
                stones.append(p)
        return stones, []

    faults, alarms = audited("kyouen-saturated", careless, 500)
    assert faults == 0
    assert alarms


def test_faults_are_named():
    stage = Audit("kyouen-stage")
    assert "no four stones" in stage.add(KyouenBoard(5, 5, ((0, 0), (1, 0))), "x")[0]
    several = KyouenBoard(5, 5, ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (3, 0)))
    assert "not unique" in stage.add(several, "x")[0]
    loose = Audit("kyouen-avoidance")
    assert "expected exactly one" in loose.add(KyouenBoard(5, 5, ((0, 0),)), "x")[0]
    board = next(avoidance(5, 5, seed=3))
    wrong = KyouenBoard(5, 5, board.stones, None, {"playable": [[0, 0]]})
    assert "claims the playable points" in loose.add(wrong, "x")[0]
    for nonsense in (7, [5, "x"], [[0]], "all", [[[], {}]]):
        odd = KyouenBoard(5, 5, board.stones, None, {"playable": nonsense})
        assert "claims the playable points" in loose.add(odd, "x")[0]


def test_public_stages_have_the_published_numbers(shared_data):
    import csv

    with (shared_data / "kyouen" / "tsume_stages_sample.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    audit = Audit("kyouen-stage")
    for row in rows:
        size = int(row["size"])
        stones = tuple((i % size, i // size) for i, ch in enumerate(row["stage"]) if ch == "1")
        faults = audit.add(KyouenBoard(size, size, stones), row["stageNo"])
        number = int(row["circle_tuples"]) + int(row["line_tuples"])
        assert bool(faults) == (number != 1)
    assert 0.1 < 1 - audit.good / audit.boards < 0.3


# --- heuristic searches


def test_native_search_reaches_the_proved_values(published):
    for n in range(2, 10):
        value = published["K"]["values"][str(n)]
        found = search_large(n, n, target=value, half_turn=False, limits=Limits(seconds=60, workers=1))
        assert len(found.stones) == value
    for n in range(3, 9):
        value = published["s"]["values"][str(n)]
        found = _native.search_saturated(n, n, size=value, seconds=60.0)
        assert found.reached
        assert is_saturated(KyouenBoard(n, n, tuple((p % n, p // n) for p in found.stones)))
    assert [len(b.stones) for b in search_saturated(4, 4, size=6, limits=Limits(seconds=0.2))][-1] == 5


def test_half_turn_sets_are_symmetric():
    for board in (
        search_large(8, 8, half_turn=True, limits=Limits(seconds=0.5, workers=1)),
        search_large(7, 7, half_turn=True, limits=Limits(seconds=0.5, workers=1)),
        search_large(6, 6, half_turn=True, engine="cp-sat", limits=Limits(seconds=5)),
    ):
        n = board.width
        assert {(n - 1 - x, n - 1 - y) for x, y in board.stones} == set(board.stones)
        assert is_kyouen_free(board.stones)
        assert len(board.stones) >= n + 2


def test_same_seed_same_set():
    options = {"half_turn": False, "target": 14, "limits": Limits(seconds=60, workers=1)}
    assert search_large(8, 8, **options).stones == search_large(8, 8, **options).stones


def test_searches_refuse_what_they_cannot_do():
    for call in (
        lambda: search_large(65, 3),
        lambda: search_large(20, 20, engine="cp-sat"),
        lambda: search_large(5, 5, engine="other"),
        lambda: next(search_saturated(65, 3)),
        lambda: best_known("kyouen-mid", 3),
    ):
        with pytest.raises(InputError):
            call()


def test_the_library_holds(published):
    assert tuple(published["K"]["published_lower_bounds_n_1_to_30"]) == KNOWN_LARGEST
    sides = 0
    for problem in LIBRARY:
        for n in range(1, 31):
            board = best_known(problem, n)
            if board is None:
                continue
            sides += 1
            assert is_kyouen_free(board.stones)
            assert board.meta["found_by"]
            if problem == "kyouen-min":
                assert is_saturated(board)
    assert sides >= 10


def test_audit_values_do_not_change_under_symmetry():
    audit = Audit("kyouen-saturated")
    board = next(saturated(6, 6, seed=4))
    for s in symmetries(6, 6):
        assert audit.add(KyouenBoard(6, 6, tuple(map(s, board.stones))), "x") == []
    assert audit.repeats == 7
