"""Formulas against brute force, refutations against the checker, and the checker against mutations."""

from __future__ import annotations

import json
import lzma
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest
from gridproof.instances.arrow import ArrowPuzzle, is_solution, rectangle
from gridproof.instances.errors import InputError
from gridproof.instances.kyouen import KyouenBoard, is_kyouen_free, is_saturated
from gridproof.instances.lattice import Point, board_points
from gridproof.instances.numberlink import Edge, NumberlinkPuzzle, fault
from gridproof.instances.squares import is_square_free, squares_through
from gridproof.solvers.kyouen_extremes import prove
from gridproof.solvers.limits import Limits
from gridproof.solvers.proofs.arrow_cnf import solvable_modulo_2
from gridproof.solvers.proofs.certificates import formula_of
from gridproof.solvers.proofs.cnf import Cnf
from gridproof.solvers.proofs.kyouen_cnf import kyouen_free, saturated
from gridproof.solvers.proofs.lrat import LratFault, check_bytes
from gridproof.solvers.proofs.squares_cnf import colouring, square_free, square_saturated
from gridproof.solvers.proofs.uniqueness import another_solution
from gridproof.solvers.refutation import refute
from gridproof.solvers.sat import Sat
from hypothesis import given
from hypothesis import strategies as st


def gridproof(*arguments: object) -> tuple[int, str]:
    command = [sys.executable, "-c", "from gridproof.cli import main; main()", *map(str, arguments)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert "Traceback" not in told.stderr
    return told.returncode, told.stdout + told.stderr


def models(cnf: Cnf, shown: int) -> Iterator[tuple[bool, ...]]:
    """Every model, projected to the first `shown` variables; one is yielded per full model."""
    with Sat(cnf.clauses) as sat:
        while sat.solve():
            true = {v for v in sat.model if v > 0}
            yield tuple(v in true for v in range(1, shown + 1))
            sat.add([-v if v in true else v for v in range(1, cnf.variables + 1)])


def agrees(cnf: Cnf, size: tuple[int, int], accept: Callable[[list[Point]], bool]) -> int:
    """Compare the models with all subsets of the board; also that each extends in one way only."""
    points = list(board_points(*size))
    found = list(models(cnf, len(points)))
    assert len(found) == len(set(found)), "a subset extends to several assignments"
    expected = {
        bits
        for bits in product((False, True), repeat=len(points))
        if accept([p for p, on in zip(points, bits, strict=True) if on])
    }
    assert set(found) == expected
    return len(found)


@given(st.lists(st.booleans(), max_size=9), st.integers(1, 9))
def test_a_counter_is_made_of_definitions(bits: list[bool], most: int) -> None:
    cnf = Cnf()
    literals = [cnf.fresh() for _ in bits]
    outputs = cnf.counter(literals, most)
    assert len(outputs) == min(most, len(bits))
    with Sat(cnf.clauses) as sat:
        for literal, on in zip(literals, bits, strict=True):
            sat.add([literal if on else -literal])
        if outputs:
            assert sat.solve()
            true = {v for v in sat.model if v > 0}
            assert [o in true for o in outputs] == [sum(bits) >= k + 1 for k in range(len(outputs))]
            sat.add([-v if v in true else v for v in range(1, cnf.variables + 1)])
            assert not sat.solve()


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (3, 3), (4, 3)])
def test_kyouen_formulas_have_exactly_the_sets_of_the_definition(width: int, height: int) -> None:
    board_size = width, height

    def is_maximal(s: list[Point]) -> bool:
        return is_saturated(KyouenBoard(width, height, tuple(s)))

    for size in (3, 5, 6):
        agrees(
            kyouen_free(width, height, size),
            board_size,
            lambda s, k=size: k <= len(s) and is_kyouen_free(s),
        )
        agrees(saturated(width, height, size), board_size, lambda s, k=size: len(s) <= k and is_maximal(s))


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 3), (4, 3)])
def test_square_formulas_have_exactly_the_sets_of_the_definition(width: int, height: int) -> None:
    board_size = width, height
    board = set(board_points(*board_size))

    def is_maximal(s: list[Point]) -> bool:
        return is_square_free(s) and all(any(squares_through(p, s)) for p in board - set(s))

    for size in (3, 5, 7):
        agrees(
            square_free(width, height, size),
            board_size,
            lambda s, k=size: len(s) >= k and is_square_free(s),
        )
        agrees(
            square_saturated(width, height, size),
            board_size,
            lambda s, k=size: len(s) <= k and is_maximal(s),
        )
    count = agrees(
        colouring(width, height),
        board_size,
        lambda s: is_square_free(s) and is_square_free(board - set(s)),
    )
    if (width, height) == (3, 3):
        assert count == 248


