"""What `prove` leaves behind: the claim file, the refutation beside it, formulas for other solvers."""

from __future__ import annotations

import hashlib
import lzma
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

if TYPE_CHECKING:
    from ..instances.formats import Reading
    from ..instances.numberlink import NumberlinkPuzzle
    from ..solvers.answer import Answer, Assurance
    from ..solvers.limits import Limits
    from ..solvers.refutation import Refutation

FAST_FROM = 10_000_000
"""Bytes of a proof from which on speed of packing matters more than size."""


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
    from ..solvers.answer import Assurance
    from ..solvers.proofs.certificates import statement_of
    from ..solvers.proofs.claims import claim_of, write_claim

    width, height = size
    name = f"{problem}-{width}x{height}"
    attachments: dict[str, str] = {}
    bound = ""
    if wanted is Assurance.PROOF:
        from ..solvers.refutation import certify

        answer, refutation = certify(problem, width, height, answer, limits=limits)
        if refutation.checked is not None:
            attachments = _attach(name, refutation, out)
            bound = f"refuted: {statement_of(problem, width, height, int(answer.value))}"
    claim = claim_of(problem, width, height, answer, __version__)
    if bound:
        claim.bound, claim.attachments = bound, attachments
    path = str(Path(out) / f"{name}.json")
    write_claim(claim, path)
    return answer, path


def stem_of(reading: Reading) -> str:
    """The middle of a certificate's name: file and line of the puzzle."""
    return f"{Path(reading.source).stem or 'stdin'}-{reading.line}"


def certify_numberlink(
    puzzle: NumberlinkPuzzle, answer: Answer, limits: Limits, stem: str, out: str
) -> tuple[Answer, str | None]:
    """For an answer "one solution" or "none": refute any other and write the claim.

    An answer of another kind, or one whose refutation does not succeed, stays as it is.
    """
    from .. import __version__
    from ..instances.formats import write_atomically
    from ..instances.formats.json_lines import to_object
    from ..instances.numberlink import make_edge
    from ..solvers.answer import Assurance, Engine, Status
    from ..solvers.numberlink import solve_puzzle
    from ..solvers.proofs.uniqueness import DEFINITIONS, UniqueClaim
    from ..solvers.refutation import certify_unique

    none = answer.status is Status.UNSATISFIABLE or answer.count == 0
    if not none and answer.status is not Status.UNIQUE and answer.count != 1:
        return answer, None
    solution = None
    if not none:
        edges = answer.solution or solve_puzzle(puzzle, limits=limits).solution or []
        solution = [make_edge(tuple(a), tuple(b)) for a, b in edges]
    loops, refutation = certify_unique(puzzle, solution, limits=limits)
    seconds = refutation.seconds_made + refutation.seconds_checked
    status = answer.status.value if refutation.checked else Status.UNKNOWN.value
    engines = (*answer.engines, Engine(f"{refutation.engine}+lrat", status, seconds))
    answer = replace(answer, engines=engines, seconds=answer.seconds + seconds)
    if refutation.checked is None:
        return answer, None
    problem = "numberlink-unsolvable" if none else "numberlink-unique"
    name = f"{problem}-{stem}"
    record = to_object(puzzle)
    record.pop("answer", None)
    claim = UniqueClaim(
        "gridproof-unique/1",
        problem,
        DEFINITIONS[problem],
        record,
        solution or [],
        loops,
        __version__,
        _attach(name, refutation, out),
    )
    path = str(Path(out) / f"{name}.json")
    write_atomically(path, msgspec.json.encode(claim) + b"\n")
    return replace(answer, assurance=Assurance.PROOF), path


def _attach(name: str, refutation: Refutation, out: str) -> dict[str, str]:
    """Write the refutation beside the claim, say what it cost, return the entry of the claim."""
    from ..instances.formats import write_atomically
    from ..solvers.proofs.certificates import PROOF_SUFFIX

    assert refutation.checked is not None
    # A quarter larger than at the usual level, and five times as fast.
    preset = 1 if len(refutation.proof) > FAST_FROM else None
    packed = lzma.compress(refutation.proof, preset=preset)
    write_atomically(Path(out) / f"{name}{PROOF_SUFFIX}", packed)
    click.echo(
        f"{name}{PROOF_SUFFIX}: {refutation.checked.additions} steps, {len(packed) / 1e3:,.1f} kB, "
        f"made in {refutation.seconds_made:.1f} s, checked in {refutation.seconds_checked:.2f} s",
        err=True,
    )
    return {f"{name}{PROOF_SUFFIX}": hashlib.sha256(packed).hexdigest()}


def export(problem: str, size: tuple[int, int], value: int, form: str, path: str) -> None:
    """Write the formula "something better than `value` exists" as CNF or OPB."""
    from ..instances.formats import write_atomically
    from ..solvers.proofs.certificates import formula_of, statement_of

    cnf = formula_of(problem, *size, value)
    comments = [f"gridproof: {statement_of(problem, *size, value)}"]
    write_atomically(path, cnf.dimacs(comments) if form == "cnf" else cnf.opb(comments))
