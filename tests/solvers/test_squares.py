"""The square game, square-free sets and random play, engine against engine and against published values."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from gridproof.instances.errors import InputError
from gridproof.instances.lattice import symmetries
from gridproof.instances.squares import PLAYERS, SquareRule, SquaresBoard, all_squares, is_square_free
from gridproof.models.squares import Options, build_colouring, build_saturated, build_square_free
from gridproof.solvers import _native
from gridproof.solvers.answer import Assurance, EnginesDisagree, Status
from gridproof.solvers.cp_sat import enumerate_solutions, solve
from gridproof.solvers.experiments.squares import (
    baseline,
    compare_games,
    draw_probability,
    fit_of_lengths,
    length_distribution,
)
from gridproof.solvers.limits import Limits
from gridproof.solvers.proofs.strategies import check_game, read_game
from gridproof.solvers.squares import GameSearch, native_rules, solve_position, to_mask, to_points
from gridproof.solvers.squares_extremes import count_all, is_saturated, prove_set
from gridproof.solvers.squares_plain import value as plain_value
from gridproof.solvers.squares_proofs import drawn_boards, prove_game

RULES = [SquareRule(o, f) for o in ("any", "axis") for f in ("wins", "loses")]


@pytest.fixture(scope="module")
def published(root):
    return json.loads((root / "tests" / "oracles" / "squares.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("size", [(2, 2), (5, 4), (8, 8), (3, 7)])
@pytest.mark.parametrize("rule", [SquareRule(), SquareRule("axis"), SquareRule(min_side=3)])
def test_native_masks_are_the_squares_of_the_rules(size, rule):
    width = size[0]
    masks = _native.square_masks(native_rules(*size, rule))
    assert sorted(masks) == sorted(to_mask(s.corners, width) for s in all_squares(*size, rule))


# --- the game


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [(2, 2), (3, 2), (3, 3), (5, 2)])
def test_small_games_by_plain_recursion(size, rule):
    board = SquaresBoard(*size, (), rule)
    assert GameSearch(*size, rule).winner(board) == plain_value(board)


@pytest.mark.slow
@pytest.mark.parametrize("rule", [SquareRule(), SquareRule("axis")])
def test_four_by_four_by_plain_recursion(rule):
    assert plain_value(SquaresBoard(4, 4, (), rule)) == "draw"


def random_position(size, rule, stones, seed):
    chance = random.Random(seed)
    while True:
        board = SquaresBoard(*size, (), rule)
        for _ in range(stones):
            if board.winner is None:
                board = board.play(chance.choice(board.free))
        if board.winner is None:
            return board


@pytest.mark.parametrize("rule", RULES)
def test_random_positions_by_plain_recursion(rule):
    for seed in range(12):
        board = random_position((4, 4), rule, 7 + seed % 3, seed)
        search = GameSearch(4, 4, rule)
        assert search.winner(board) == plain_value(board), board.moves
        value = search.winner(board)
        if value in PLAYERS:
            within = search.shortest(board, value)
            assert search.wins(board, value, within)
            assert not search.wins(board, value, within - 1)
        # The best moves keep the value, and every other move does not (or ends later).
        best = search.best_moves(board, value, None if value == "draw" else within)
        for move in board.free:
            after = board.play(move)
            if value == "draw":
                assert (plain_value(after) == "draw") == (move in best)
            elif value == board.to_move:
                assert (move in best) == bool(search.wins(after, value, within))
            else:
                assert plain_value(after) == value


def test_symmetric_positions_have_the_same_value():
    for seed in range(10):
        board = random_position((5, 5), SquareRule(), 8, seed)
        value = GameSearch(5, 5).winner(board)
        for s in symmetries(5, 5):
            turned = SquaresBoard(5, 5, tuple(s(p) for p in board.moves))
            assert GameSearch(5, 5).winner(turned) == value


def test_published_values_of_the_game(published):
    for n in range(3, 9):
        answer, claim = prove_game(n, n)
        assert answer.value == published["game_value"][str(n)]
        assert answer.assurance is Assurance.PROOF
        assert check_game(claim) is None
        plies = published["game_value"]["plies"].get(str(n))
        assert answer.details.get("won_by_move") == plies
        if plies:
            assert GameSearch(n, n).wins(SquaresBoard(n, n), "first", 7) is False


@pytest.mark.parametrize(("n", "openings"), [(5, 1), (6, 4), (7, 9)])
def test_openings_that_win_in_nine(n, openings):
    answer = solve_position(SquaresBoard(n, n))
    middle = range((n - 1) // 2 - (n == 7), n // 2 + 1 + (n == 7))
    assert answer.details["best_moves"] == [[x, y] for y in middle for x in middle]
    assert len(answer.details["best_moves"]) == openings


def test_other_published_games(published):
    for n in (3, 4):
        assert published["axis_parallel_game_value"][str(n)] == "draw"
        axis = SquareRule("axis")
        assert prove_game(n, n, axis)[0].value == "draw"
    board = SquaresBoard(5, 5, (), SquareRule("axis"))
    search = GameSearch(5, 5, board.rule)
    assert search.winner(board) == "first"
    assert search.wins(board, "first", 15) is False
    misere = SquareRule(first_square="loses")
    assert prove_game(3, 3, misere)[0].value == published["misere_game_value"]["3"]


RECTANGLES = {
    **dict.fromkeys([(2, 2), (3, 2), (4, 2), (5, 2), (6, 2)], "draw"),
    **dict.fromkeys([(3, 3), (4, 3), (5, 3), (6, 3), (4, 4)], "draw"),
    **dict.fromkeys([(5, 4), (6, 4), (5, 5), (6, 5), (6, 6)], "first"),
}


@pytest.mark.parametrize("size", RECTANGLES)
def test_rectangles(size):
    width, height = size
    assert GameSearch(width, height).winner(SquaresBoard(width, height)) == RECTANGLES[size]
    assert GameSearch(height, width).winner(SquaresBoard(height, width)) == RECTANGLES[size]


def test_strategies_with_one_move_changed_are_rejected():
    _, claim = prove_game(5, 5)
    (strategy,) = claim.strategies
    chance = random.Random(1)
    rejected = 0
    for key in chance.sample(sorted(strategy.moves), 12):
        taken = {tuple(map(int, p.split(","))) for part in key.split("|") for p in part.split()}
        free = [(x, y) for x in range(5) for y in range(5) if (x, y) not in taken]
        for move in (next(iter(taken), (9, 9)), chance.choice(free)):
            if move != tuple(strategy.moves[key]):
                moves = {**strategy.moves, key: move}
                rejected += check_game(_with(claim, moves=moves)) is not None
        gone = {k: m for k, m in strategy.moves.items() if k != key}
        assert check_game(_with(claim, moves=gone)) is not None
    assert rejected >= 12
    assert check_game(_with(claim, within=7)) is not None
    assert check_game(_with(claim, within=9)) is None
    assert "needs the strategies" in check_game(_with(claim, player="second"))


def _with(claim, **changes):
    from msgspec import structs

    return structs.replace(claim, strategies=[structs.replace(claim.strategies[0], **changes)])


def test_a_drawing_strategy_is_no_win():
    from msgspec import structs

    _, claim = prove_game(3, 3)
    first = claim.strategies[0]
    assert check_game(structs.replace(claim, value="first", strategies=[structs.replace(first, goal="win")]))
    assert check_game(structs.replace(claim, strategies=[first]))
    assert check_game(structs.replace(claim, definition="something else"))


@pytest.mark.parametrize("change", [{"schema": "x"}, {"value": "third"}, {"width": "5"}, {"more": 1}])
def test_game_claims_of_another_shape(change):
    import msgspec

    _, claim = prove_game(3, 3)
    with pytest.raises(InputError):
        read_game(msgspec.to_builtins(claim) | change)


def test_limits_give_unknown():
    answer = solve_position(SquaresBoard(8, 8), limits=Limits(nodes=1))
    assert (answer.status, answer.value) == (Status.UNKNOWN, None)
    big = solve_position(SquaresBoard(9, 9))
    assert (big.status, big.details["completes"]) == (Status.UNKNOWN, [])
    with pytest.raises(InputError, match="64 points"):
        GameSearch(9, 9)


def test_cross_checked_positions():
    board = random_position((4, 4), SquareRule(), 8, 3)
    answer = solve_position(board, assurance=Assurance.CROSS_CHECKED)
    assert answer.assurance is Assurance.CROSS_CHECKED
    assert [e.name for e in answer.engines] == ["native", "plain"]


def test_a_lying_engine_is_caught(monkeypatch):
    import gridproof.solvers.squares_plain as plain

    board = random_position((4, 4), SquareRule(), 8, 3)
    truth = solve_position(board).value
    monkeypatch.setattr(plain, "value", lambda _: "first" if truth != "first" else "draw")
    with pytest.raises(EnginesDisagree):
        solve_position(board, assurance=Assurance.CROSS_CHECKED)


# --- colourings and sets


def test_published_counts(published):
    colourings = published["two_colourings_without_monochromatic_square"]
    for n in range(2, 8):
        counts, engine, witness = drawn_boards(n, n)
        assert engine.status == "EXACT"
        assert sum(counts) == colourings["all"][str(n)]
        assert counts[(n * n + 1) // 2] == colourings["balanced"][str(n)]
        assert bool(witness) == bool(sum(counts))
    for n, total in colourings["axis_parallel_all"].items():
        assert sum(drawn_boards(int(n), int(n), SquareRule("axis"))[0]) == total
    for n, row in published["square_free_sets_by_size_A240444"].items():
        assert count_all(int(n), int(n)).details["square_free_by_size"] == row


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (4, 3)])
@pytest.mark.parametrize("rule", [SquareRule(), SquareRule("axis"), SquareRule(min_side=2)])
def test_counts_by_brute_force(size, rule):
    width, height = size
    cells = [(x, y) for y in range(height) for x in range(width)]
    free = [0] * (len(cells) + 1)
    colourings = 0
    for subset in product((0, 1), repeat=len(cells)):
        one = [p for p, on in zip(cells, subset, strict=True) if on]
        two = [p for p, on in zip(cells, subset, strict=True) if not on]
        if is_square_free(one, rule):
            free[len(one)] += 1
            colourings += is_square_free(two, rule)
    sets = _native.square_counts(native_rules(*size, rule), _native.Counted.sets)
    assert list(sets.by_size) == free
    assert sum(drawn_boards(*size, rule)[0]) == colourings
    built = build_colouring(*size, rule)
    assert len(enumerate_solutions(built.model, built.points)[1]) == colourings


def test_positions_by_brute_force():
    cells = [(x, y) for y in range(3) for x in range(3)]
    expected = [0] * 10
    for marks in product((0, 1, 2), repeat=9):
        one, two = ([p for p, m in zip(cells, marks, strict=True) if m == k] for k in (1, 2))
        if len(one) - len(two) in (0, 1) and is_square_free(one) and is_square_free(two):
            expected[len(one) + len(two)] += 1
    found = _native.square_counts(native_rules(3, 3, SquareRule()), _native.Counted.positions)
    assert list(found.by_size) == expected


def test_counts_do_not_depend_on_workers():
    for what in (_native.Counted.colourings, _native.Counted.sets):
        rules = native_rules(5, 4, SquareRule())
        alone = _native.square_counts(rules, what)
        for workers in (2, 7):
            other = _native.square_counts(rules, what, workers=workers)
            assert (list(other.by_size), other.nodes) == (list(alone.by_size), alone.nodes)


def test_published_largest_sets(published):
    largest = published["largest_square_free_set_A240443"]
    for n in range(1, 7):
        answer = prove_set("square-free-max", n, n, engines=("native",))
        assert answer.value == largest["values"][str(n)]
        assert is_square_free([tuple(p) for p in answer.solution])
    for m, row in largest["rectangles_m_by_n"].items():
        for n, value in enumerate(row, 1):
            if int(m) * n <= 32:
                assert prove_set("square-free-max", int(m), n, engines=("native",)).value == value
                assert prove_set("square-free-max", n, int(m), engines=("native",)).value == value
    for n, value in enumerate(largest["axis_parallel_A227133"][:6], 1):
        axis = SquareRule("axis")
        assert prove_set("square-free-max", n, n, axis, engines=("native",)).value == value


@pytest.mark.slow
def test_largest_set_of_seven(published):
    answer = prove_set("square-free-max", 7, 7, engines=("native",))
    assert answer.value == published["largest_square_free_set_A240443"]["values"]["7"]


def test_published_smallest_sets(published):
    smallest = published["smallest_saturated_square_free_set"]
    for n in (3, 4, 5):
        answer = prove_set("square-free-min", n, n)
        assert answer.value == smallest[str(n)]
        assert answer.assurance is Assurance.CROSS_CHECKED
        assert is_saturated([tuple(p) for p in answer.solution], n, n)


@pytest.mark.slow
def test_smallest_set_of_six_by_two_engines():
    answer = prove_set("square-free-min", 6, 6, assurance=Assurance.CROSS_CHECKED)
    assert (answer.value, answer.assurance) == (14, Assurance.CROSS_CHECKED)


@pytest.mark.slow
def test_largest_set_of_six_by_two_engines():
    answer = prove_set("square-free-max", 6, 6, assurance=Assurance.CROSS_CHECKED)
    assert (answer.value, answer.assurance) == (21, Assurance.CROSS_CHECKED)


@pytest.mark.parametrize("size", [(3, 3), (4, 3), (2, 5), (4, 4)])
@pytest.mark.parametrize("rule", [SquareRule(), SquareRule("axis")])
def test_extremes_by_brute_force(size, rule):
    width, height = size
    cells = [(x, y) for y in range(height) for x in range(width)]
    smallest = next(
        k
        for k in range(1, len(cells) + 1)
        if any(is_saturated(c, width, height, rule) for c in combinations(cells, k))
    )
    largest = next(
        k for k in range(len(cells), 0, -1) if any(is_square_free(c, rule) for c in combinations(cells, k))
    )
    assert prove_set("square-free-min", width, height, rule).value == smallest
    assert prove_set("square-free-max", width, height, rule).value == largest


@pytest.mark.parametrize(
    "options", [Options(), Options(symmetry=True), Options(sub_boards={(3, 3): 6, (2, 2): 3})]
)
def test_no_option_of_the_models_cuts_a_solution_off_for_good(options):
    # Every square-free set of 6 points on 3 x 3, every saturated one on 4 x 4: one image stays.
    built = build_square_free(3, 3, at_least=6, options=options)
    kept = {
        frozenset(p for p, on in s.items() if on) for s in enumerate_solutions(built.model, built.points)[1]
    }
    every = {frozenset(c) for c in combinations(list(built.points), 6) if is_square_free(c)}
    assert kept <= every
    assert {frozenset(s(p) for p in c) for c in kept for s in symmetries(3, 3)} == every
    if options.sub_boards is None:
        small = build_saturated(4, 4, at_most=9, options=options)
        found = {
            frozenset(p for p, on in s.items() if on)
            for s in enumerate_solutions(small.model, small.points)[1]
        }
        images = {frozenset(s(p) for p in c) for c in found for s in symmetries(4, 4)}
        plain = build_saturated(4, 4, at_most=9)
        _, whole = enumerate_solutions(plain.model, plain.points)
        assert images == {frozenset(p for p, on in s.items() if on) for s in whole}


def test_models_refuse_what_is_out_of_reach():
    assert solve(build_square_free(4, 4, at_least=11).model, {}).status == "INFEASIBLE"
    assert solve(build_colouring(7, 7).model, {}).status == "INFEASIBLE"
    assert solve(build_colouring(6, 6, balanced=True).model, {}).status in ("OPTIMAL", "FEASIBLE")
    assert solve(build_saturated(3, 3, at_most=5).model, {}).status == "INFEASIBLE"


def test_colourings_as_a_claim():
    assert prove_set("square-colouring", 6, 6).value == 1
    seven = prove_set("square-colouring", 7, 7)
    assert (seven.value, seven.solution, seven.assurance) == (0, None, Assurance.CROSS_CHECKED)
    with pytest.raises(InputError, match="49"):
        prove_set("square-colouring", 8, 8)
    with pytest.raises(InputError, match="unknown problem"):
        prove_set("square-dance", 4, 4)


# --- random play


def test_published_probabilities(published):
    known = published["random_play"]
    for n, text in known["draw_probability_exact"].items():
        assert draw_probability(int(n), int(n)) == Fraction(text)
    for n, mean in known["mean_moves_draw_counted_as_full_board"].items():
        exact = length_distribution(int(n), int(n))
        assert sum(exact) == 1
        assert float(sum(k * p for k, p in enumerate(exact))) == pytest.approx(mean, abs=1e-8)


def test_random_play_within_four_standard_errors(published):
    known = published["random_play"]["simulated_1M"]
    games = 400_000
    for row in known["rows"]:
        n, values = row[0], dict(zip(known["columns"], row, strict=True))
        ours = baseline(n, n, games=games)
        decided = ours.first + ours.second
        for mine, theirs, total in (
            (ours.first / games, values["first"], games),
            (ours.second / games, values["second"], games),
            (ours.axis / decided, values["axis only"], decided),
            (ours.tilted / decided, values["tilted only"], decided),
            (ours.both / decided, values["both"], decided),
        ):
            error = (theirs * (1 - theirs) * (1 / total + 1e-6)) ** 0.5
            assert abs(mine - theirs) < 4 * error + 5e-5
        assert abs(ours.mean_decided - values["mean moves given decided"]) < 4 * 6 / games**0.5 + 1e-3
        draw = float(ours.exact_draw)
        assert abs(ours.draws / games - draw) <= 4 * (draw * (1 - draw) / games) ** 0.5
    small = baseline(4, 4, games=games)
    assert abs(small.mean - float(small.exact_mean)) < 4 * small.mean_error
    assert small.fit > 1e-6
    assert small.fit_first_move > 1e-6


def test_same_seed_same_games_for_any_number_of_workers():
    alone = baseline(5, 5, games=5000, seed=9, limits=Limits(workers=1))
    for workers in (2, 5):
        other = baseline(5, 5, games=5000, seed=9, limits=Limits(workers=workers))
        assert replace(other, seconds=0) == replace(alone, seconds=0)
    assert baseline(5, 5, games=5000, seed=10).first != alone.first


def shuffled_games(n, games, shuffle):
    """Lengths of games in the order that a shuffle gives."""
    lengths = [0] * (n * n + 1)
    squares = [to_mask(s.corners, n) for s in all_squares(n, n)]
    for _ in range(games):
        own = [0, 0]
        for move, cell in enumerate(shuffle(list(range(n * n)))):
            own[move % 2] |= 1 << cell
            if any(s & ~own[move % 2] == 0 for s in squares if s >> cell & 1):
                lengths[move + 1] += 1
                break
        else:
            lengths[n * n] += 1
    return lengths


def test_a_biased_shuffle_is_caught():
    from functools import cmp_to_key

    chance = random.Random(4)

    def fair(cells):
        chance.shuffle(cells)
        return cells

    def biased(cells):
        return sorted(cells, key=cmp_to_key(lambda a, b: chance.choice((-1, 1))))

    exact = length_distribution(3, 3)
    assert fit_of_lengths(shuffled_games(3, 20_000, fair), exact) > 1e-6
    assert fit_of_lengths(shuffled_games(3, 20_000, biased), exact) < 1e-6


# --- recorded games


def test_recorded_games():
    chance = random.Random(2)
    games = []
    for i in range(40):
        board = SquaresBoard(5, 5)
        while board.winner is None:
            board = board.play(chance.choice(board.free))
        games.append(replace(board, meta={"hints": i % 2 == 0}))
    groups, left_out = compare_games([*games, SquaresBoard(5, 5, ((0, 0),))], random_games=20_000)
    assert left_out == 1
    assert [(g.hints, g.games) for g in groups] == [(True, 20), (False, 20)]
    for group in groups:
        assert group.low <= group.tilted / group.decided <= group.high
        assert group.high - group.low > 0.3
        assert group.wins["first"] + group.wins["second"] + group.draws == 20
        inside = group.low <= group.baseline_share <= group.high
        assert inside == ("cannot tell" in group.verdict)


def test_masks_and_points():
    assert to_points(to_mask([(1, 0), (2, 3)], 4), 4) == ((1, 0), (2, 3))