@pytest.mark.parametrize("neighbourhood", ["king", "plus"])
def test_arrow_formulas_have_exactly_the_solutions(neighbourhood: str) -> None:
    shape = rectangle(3, 2, neighbourhood)
    for state in product((0, 1), repeat=6):
        puzzle = ArrowPuzzle(shape, 2, state)
        found = list(models(solvable_modulo_2(puzzle), 6))
        expected = [x for x in product((0, 1), repeat=6) if is_solution(puzzle, x)]
        assert sorted(tuple(map(int, m)) for m in found) == expected
    with pytest.raises(InputError, match="odd"):
        solvable_modulo_2(ArrowPuzzle(shape, 3, (0,) * 6))


VALUES = {
    "kyouen-max": [(4, 4, 7), (5, 5, 9), (5, 4, 9)],
    "kyouen-min": [(4, 4, 5), (5, 4, 5)],
    "square-free-max": [(4, 4, 10), (5, 5, 15)],
    "square-free-min": [(3, 3, 6)],
}


@pytest.mark.parametrize(
    ("problem", "width", "height", "value"), [(p, *case) for p, cases in VALUES.items() for case in cases]
)
def test_the_value_exists_and_nothing_better(problem: str, width: int, height: int, value: int) -> None:
    # A refutation of a wrong formula is worthless: the same formula, one step away, has a solution.
    step = 1 if problem.endswith("max") else -1
    assert refute(formula_of(problem, width, height, value - step)).status == "SATISFIABLE"
    refuted = refute(formula_of(problem, width, height, value))
    assert refuted.status == "UNSATISFIABLE"
    assert refuted.checked is not None and refuted.checked.additions > 0


@pytest.mark.parametrize("engine", ["cadical", "cp-sat"])
def test_both_solvers_leave_proofs(engine: str) -> None:
    refuted = refute(kyouen_free(4, 4, 8), engine=engine)
    assert refuted.status == "UNSATISFIABLE" and refuted.engine == engine
    assert refute(kyouen_free(4, 4, 7), engine=engine).status == "SATISFIABLE"
    contradiction = Cnf()
    contradiction.add()
    assert refute(contradiction).status == "UNSATISFIABLE"


def test_a_proof_of_another_formula_is_not_read() -> None:
    from gridproof.solvers import _native
    from gridproof.solvers.cp_sat import refutation

    cnf, other = kyouen_free(4, 4, 8), square_free(4, 4, 11)
    status, _, files = refutation(cnf.clauses, cnf.variables)
    assert status == "INFEASIBLE"

    def read(formula: Cnf, content: bytes) -> bool:
        flat = [x for clause in formula.clauses for x in (*clause, 0)]
        told = _native.read_cp_sat_proof(flat, content)
        assert told.refuted or told.fault
        return bool(told.refuted)

    assert read(cnf, files[0]) and not read(other, files[0])
    draw = random.Random(2)
    for _ in range(200):  # cut or changed files: read or refused, never a crash
        changed = bytearray(files[0][: draw.randrange(len(files[0]))])
        for _ in range(3):
            changed[draw.randrange(len(changed) or 1) :][:1] = bytes([draw.randrange(256)])
        read(cnf, bytes(changed))


def test_no_seven_by_seven_colouring() -> None:
    assert refute(colouring(7, 7)).status == "UNSATISFIABLE"
    assert refute(colouring(6, 6)).status == "SATISFIABLE"


def test_a_known_set_is_not_cut_off() -> None:
    for problem, encode in (("kyouen-max", kyouen_free), ("kyouen-min", saturated)):
        for size in (5, 6):
            answer = prove(problem, size, size, engines=["native"])
            stones = {(x, y) for x, y in answer.solution}
            cnf = encode(size, size, answer.value)
            with Sat(cnf.clauses) as sat:
                for i, p in enumerate(board_points(size, size), 1):
                    sat.add([i if p in stones else -i])
                assert sat.solve()


def test_limits_are_not_a_no() -> None:
    hard = kyouen_free(7, 7, 15)
    assert refute(hard, limits=Limits(seconds=0.5)).status == "UNKNOWN"
    assert refute(hard, memory=50_000_000).status == "UNKNOWN"


@pytest.fixture(scope="module")
def refuted() -> tuple[str, list[str]]:
    cnf = kyouen_free(4, 4, 8)
    return cnf.dimacs(), refute(cnf).proof.decode().splitlines()


def rejected(formula: str, lines: list[str]) -> bool:
    try:
        check_bytes(formula, ("\n".join(lines) + "\n").encode())
    except (LratFault, InputError):
        return True
    return False


