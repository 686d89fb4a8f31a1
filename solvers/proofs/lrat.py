"""Files of refutations checked: a formula in DIMACS, a proof in LRAT, each plain, .gz or .xz."""

from __future__ import annotations

import gzip
import io
import lzma
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from ...instances.errors import InputError

__all__ = ["Checked", "LratFault", "check_bytes", "check_files"]

PIECE = 1 << 20
"""Bytes handed to the checker at once; Ctrl-C is seen between pieces."""


class LratFault(ValueError):
    """The proof does not prove: the file and the line where it fails."""


@dataclass(frozen=True)
class Checked:
    """What the checker read.

    Args:
        variables, clauses: of the formula.
        additions, deletions, hints: of the proof, up to the empty clause.
        rat: additions that unit propagation alone does not justify.
    """

    variables: int
    clauses: int
    additions: int
    deletions: int
    hints: int
    rat: int


def _unpacked(file: BinaryIO, name: str) -> BinaryIO:
    if name.endswith(".xz"):
        return cast(BinaryIO, lzma.open(file, "rb"))
    return cast(BinaryIO, gzip.open(file, "rb")) if name.endswith(".gz") else file


def _pieces(source: BinaryIO, name: str) -> Iterator[bytes]:
    try:
        with source:
            while piece := source.read(PIECE):
                yield piece
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise InputError(f"cannot read: {getattr(error, 'strerror', None) or error}", name) from None


def _opened(path: str) -> BinaryIO:
    try:
        return _unpacked(Path(path).open("rb"), path)
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror or error}", path) from None


def _check(formula: BinaryIO, proof: BinaryIO, names: tuple[str, str], memory: int | None) -> Checked:
    from .. import _native

    checker = _native.LratChecker() if memory is None else _native.LratChecker(memory)
    try:
        for piece in _pieces(formula, names[0]):
            checker.formula(piece)
        checker.end_formula()
        for piece in _pieces(proof, names[1]):
            checker.proof(piece)
            if checker.refuted:
                break
        checker.end_proof()
    except _native.LratError as error:
        where, line, wrong = error.args
        if where == "formula":
            raise InputError(wrong, names[0], line) from None
        raise LratFault(f"{names[1]}:{line}: {wrong}") from None
    return Checked(
        checker.variables, checker.clauses, checker.additions, checker.deletions, checker.hints, checker.rat
    )


def check_files(
    formula: str | os.PathLike[str], proof: str | os.PathLike[str], *, memory: int | None = None
) -> Checked:
    """Check that a proof refutes a formula.

    Args:
        formula: DIMACS CNF; ``.gz`` and ``.xz`` are unpacked.
        proof: LRAT in text form; ``.gz`` and ``.xz`` are unpacked.
        memory: limit in bytes, 8 GiB by default.

    Raises:
        InputError: a file that cannot be read, or is no DIMACS.
        LratFault: the proof fails; the message names the line.
    """
    names = os.fspath(formula), os.fspath(proof)
    return _check(_opened(names[0]), _opened(names[1]), names, memory)


def check_bytes(formula: str, proof: bytes, name: str = "proof") -> Checked:
    """Check a proof against a formula, both in memory.

    Args:
        formula: DIMACS text.
        proof: LRAT text, packed if `name` ends in ``.xz`` or ``.gz``.
        name: of the proof, in messages.

    Raises:
        InputError: the formula is no DIMACS, or the proof cannot be unpacked.
        LratFault: the proof fails.

    Example:
        >>> check_bytes("p cnf 1 2\\n1 0\\n-1 0\\n", b"3 0 1 2 0\\n").additions
        1
        >>> check_bytes("p cnf 1 2\\n1 0\\n-1 0\\n", b"3 0 1 0\\n")
        Traceback (most recent call last):
            ...
        gridproof.solvers.proofs.lrat.LratFault: proof:1: clause 3: the hints do not lead to a false clause
    """
    names = "formula", name
    return _check(io.BytesIO(formula.encode()), _unpacked(io.BytesIO(proof), name), names, None)
