"""The check behind `gridproof verify`: claim files, and answers claimed in instance files.

Trusted base: this file, `claims.py` and the plain rules in `instances`. With
`rerun` the native search is asked as well.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...instances.arrow import ArrowPuzzle, is_solution
from ...instances.binomial import Binomial
from ...instances.binomial import value as residue
from ...instances.errors import InputError
from ...instances.formats import Instance, load_many, read_text
from ...instances.formats.json_lines import from_object, objects
from ...instances.kyouen import KyouenBoard, bad_tuples, is_saturated, playable_points
from ...instances.numberlink import NumberlinkPuzzle, fault
from ...instances.squares import SquarePoints, SquaresBoard, squares_among
from .certificates import check_proof, read_attachment
from .claims import Claim, check_witness, read_claim
from .lrat import LratFault
from .search_certificates import SEARCH_SUFFIX, check_search, read_search, redo
from .strategies import GameClaim, check_game, read_game
from .uniqueness import DEFINITIONS as UNIQUENESS
from .uniqueness import UniqueClaim, check_unique, read_unique

__all__ = ["Verdict", "verify_file"]


@dataclass(frozen=True)
class Verdict:
    """The result for one claim or instance.

    Args:
        ok: whether it holds.
        text: one line: what was checked, or what is wrong.
        bad_input: it could not be read at all.
    """

    ok: bool
    text: str
    bad_input: bool = False


def verify_file(
    path: str | os.PathLike[str],
    *,
    rerun: bool = False,
    sample: float | None = None,
    told: Callable[[int, int, int], None] | None = None,
) -> Iterator[Verdict]:
    """Yield a verdict for every claim or instance of a file; ``-`` reads standard input.

    Args:
        path: of the file.
        rerun: also run the native search again for the bound half of a claim.
        sample: share of the cubes of a search certificate to search again, 1.0 for all.
        told: called with (cubes done, cubes, nodes) meanwhile.

    Raises:
        InputError: the file cannot be read.
    """
    source = os.fspath(path)
    raw = sys.stdin.buffer.read() if source == "-" else _read(source)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = ""
    if not text.lstrip().startswith(("{", "[")):
        readings = load_many(source) if source != "-" else read_text(text, source)
        for reading in readings:
            place = f"{reading.source}:{reading.line}"
            if reading.instance is None:
                yield Verdict(False, str(reading.error), bad_input=True)
            else:
                yield _check_instance(reading.instance, place)
        return
    for line, value, error in objects(text, source):
        place = f"{source}:{line}"
        try:
            if error is not None:
                raise error
            if isinstance(value, dict) and "problem" in value:
                if value["problem"] == "square-game":
                    yield _check_game(read_game(value), place)
                elif value["problem"] in UNIQUENESS:
                    yield _check_unique(read_unique(value), place)
                else:
                    yield _check_claim(read_claim(value), place, rerun, sample, told)
            else:
                yield _check_instance(from_object(value), place)
        except InputError as raised:
            yield Verdict(False, str(raised.at(source, line)), bad_input=True)


def _read(source: str) -> bytes:
    try:
        return Path(source).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror or error}", source) from None


def _check_claim(
    claim: Claim,
    place: str,
    rerun: bool,
    sample: float | None,
    told: Callable[[int, int, int], None] | None,
) -> Verdict:
    label = f"{claim.problem} {claim.width} x {claim.height} = {claim.value}"
    fault = check_witness(claim)
    if fault:
        return Verdict(False, f"{place}: {label}: {fault}")
    try:
        proof = check_proof(claim, Path(place.rpartition(":")[0]).parent)
    except LratFault as failed:
        return Verdict(False, f"{place}: {label}: {failed}")
    searched = _check_cubes(claim, Path(place.rpartition(":")[0]).parent, sample, told)
    if searched is not None and not rerun:
        return Verdict(True, f"{place}: {label}: witness accepted; {searched}")
    if sample is not None and searched is None and not rerun:
        return Verdict(False, f"{place}: {label}: no search certificate to sample", bad_input=True)
    if proof is not None and not rerun:
        name, read = proof
        return Verdict(
            True,
            f"{place}: {label}: witness accepted; bound proved by {name} ({read.additions} steps checked)",
        )
    if (
        claim.assurance == "proof"
        and proof is None
        and not (claim.problem == "square-colouring" and claim.value)
    ):
        return Verdict(False, f"{place}: {label}: assurance 'proof' without an attached refutation")
    if not rerun:
        return Verdict(True, f"{place}: {label}: witness accepted; bound {claim.assurance} (not re-run)")
    if claim.problem.startswith("square"):
        from ..squares_extremes import prove_set

        record = prove_set(claim.problem, claim.width, claim.height, engines=("native",)).engines[0]
    else:
        from ..kyouen_extremes import extreme

        record, _, _ = extreme(claim.problem, claim.width, claim.height)
    if record.value != claim.value:
        return Verdict(False, f"{place}: {label}: the native search finds {record.value}")
    return Verdict(True, f"{place}: {label}: witness accepted; bound re-run by native ({record.nodes} nodes)")


def _check_cubes(
    claim: Claim, folder: Path, sample: float | None, told: Callable[[int, int, int], None] | None
) -> str | None:
    """Check the search certificate of a claim, if there is one; what to say of it."""
    for name, expected in claim.attachments.items():
        if not name.endswith(SEARCH_SUFFIX):
            continue
        problem, width, height, stages = read_search(read_attachment(folder, name, expected), name)
        check_search(claim, problem, width, height, stages)
        cubes = sum(len(stage.cubes) for stage in stages)
        text = f"{cubes} cubes of {name} cover the space"
        if sample is None:
            return f"{text}; bound {claim.assurance} (no cube searched again)"
        again, nodes = redo(problem, width, height, stages, share=sample, told=told)
        sure = "bound cross-checked" if sample >= 1 else f"bound {claim.assurance}"
        return f"{text}; {again} searched again by the second search ({nodes} nodes); {sure}"
    return None


def _check_unique(claim: UniqueClaim, place: str) -> Verdict:
    try:
        wrong, read = check_unique(claim, Path(place.rpartition(":")[0]).parent)
    except LratFault as failed:
        wrong, read = str(failed), None
    if read is None:
        return Verdict(False, f"{place}: {claim.problem}: {wrong}")
    rule = claim.puzzle.get("rule", "full-cover")
    told = "solution accepted; no other" if claim.solution else "no solution"
    told += f" under {rule} ({read.additions} steps checked)"
    return Verdict(True, f"{place}: {claim.problem}: {told}")


def _check_game(claim: GameClaim, place: str) -> Verdict:
    label = f"square-game {claim.width} x {claim.height}: {claim.value}"
    fault = check_game(claim)
    if fault is not None:
        return Verdict(False, f"{place}: {label}: {fault}")
    told = " and ".join(
        f"{s.player} to {s.goal}" + (f" by move {s.within}" if s.goal == "win" else "")
        for s in claim.strategies
    )
    return Verdict(True, f"{place}: {label}: every reply answered ({told})")


def _check_instance(instance: Instance, place: str) -> Verdict:
    if instance.answer is None:
        return Verdict(False, f"{place}: no claim to check; expected an 'answer'", bad_input=True)
    if isinstance(instance, ArrowPuzzle):
        return _check_arrow(instance, place)
    if isinstance(instance, NumberlinkPuzzle):
        return _check_numberlink(instance, place)
    if isinstance(instance, Binomial):
        return _check_binomial(instance, place)
    if isinstance(instance, SquaresBoard | SquarePoints):
        return _check_squares(instance, place)
    return _check_kyouen(instance, place)


def _check_numberlink(puzzle: NumberlinkPuzzle, place: str) -> Verdict:
    """A claimed solution: its edges under 'solution', as `solve --format json` prints them."""
    claimed = puzzle.answer
    edges = claimed.get("solution") if isinstance(claimed, dict) else None
    try:
        pairs = [((int(a), int(b)), (int(c), int(d))) for (a, b), (c, d) in edges or ()]
    except (TypeError, ValueError):
        pairs = []
    if not pairs:
        text = (
            f"{place}: 'answer' is not understood; expected a list of edges [[x, y], [x, y]] under 'solution'"
        )
        return Verdict(False, text, bad_input=True)
    wrong = fault(puzzle, pairs)
    if wrong:
        return Verdict(False, f"{place}: the claimed solution fails under {puzzle.rule}: {wrong}")
    told = f"the claimed solution holds under {puzzle.rule} (that it is the only one is not checked here)"
    return Verdict(True, f"{place}: {told}")


def _check_squares(instance: SquaresBoard | SquarePoints, place: str) -> Verdict:
    """Claims of the plain rules: 'squares' (their number) or 'winner' of a finished game."""
    claimed = instance.answer
    if isinstance(instance, SquarePoints):
        truth: dict[str, Any] = {"squares": sum(1 for _ in squares_among(instance.points, instance.rule))}
    elif isinstance(claimed, dict) and "best_moves" in claimed:
        return Verdict(
            False, f"{place}: a claimed value is not checked here; ask `gridproof solve`", bad_input=True
        )
    else:
        truth = {"winner": instance.winner}
    if not isinstance(claimed, dict) or set(claimed) != set(truth):
        expected = f"expected an object with the key '{next(iter(truth))}'"
        return Verdict(False, f"{place}: 'answer' is not understood; {expected}", bad_input=True)
    ((key, value),) = truth.items()
    return Verdict(claimed[key] == value, f"{place}: {key}: {value}, claimed {claimed[key]}")


def _check_binomial(instance: Binomial, place: str) -> Verdict:
    claimed = instance.answer
    if isinstance(claimed, dict) and set(claimed) == {"residue"}:
        claimed = claimed["residue"]
    if type(claimed) is not int:
        return Verdict(False, f"{place}: 'answer' is not understood; expected an integer", bad_input=True)
    truth = residue(instance)
    return Verdict(truth == claimed, f"{place}: the residue is {truth}, claimed {claimed}")


def _check_arrow(puzzle: ArrowPuzzle, place: str) -> Verdict:
    """A claimed solution, or a claimed certificate that there is none."""
    claimed = puzzle.answer
    keys = set(claimed) if isinstance(claimed, dict) else set()
    vector = next((claimed[k] for k in ("solution", "certificate") if k in keys), None)
    if not isinstance(vector, list) or not all(type(v) is int for v in vector):
        text = f"{place}: 'answer' is not understood; expected a list under 'solution' or 'certificate'"
        return Verdict(False, text, bad_input=True)
    if "certificate" in keys:
        from ..arrow import check_certificate

        good = check_certificate(puzzle, vector)
        return Verdict(
            good, f"{place}: the certificate {'shows that there is no solution' if good else 'fails'}"
        )
    if not is_solution(puzzle, vector):
        return Verdict(False, f"{place}: the claimed taps do not solve the board")
    cost = sum(puzzle.cost(j, t) for j, t in enumerate(vector))
    if "taps" in keys and claimed["taps"] != cost:
        return Verdict(False, f"{place}: the claimed taps are {cost}, not {claimed['taps']}")
    return Verdict(True, f"{place}: solved by the {cost} claimed taps (that no fewer do is not checked here)")


def _check_kyouen(board: KyouenBoard, place: str) -> Verdict:
    claimed = board.answer
    known = {"playable", "kyouen_free", "saturated", "bad_tuples"}
    if not isinstance(claimed, dict) or not claimed or not set(claimed) <= known:
        expected = f"expected an object with keys among {', '.join(sorted(known))}"
        return Verdict(False, f"{place}: 'answer' is not understood; {expected}", bad_input=True)
    bad = len(list(bad_tuples(board.stones)))
    truth: dict[str, Any] = {"kyouen_free": bad == 0, "bad_tuples": bad}
    if "playable" in claimed:
        truth["playable"] = [list(p) for p in playable_points(board)]
    if "saturated" in claimed:
        truth["saturated"] = is_saturated(board)
    for key, value in claimed.items():
        same = truth[key] == value
        if key == "playable" and isinstance(value, list):
            same = _as_set(value) == _as_set(truth[key]) and len(value) == len(truth[key])
        if not same or type(value) is not type(truth[key]):
            return Verdict(False, f"{place}: {key} is {truth[key]}, not {value}")
    return Verdict(True, f"{place}: {', '.join(sorted(claimed))} as claimed")


def _as_set(points: list[Any]) -> set[str]:
    return {str(p) for p in points}
