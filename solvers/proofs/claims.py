"""Claim files: what was proved, with its witness, and the check by the plain rules.

A claim has two halves. The witness half (a set of that size exists) is checked
here with nothing but the rules of `gridproof.instances`. The bound half (nothing
better exists) carries the assurance written in the file and can be re-run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import msgspec

from ...instances.errors import InputError
from ...instances.formats import write_atomically
from ...instances.kyouen import KyouenBoard, is_kyouen_free, is_saturated
from ...instances.lattice import Point, board_points
from ...instances.squares import is_square_free, squares_through
from ..answer import Answer

__all__ = ["DEFINITIONS", "Claim", "check_witness", "claim_of", "read_claim", "write_claim"]

DEFINITIONS = {
    "kyouen-max": "value = largest size of a set of points of the width x height board with no four on "
    "one circle or one line",
    "kyouen-min": "value = smallest size of a set of points of the width x height board with no four on "
    "one circle or one line to which no further board point can be added",
    "square-free-max": "value = largest size of a set of points of the width x height board with no four "
    "that are the corners of a square of any orientation",
    "square-free-min": "value = smallest size of a set of points of the width x height board with no four "
    "that are the corners of a square of any orientation to which no further board point can be added",
    "square-colouring": "value = 1 if the points of the width x height board can be coloured with "
    "two colours without a one-coloured square of any orientation (witness: the points of one colour), "
    "else 0 (no witness)",
}
"""The exact wording of each problem; a claim with another wording is rejected."""


class EngineRecord(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One engine's word in a claim file."""

    name: str
    status: str
    seconds: float
    value: int | None = None
    nodes: int | None = None


class Claim(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One claim.

    Args:
        schema: ``gridproof-claim/1``.
        problem: a key of `DEFINITIONS`.
        width, height: the board.
        definition: the wording of `DEFINITIONS`.
        value: the extremal size.
        witness: a set of that size.
        assurance: of the bound half.
        engines: who was asked.
        bound: how the bound was obtained.
        version: of gridproof.
        attachments: ``{file: sha256}``.
    """

    schema: str
    problem: str
    width: int
    height: int
    definition: str
    value: int
    witness: list[tuple[int, int]]
    assurance: str
    engines: list[EngineRecord]
    bound: str
    version: str
    attachments: dict[str, str] = {}


def claim_of(problem: str, width: int, height: int, answer: Answer, version: str) -> Claim:
    """Return the claim of an OPTIMAL answer."""
    told = [f"{e.name} searched exhaustively" for e in answer.engines if e.status == "OPTIMAL"]
    engines = [EngineRecord(e.name, e.status, round(e.seconds, 3), e.value, e.nodes) for e in answer.engines]
    return Claim(
        schema="gridproof-claim/1",
        problem=problem,
        width=width,
        height=height,
        definition=DEFINITIONS[problem],
        value=int(answer.value),
        witness=[(x, y) for x, y in answer.solution or []],
        assurance=answer.assurance.value,
        engines=engines,
        bound="; ".join(told),
        version=version,
    )


def write_claim(claim: Claim, path: str | os.PathLike[str]) -> None:
    """Write a claim file, replacing it atomically."""
    value = msgspec.to_builtins(claim)
    lines = [f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in value.items()]
    write_atomically(path, "{\n" + ",\n".join(lines) + "\n}\n")


def read_claim(value: Any) -> Claim:
    """Return the claim of a parsed JSON object.

    Raises:
        InputError: not a claim of a known schema, or a mistyped key.
    """
    try:
        claim = msgspec.convert(value, Claim)
    except (msgspec.ValidationError, OverflowError) as error:
        raise InputError(f"not a claim: {error}") from None
    if claim.schema != "gridproof-claim/1":
        raise InputError(f"unknown claim schema {claim.schema!r:.40}; expected 'gridproof-claim/1'")
    if claim.problem not in DEFINITIONS:
        raise InputError(f"unknown problem {claim.problem!r:.40}; expected one of {', '.join(DEFINITIONS)}")
    return claim


def _witness_ok(claim: Claim, accept: Callable[[KyouenBoard], bool], fault: str) -> str | None:
    # A kyouen board is nothing but distinct points of a board, whatever the problem.
    try:
        board = KyouenBoard(claim.width, claim.height, tuple(claim.witness))
    except InputError as error:
        return f"witness: {error.message}"
    if claim.problem != "square-colouring" and len(board.stones) != claim.value:
        return f"witness has {len(board.stones)} points, the claimed value is {claim.value}"
    return None if accept(board) else fault


def check_witness(claim: Claim) -> str | None:
    """Return what is wrong with a claim by the plain rules, or ``None``.

    Example:
        >>> claim = Claim("gridproof-claim/1", "kyouen-max", 2, 2, DEFINITIONS["kyouen-max"], 3,
        ...               [(0, 0), (1, 0), (0, 1)], "stated", [], "", "0")
        >>> check_witness(claim)
        >>> claim.witness[2] = (1, 0)
        >>> check_witness(claim)
        'witness: repeated stone (1, 0)'
    """
    if claim.definition != DEFINITIONS[claim.problem]:
        return "the definition is not the one of this problem"
    if claim.problem == "kyouen-max":
        return _witness_ok(claim, lambda b: is_kyouen_free(b.stones), "witness is not kyouen-free")
    if claim.problem == "kyouen-min":
        return _witness_ok(claim, is_saturated, "witness is not saturated")
    if claim.problem == "square-free-max":
        return _witness_ok(claim, lambda b: is_square_free(b.stones), "witness has a square")
    if claim.problem == "square-free-min":
        return _witness_ok(claim, _is_saturated_square_free, "witness is not saturated")
    if claim.value not in (0, 1) or (claim.value == 0 and claim.witness):
        return "the value is 1 with a witness, or 0 without one"
    if claim.value == 0:
        return None
    return _witness_ok(claim, _is_colouring, "a colour has a square")


def _rest(board: KyouenBoard) -> set[Point]:
    return set(board_points(board.width, board.height)) - set(board.stones)


def _is_saturated_square_free(board: KyouenBoard) -> bool:
    blocked = (next(squares_through(p, board.stones), None) for p in _rest(board))
    return is_square_free(board.stones) and all(square is not None for square in blocked)


def _is_colouring(board: KyouenBoard) -> bool:
    return is_square_free(board.stones) and is_square_free(_rest(board))
