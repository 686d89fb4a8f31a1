"""A settled campaign as a claim file with its search certificate beside it."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from ...instances.errors import InputError
from ...instances.formats import write_atomically
from ..answer import Assurance
from ..proofs.claims import DEFINITIONS, Claim, EngineRecord, check_witness, write_claim
from ..proofs.search_certificates import SEARCH_SUFFIX, Cube, Stage, check_search, pack
from .ledger import Ledger, StageRow
from .plan import settled_value

__all__ = ["certificate", "export"]


def certificate(ledger: Ledger) -> list[Stage]:
    """Return the stages answered no, with their cubes.

    Raises:
        InputError: a stage has a unit without a result.
    """
    problem = (ledger.question or ("",))[0]
    stages = []
    for stage in ledger.stages():
        if stage.outcome != "no":
            continue
        results = ledger.results(stage.number, "native")
        cubes = []
        for row in ledger.units(stage.number):
            if row.key not in results:
                raise InputError(f"stage {stage.number} has units without a result", ledger.path)
            _, nodes, check = results[row.key]
            part = int(row.unit["depth" if problem == "kyouen-max" else "part"])
            cubes.append(Cube(tuple(row.unit["stones"]), part, row.unit.get("parts", 1), nodes, check))
        stages.append(Stage(stage.spec, tuple(cubes)))
    return stages


def _nodes_of(ledger: Ledger, stages: list[StageRow], engine: str) -> int | None:
    """The nodes of another engine, if it has answered for all cubes."""
    total = 0
    for stage in stages:
        if stage.outcome != "no":
            continue
        results = ledger.results(stage.number, engine)
        if len(results) < len(ledger.units(stage.number)):
            return None
        total += sum(nodes for _, nodes, _ in results.values())
    return total


def export(ledger: Ledger, out: str | os.PathLike[str], version: str) -> tuple[Claim, str]:
    """Write ``PROBLEM-WxH.json`` and its certificate ``PROBLEM-WxH.search.xz``.

    Args:
        ledger: of a settled campaign.
        out: folder.
        version: of gridproof, for the claim.

    Returns:
        The claim and its path.

    Raises:
        InputError: the campaign is not settled, or its cubes do not prove the claim.
    """
    question = ledger.question
    if question is None:
        raise InputError("the ledger has no question", ledger.path)
    problem, width, height = question
    rows = ledger.stages()
    value = settled_value(problem, height, rows)
    if value is None:
        raise InputError("the campaign is not settled yet", ledger.path)
    stages = certificate(ledger)
    nodes = sum(cube.nodes for stage in stages for cube in stage.cubes)
    engines = [EngineRecord("native", "OPTIMAL", round(ledger.spent("native"), 3), value, nodes)]
    bound = f"{sum(len(stage.cubes) for stage in stages)} cubes searched"
    refuted = rows[-1:] if problem == "kyouen-max" and stages[-1].cubes else []
    for engine, asked, told in (
        ("second", rows, ", each again by the second search"),
        ("proof", refuted, ", those of all rows refuted, each refutation checked when it was made"),
    ):
        steps = _nodes_of(ledger, asked, engine) if asked else None
        if steps is not None:
            name = {"proof": "cadical+lrat"}.get(engine, engine)
            engines.append(EngineRecord(name, "OPTIMAL", round(ledger.spent(engine), 3), value, steps))
            bound += told
    sure = Assurance.STATED if len(engines) == 1 else Assurance.CROSS_CHECKED
    name = f"{problem}-{width}x{height}"
    packed = pack(problem, width, height, stages)
    claim = Claim(
        schema="gridproof-claim/1",
        problem=problem,
        width=width,
        height=height,
        definition=DEFINITIONS[problem],
        value=value,
        witness=sorted((p % width, p // width) for p in rows[-1].witness),
        assurance=sure.value,
        engines=engines,
        bound=bound,
        version=version,
        attachments={f"{name}{SEARCH_SUFFIX}": hashlib.sha256(packed).hexdigest()},
    )
    fault = check_witness(claim)
    if fault:
        raise InputError(fault, ledger.path)
    check_search(claim, problem, width, height, stages)
    write_atomically(Path(out) / f"{name}{SEARCH_SUFFIX}", packed)
    path = str(Path(out) / f"{name}.json")
    write_claim(claim, path)
    return claim, path