def test_mutations_are_rejected(refuted: tuple[str, list[str]]) -> None:
    formula, lines = refuted
    assert not rejected(formula, lines)
    swaps = []
    additions = [i for i, line in enumerate(lines) if line.split()[1] != "d"]
    for i in additions[:: max(1, len(additions) // 40)]:
        assert rejected(formula, lines[:i] + lines[i + 1 :]), "every step is used: none may be missing"
        assert rejected(formula, lines[:i]), "cut"
        number, *rest = lines[i].split()
        end = rest.index("0")
        literals, hints = rest[:end], rest[end + 1 : -1]
        short = " ".join([number, *literals, "0", *hints[:-1], "0"])
        assert rejected(formula, [*lines[:i], short, *lines[i + 1 :]]), "the last hint is missing"
        if len(hints) > 2:
            swapped = " ".join([number, *literals, "0", hints[-1], *hints[1:-1], hints[0], "0"])
            swaps.append(rejected(formula, [*lines[:i], swapped, *lines[i + 1 :]]))
    # A few orders of the same hints are derivations too; the clauses swapped here mostly are not.
    assert sum(swaps) > 0.8 * len(swaps) > 8


def by_drup(formula: str, lines: list[str]) -> bool:
    """Whether the verified checker of the `drup` package accepts the added clauses, without hints."""
    import drup

    clauses = [[int(x) for x in line.split()[:-1]] for line in formula.splitlines()[1:]]
    added = []
    for line in lines:
        numbers = line.split()
        if numbers[1] != "d":
            added.append([int(x) for x in numbers[1 : numbers.index("0", 1)]])
    return drup.check_proof(clauses, added).outcome is drup.Outcome.VALID


@pytest.mark.parametrize("cnf", [kyouen_free(3, 3, 6), saturated(3, 3, 3), square_free(3, 3, 7)])
def test_a_verified_checker_agrees(cnf: Cnf) -> None:
    formula, lines = cnf.dimacs(), refute(cnf).proof.decode().splitlines()
    assert not rejected(formula, lines) and by_drup(formula, lines)
    draw = random.Random(1)
    accepted = 0
    for _ in range(200):
        # Drop a line, turn a literal, change a hint: what our checker accepts, theirs does.
        changed = list(lines)
        i = draw.randrange(len(changed))
        numbers = changed[i].split()
        j = draw.randrange(1, len(numbers))
        if numbers[1] == "d" or draw.random() < 0.3:
            del changed[i]
        elif numbers[j] != "0":
            numbers[j] = str(-int(numbers[j])) if draw.random() < 0.5 else str(int(numbers[j]) + 1)
            changed[i] = " ".join(numbers)
        if not rejected(formula, changed):
            accepted += 1
            assert by_drup(formula, changed), (lines[i], changed[i : i + 1])
    assert 0 < accepted < 150


def test_a_changed_literal_never_refutes_a_satisfiable_formula(refuted: tuple[str, list[str]]) -> None:
    _, lines = refuted
    easier = kyouen_free(4, 4, 7)  # satisfiable, and nearly the same clauses
    assert rejected(easier.dimacs(), lines)


@given(st.data())
def test_random_formulas_are_decided_as_by_brute_force(data: st.DataObject) -> None:
    literal = st.integers(1, 4).flatmap(lambda v: st.sampled_from((v, -v)))
    clauses = data.draw(st.lists(st.lists(literal, max_size=3), min_size=1, max_size=24))
    cnf = Cnf()
    cnf.variables = 4
    cnf.clauses = clauses
    truth = any(
        all(any(bits[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        for bits in product((False, True), repeat=4)
    )
    with Sat(clauses) as sat:
        assert sat.solve() is truth


def test_prove_and_verify_by_hand(tmp_path: Path) -> None:
    cnf, claim, proof = (
        tmp_path / name for name in ("a.cnf", "kyouen-max-4x4.json", "kyouen-max-4x4.lrat.xz")
    )
    asked = [
        "prove",
        "kyouen-max",
        "--size",
        4,
        "--assurance",
        "proof",
        "--out",
        tmp_path,
        "--export",
        "cnf",
        cnf,
    ]
    code, told = gridproof(*asked)
    assert code == 0, told
    value = json.loads(claim.read_text())
    assert value["assurance"] == "proof"
    code, told = gridproof("verify", claim)
    assert code == 0 and "bound proved by" in told
    code, told = gridproof("verify", "--lrat", cnf, proof)
    assert code == 0 and "refutes" in told

    saved = proof.read_bytes()
    proof.write_bytes(lzma.compress(b"1 0 1 0\n"))
    code, told = gridproof("verify", claim)
    assert code == 2 and "SHA-256" in told
    proof.unlink()
    code, told = gridproof("verify", claim)
    assert code == 2 and "cannot read" in told
    proof.write_bytes(saved)
    for change, expected, words in (
        ({"width": 5}, 1, "kyouen-max-4x4.lrat.xz:"),  # the proof of another formula
        ({"attachments": {}}, 1, "without an attached refutation"),
        ({"attachments": {"../x.lrat.xz": "0"}}, 2, "beside the claim"),
    ):
        claim.write_text(json.dumps(value | change))
        code, told = gridproof("verify", claim)
        assert code == expected and words in told, told


def test_bad_files_get_one_line(tmp_path: Path) -> None:
    good, proof, packed = (tmp_path / name for name in ("good.cnf", "p.lrat", "q.lrat.xz"))
    good.write_text("p cnf 1 2\n1 0\n-1 0\n")
    proof.write_text("3 0 1 2 0\n")
    packed.write_bytes(lzma.compress(proof.read_bytes())[:-4])
    assert gridproof("verify", "--lrat", good, proof)[0] == 0
    for formula, lrat, expected, words in (
        (tmp_path / "absent", proof, 2, "cannot read"),
        (proof, proof, 2, "p.lrat:1: a clause before the header"),
        (good, packed, 2, "cannot read"),
        (good, good, 1, "good.cnf:1: expected an integer, not 'p'"),
    ):
        code, told = gridproof("verify", "--lrat", formula, lrat)
        assert code == expected and words in told, told
    assert gridproof("verify")[0] == 2


@pytest.mark.slow
@pytest.mark.parametrize(("problem", "value"), [("kyouen-max", 14), ("kyouen-min", 7)])
def test_seven_by_seven(problem: str, value: int) -> None:
    assert refute(formula_of(problem, 7, 7, value)).status == "UNSATISFIABLE"


@pytest.mark.parametrize("rule", ["full-cover", "full-cover+no-touch", "any"])
@pytest.mark.parametrize("rows", [["A.B", "...", "A.B"], ["A..", ".B.", "AB."], ["A..A", "B..B", "...."]])
def test_other_solutions_are_exactly_the_models(rule: str, rows: list[str]) -> None:
    puzzle = NumberlinkPuzzle.of(rows, rule)
    solutions = [s for s in all_subsets(puzzle.edges) if fault(puzzle, s) is None]
    closed = [s for s in all_subsets(puzzle.edges) if s and set(degrees(s)) == {2}]
    for known in solutions[:3]:
        cnf = another_solution(puzzle, known, closed)
        shown = {tuple(on) for on in models(cnf, len(puzzle.edges))}
        found = {tuple(e for e, on in zip(puzzle.edges, bits, strict=True) if on) for bits in shown}
        assert found == {tuple(s) for s in solutions if s != known}


def all_subsets(edges: Sequence[Edge]) -> Iterator[list[Edge]]:
    for bits in product((False, True), repeat=len(edges)):
        yield [e for e, on in zip(edges, bits, strict=True) if on]


def degrees(edges: Sequence[Edge]) -> list[int]:
    return list(Counter(cell for edge in edges for cell in edge).values())


def test_a_chain_of_edges_is_no_loop() -> None:
    puzzle = NumberlinkPuzzle.of(["A..", "...", "..A"])
    with pytest.raises(InputError, match="not a closed loop"):
        another_solution(puzzle, [], [puzzle.edges[:2]])


def test_uniqueness_with_a_certificate(tmp_path: Path) -> None:
    made = tmp_path / "made.jsonl"
    made.write_text(
        '{"kind":"numberlink","rule":"full-cover","grid":["A..A","B..B","C..C","D..D"]}\n'
        '{"kind":"numberlink","rule":"full-cover","grid":["A..A","B..B","....","...."]}\n'
    )
    code, told = gridproof("prove", "numberlink-unique", made, "--assurance", "proof", "--out", tmp_path)
    claims = list(tmp_path.glob("numberlink-unique-made-*.json"))
    assert len(claims) == told.count("UNIQUE") and code == (1 if "MULTIPLE" in told else 0)
    assert claims, told
    code, told = gridproof("verify", *claims)
    assert code == 0 and "no other under full-cover" in told
    value = json.loads(claims[0].read_text())
    for change, expected, words in (
        ({"solution": value["solution"][1:]}, 1, "the solution fails under full-cover"),
        ({"puzzle": value["puzzle"] | {"rule": "any"}}, 1, "numberlink-unique:"),
        ({"attachments": {}}, 2, "expected one attachment"),
        ({"loops": [value["solution"][:1]]}, 2, "not a closed loop"),
    ):
        claims[0].write_text(json.dumps(value | change))
        code, told = gridproof("verify", claims[0])
        assert code == expected and words in told, told
