"""The numberlink generator, its figures, and the audit of anybody's boards."""

from __future__ import annotations

import pytest
from gridproof.instances.errors import InputError
from gridproof.instances.numberlink import RULES, NumberlinkPuzzle, fault, make_edge, paths
from gridproof.solvers.answer import Status
from gridproof.solvers.audits.numberlink import Summary, audit, canonical
from gridproof.solvers.experiments.numberlink_generator import measure
from gridproof.solvers.generators.numberlink import Order, generate, make_board
from gridproof.solvers.limits import Limits
from gridproof.solvers.numberlink import Solutions, solve_puzzle
from gridproof.solvers.numberlink_backtracking import backtrack
from gridproof.solvers.numberlink_deduction import difficulty
from hypothesis import given
from hypothesis import strategies as st


def edges_of(board):
    return [make_edge(tuple(a), tuple(b)) for a, b in board.answer["solution"]]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [(5, 5), (6, 6), (7, 5), (8, 8)])
def test_boards_are_unique_by_another_engine(size, rule):
    for board in generate(Order(*size, rule=rule, seed=3), count=4):
        assert board.rule == rule
        assert fault(board, edges_of(board)) is None
        engine = "cp-sat" if min(size) > 6 or rule == "full-cover+no-touch" else "backtracking"
        assert solve_puzzle(board, engine=engine).status is Status.UNIQUE


@pytest.mark.slow
@pytest.mark.parametrize(
    ("side", "pairs", "boards"), [(9, None, 200), (10, 8, 200), (12, None, 200), (15, None, 200)]
)
def test_two_hundred_boards_recounted_by_the_frontier(side, pairs, boards):
    for board in generate(Order(side, side, pairs=pairs, seed=7), count=boards, workers=2):
        assert len(board.ends) == (pairs or Order(side, side).number)
        assert Solutions(board).count == 1


@pytest.mark.slow
def test_boards_of_side_twenty_recounted_by_cp_sat():
    for board in generate(Order(20, 20, seed=7), count=20, workers=2):
        answer = solve_puzzle(board, engine="cp-sat", limits=Limits(seconds=300))
        assert answer.status is Status.UNIQUE


@given(
    st.integers(4, 8),
    st.integers(4, 8),
    st.integers(3, 5),
    st.booleans(),
    st.sampled_from([None, "half-turn"]),
    st.integers(0, 10**6),
)
def test_boards_are_as_ordered(width, height, length, adjacent, symmetry, seed):
    try:
        order = Order(width, height, min_length=length, adjacent_ends=adjacent, symmetry=symmetry, seed=seed)
        board = make_board(order, 0, seconds=2)
    except (InputError, TimeoutError):
        return
    assert len(board.ends) == order.number
    tracks = paths(board, edges_of(board))
    assert min(map(len, tracks.values())) >= length
    for (ax, ay), (bx, by) in board.ends.values():
        assert adjacent or abs(ax - bx) + abs(ay - by) > 1
    if symmetry:
        ends = {cell for pair in board.ends.values() for cell in pair}
        assert ends == {(width - 1 - x, height - 1 - y) for x, y in ends}
    assert solve_puzzle(board).status is Status.UNIQUE


def test_mirror_symmetry():
    for board in generate(Order(8, 7, symmetry="mirror", seed=2), count=3):
        ends = {cell for pair in board.ends.values() for cell in pair}
        assert ends == {(7 - x, y) for x, y in ends}


