"""The bound half of a claim as a formula without solutions, and the check of its refutation."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ...instances.errors import InputError
from . import kyouen_cnf, squares_cnf
from .claims import Claim
from .cnf import Cnf
from .lrat import Checked, check_bytes

__all__ = ["PROOF_SUFFIX", "check_proof", "formula_of", "read_attachment", "statement_of"]

PROOF_SUFFIX = ".lrat.xz"


def statement_of(problem: str, width: int, height: int, value: int) -> str:
    """Return in words what the formula of a claim says.

    Example:
        >>> statement_of("kyouen-max", 6, 6, 11)
        'a kyouen-free set of at least 12 points exists on 6 x 6'
    """
    words = {
        "kyouen-max": f"a kyouen-free set of at least {value + 1} points exists",
        "kyouen-min": f"a saturated set of at most {value - 1} points exists",
        "square-free-max": f"a square-free set of at least {value + 1} points exists",
        "square-free-min": f"a saturated square-free set of at most {value - 1} points exists",
        "square-colouring": "a two-colouring without a one-coloured square exists",
    }
    return f"{words[problem]} on {width} x {height}"


def formula_of(problem: str, width: int, height: int, value: int) -> Cnf:
    """Return the clauses that say: something better than `value` exists.

    They come from the definition, without symmetry breaking. A claim is proved when they have
    no solution.

    Raises:
        InputError: an unknown problem.

    Example:
        >>> formula_of("square-free-max", 2, 2, 3).clauses[0]
        [-1, -2, -3, -4]
    """
    if problem == "kyouen-max":
        return kyouen_cnf.kyouen_free(width, height, value + 1)
    if problem == "kyouen-min":
        return kyouen_cnf.saturated(width, height, value - 1)
    if problem == "square-free-max":
        return squares_cnf.square_free(width, height, value + 1)
    if problem == "square-free-min":
        return squares_cnf.square_saturated(width, height, value - 1)
    if problem == "square-colouring":
        return squares_cnf.colouring(width, height)
    raise InputError(f"no formula for problem {problem!r:.40}")


def read_attachment(folder: Path, name: str, expected: str) -> bytes:
    """Return the content of a file beside a claim.

    Args:
        folder: of the claim.
        name: of the file, without a folder.
        expected: its SHA-256 in hexadecimal.

    Raises:
        InputError: the file is missing, or another one than when the claim was made.
    """
    if Path(name).name != name:
        raise InputError(f"attachment {name!r:.60}: expected a file beside the claim")
    try:
        data = (folder / name).read_bytes()
    except OSError as error:
        raise InputError(f"attachment {name}: cannot read: {error.strerror or error}") from None
    if hashlib.sha256(data).hexdigest() != expected:
        raise InputError(f"attachment {name}: another file than the claim names (SHA-256 differs)")
    return data


def check_proof(claim: Claim, folder: Path) -> tuple[str, Checked] | None:
    """Check the refutation attached to a claim against the formula of its definition.

    Args:
        claim: the claim; its witness is not looked at here.
        folder: where the attached files lie.

    Returns:
        The file's name and what the checker read, or ``None`` if no refutation is attached.

    Raises:
        InputError: an attached file is missing, or another one than when the claim was made.
        LratFault: the refutation fails.
    """
    found = None
    for name, expected in claim.attachments.items():
        if not name.endswith(PROOF_SUFFIX):
            continue
        data = read_attachment(folder, name, expected)
        formula = formula_of(claim.problem, claim.width, claim.height, claim.value).dimacs()
        found = name, check_bytes(formula, data, name)
    return found
