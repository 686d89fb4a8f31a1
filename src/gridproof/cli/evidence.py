"""What `prove` leaves behind: the claim file, the refutation beside it, formulas for other solvers."""

from __future__ import annotations

import hashlib
import lzma
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..solvers.answer import Answer, Assurance
    from ..solvers.limits import Limits


def write_evidence(
    problem: str,
    size: tuple[int, int],
    answer: Answer,
    wanted: Assurance | None,
    limits: Limits,
    out: str,
) -> tuple[Answer, str]:
    """Write the claim of an OPTIMAL answer; with ``proof`` wanted, a checked refutation beside it."""
    from .. import __version__
    from ..instances.formats import write_atomically
    from ..solvers.answer import Assurance
    from ..solvers.proofs.certificates import PROOF_SUFFIX, statement_of
    from ..solvers.proofs.claims import claim_of, write_claim

    width, height = size
    name = f"{problem}-{width}x{height}"
    attachments: dict[str, str] = {}
    bound = ""
    if wanted is Assurance.PROOF:
        from ..solvers.refutation import certify

        answer, refutation = certify(problem, width, height, answer, limits=limits)
        if refutation.checked is not None:
            packed = lzma.compress(refutation.proof)
            write_atomically(Path(out) / f"{name}{PROOF_SUFFIX}", packed)
            attachments[f"{name}{PROOF_SUFFIX}"] = hashlib.sha256(packed).hexdigest()
            bound = f"refuted: {statement_of(problem, width, height, int(answer.value))}"
            click.echo(
                f"{name}{PROOF_SUFFIX}: {refutation.checked.additions} steps, {len(packed) / 1e6:.2f} MB, "
                f"made in {refutation.seconds_made:.1f} s, checked in {refutation.seconds_checked:.2f} s",
                err=True,
            )
    claim = claim_of(problem, width, height, answer, __version__)
    if bound:
        claim.bound, claim.attachments = bound, attachments
    path = str(Path(out) / f"{name}.json")
    write_claim(claim, path)
    return answer, path


def export(problem: str, size: tuple[int, int], value: int, form: str, path: str) -> None:
    """Write the formula "something better than `value` exists" as CNF or OPB."""
    from ..instances.formats import write_atomically
    from ..solvers.proofs.certificates import formula_of, statement_of

    cnf = formula_of(problem, *size, value)
    comments = [f"gridproof: {statement_of(problem, *size, value)}"]
    write_atomically(path, cnf.dimacs(comments) if form == "cnf" else cnf.opb(comments))