@pytest.mark.parametrize("method", ["cover", "random"])
def test_same_seed_same_boards_for_any_number_of_workers(method):
    order = Order(6, 6, method=method, seed=11)
    alone = list(generate(order, count=5))
    assert alone == list(generate(order, count=5, workers=3))
    assert alone[:2] == list(generate(order, count=2))
    assert len({canonical(board) for board in alone}) == 5
    assert alone != list(generate(Order(6, 6, method=method, seed=12), count=5))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"pairs": 0}, "do not fit"),
        ({"pairs": 13}, "do not fit"),
        ({"rule": "some"}, "unknown rule"),
        ({"method": "magic"}, "unknown method"),
        ({"symmetry": "odd"}, "unknown symmetry"),
        ({"symmetry": "half-turn", "pairs": 5}, "even number"),
        ({"symmetry": "half-turn", "method": "random"}, "without symmetry"),
        ({"width": 5, "symmetry": "mirror"}, "even width"),
        ({"width": 0}, "0"),
        ({"width": 1000, "height": 1000}, "at most"),
        ({"min_length": 1}, "do not fit"),
    ],
)
def test_orders_nobody_can_fill(options, told):
    with pytest.raises(InputError, match=told):
        Order(**{"width": 6, "height": 6, **options})


def test_an_order_without_boards_says_so():
    with pytest.raises(TimeoutError):
        make_board(Order(9, 9, pairs=2), 0, seconds=0.5)


def test_figures_by_hand():
    # A hugs the rim with one corner in each of three; nothing has to be guessed.
    puzzle = NumberlinkPuzzle.of(["A..", "...", "A.."])
    (solution,) = backtrack(puzzle, at_most=2).solutions[:1]
    figures = difficulty(puzzle, solution)
    assert (figures.longest, figures.shortest, figures.cells) == (9, 9, 9)
    easy = NumberlinkPuzzle.of(["AB", "..", "AB"])
    figures = difficulty(easy, tuple(e for e in easy.edges if e[0][0] == e[1][0]))
    assert (figures.turns, figures.forced, figures.nodes) == (0, 6, 1)


@pytest.mark.parametrize("rule", ["full-cover", "any"])
def test_the_search_of_the_figures_ends_where_solutions_are(rule):
    # With no limit the search visits every solution; on a unique board at least that one.
    for board in generate(Order(6, 6, rule=rule, seed=5), count=5):
        figures = difficulty(board, tuple(edges_of(board)), node_limit=100_000)
        assert figures.nodes is not None
        assert figures.nodes >= 1
        assert 0 <= figures.forced <= 36


def test_audit_finds_what_is_wrong():
    good = NumberlinkPuzzle.of(["C...B", "A.BA.", "...C.", "....."])
    seen = {}
    summary = Summary()
    finding = audit(good, seen, "f:1")
    summary.add(finding)
    assert finding.faults == ()
    turned = NumberlinkPuzzle(
        tuple(zip(*[[c.lower() for c in row] for row in good.cells[::-1]], strict=True))
    )
    assert "the same board as f:1" in audit(turned, seen, "f:2").text
    double = audit(NumberlinkPuzzle.of(["A..", "A..", "B.B"]), {}, "f:3")
    summary.add(double)
    assert "2+ solutions under its rule" in double.text
    assert (summary.boards, summary.good, summary.unique["full-cover"]) == (2, 1, 1)
    none = audit(NumberlinkPuzzle.of(["AB", "BA"]), {}, "f:4")
    assert none.verdicts["any"] is Status.UNSATISFIABLE


def test_audit_checks_claims():
    (board,) = generate(Order(6, 6, seed=1))
    assert audit(board, {}, "f").faults == ()
    from dataclasses import replace

    moved = [*board.answer["solution"][1:], [[0, 0], [5, 5]]]
    for answer, told in (
        ({"status": "MULTIPLE"}, "claims MULTIPLE"),
        ({"solution": moved}, "claimed solution is wrong"),
        ({"solution": board.answer["solution"][1:]}, "claimed solution is wrong"),
        ({"solution": 7}, "not a list of edges"),
        ({"solution": [[[0, 0], [0, "x"]]]}, "not a list of edges"),
    ):
        assert told in audit(replace(board, answer=answer), {}, "f").text


def test_experiment_gives_up_on_a_method_that_fails():
    rows = list(measure([5, 10], boards=2, seconds=1.0))
    assert [(row.side, row.method) for row in rows] == [
        (5, "cover"),
        (5, "random"),
        (10, "cover"),
        (10, "random"),
    ]
    assert all(row.boards == 2 for row in rows[:3])
    assert not rows[3].boards
