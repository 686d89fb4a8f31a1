"""Campaigns: the same totals however they run, nothing lost when killed, coverage that notices."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from gridproof.instances.errors import InputError
from gridproof.instances.kyouen import KyouenBoard, is_kyouen_free, is_saturated
from gridproof.solvers import _native
from gridproof.solvers.campaign.driver import Outcome, run
from gridproof.solvers.campaign.executors import processes, threads
from gridproof.solvers.campaign.export import export
from gridproof.solvers.campaign.ledger import Ledger
from gridproof.solvers.campaign.plan import accepted, cut
from gridproof.solvers.campaign.progress import Tally
from gridproof.solvers.kyouen_cubes import children, confirm, estimate, refute_cubes, roots, search
from gridproof.solvers.proofs.coverage import (
    band_bound,
    check_rows,
    check_seeds,
    least_coverage,
)
from gridproof.solvers.proofs.search_certificates import check_search, read_search

COMMAND = [sys.executable, "-c", "from gridproof.cli import main; main()"]


def gridproof(*arguments: object, timeout: int = 100) -> tuple[int, str]:
    told = subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=timeout)
    assert "Traceback" not in told.stderr, told.stderr
    return told.returncode, told.stdout + told.stderr


def campaign(path: Path, problem: str, width: int, height: int, workers: int = 2, **options: Any) -> Outcome:
    with Ledger(path, write=True) as ledger:
        ledger.begin(problem, width, height, "test")
        return run(ledger, options.pop("make", threads(workers)), **options)


@pytest.mark.parametrize("problem", ["kyouen-max", "kyouen-min"])
@pytest.mark.parametrize(("width", "height"), [(7, 7), (5, 6), (4, 7)])
def test_the_same_totals_for_any_number_of_workers(
    tmp_path: Path, problem: str, width: int, height: int
) -> None:
    known = _native.spectrum(width, height)
    sizes = [k for k, count in enumerate(known.saturated) if count]
    value = sizes[-1] if problem == "kyouen-max" else sizes[0]
    totals = set()
    for workers in (1, 2, 7):
        outcome = campaign(tmp_path / f"{workers}.sqlite", problem, width, height, workers)
        assert outcome.value == value
        last = outcome.stages[-1]
        if problem == "kyouen-max":
            assert last.spec == {"rows": height, "best": value, "bands": last.spec["bands"]}
        totals.add(outcome.nodes)
    assert len(totals) == 1 and totals.pop() > 0


def test_the_nodes_are_those_of_the_whole_search(tmp_path: Path) -> None:
    # The chains above a seed do not know of other cubes, so that their nodes add up exactly.
    outcome = campaign(tmp_path / "a", "kyouen-min", 8, 8)
    whole = sum(_native.saturated_of_size(8, 8, k).nodes for k in range(3, 8))
    assert outcome.value == 8 and outcome.nodes >= whole
    split = [u for row in cut("kyouen-min", 8, 8, {"size": 7}) if (u := row.unit)["part"] > 0]
    answers = search([row.unit for row in cut("kyouen-min", 8, 8, {"size": 7})])
    # Each part of a seed visits the seed itself.
    assert sum(a["nodes"] for a in answers if a) == _native.saturated_of_size(8, 8, 7).nodes + len(split)


def test_cubes_split_on_cover_the_same(tmp_path: Path) -> None:
    spec = {"rows": 6, "best": 10, "bands": [0, 3, 6, 8, 9, 10, 13]}
    whole = roots("kyouen-max", 6, 6, spec)
    finer = [u for each in whole for u in children(each)]
    check_rows(6, 6, [(u["stones"], u["depth"]) for u in finer])
    found = {tuple(a["found"]) for a in search(finer) if a and a["found"]}
    assert found and all(len(f) == 11 and is_kyouen_free([(p % 6, p // 6) for p in f]) for f in found)
    assert any(a["found"] for a in search(whole) if a)
    assert any(a["found"] for a in confirm(whole) if a)
    higher = [u | {"best": 11} for u in finer]
    assert not any(a["found"] for a in search(higher) if a)
    assert not any(a["found"] for a in confirm(higher) if a)


@cache
def saturated_sets(side: int, size: int) -> list[tuple[int, ...]]:
    board = [(x, y) for y in range(side) for x in range(side)]
    return [
        tuple(y * side + x for x, y in chosen)
        for chosen in combinations(board, size)
        if is_kyouen_free(chosen) and is_saturated(KyouenBoard(side, side, chosen))
    ]


def test_no_known_set_is_cut_off() -> None:
    # Every saturated 5-set of 4 x 4 has a chain from some seed, in both searches.
    assert saturated_sets(4, 5)
    for engine in (search, confirm):
        units = roots("kyouen-min", 4, 4, {"size": 5})
        assert any(a["found"] for a in engine(units) if a)
    # Every kyouen-free 7-set of 4 x 4 lies in a cube that finds one as large.
    bands = [0, 3, 6, 7]
    spec = {"rows": 4, "best": 6, "bands": [*bands, band_bound(bands, 4)]}
    units = [u for each in roots("kyouen-max", 4, 4, spec) for u in children(each)]
    found = {tuple(u["stones"]) for u, a in zip(units, confirm(units), strict=True) if a and a["found"]}
    for chosen in combinations(range(16), 7):
        points = [(p % 4, p // 4) for p in chosen]
        if is_kyouen_free(points):
            mirrored = sorted(y * 4 + 3 - x for x, y in points)
            starts = [tuple(p for p in some if p < 8) for some in (chosen, mirrored)]
            assert any(start in found for start in starts)


def test_estimates_are_close_and_always_the_same() -> None:
    units = roots("kyouen-min", 8, 8, {"size": 7})
    total = sum(estimate(u, 20) for u in units)
    assert total == sum(estimate(u, 20) for u in units)
    assert 0.8 < total / _native.saturated_of_size(8, 8, 7).nodes < 1.25


# ---- coverage ----


def test_a_cube_left_out_or_doubled_is_caught() -> None:
    spec = {"rows": 5, "best": 9, "bands": [0, 3, 6, 7, 8, 10]}
    top = roots("kyouen-max", 5, 5, spec)
    units = top[:5] + [u for each in top[5:] for u in children(each)]
    cubes = [(u["stones"], u["depth"]) for u in units]
    check_rows(5, 5, cubes)
    for i in range(0, len(cubes), 7):
        with pytest.raises(InputError, match="not covered"):
            check_rows(5, 5, cubes[:i] + cubes[i + 1 :])
        with pytest.raises(InputError, match="twice"):
            check_rows(5, 5, [*cubes, cubes[i]])
    with pytest.raises(InputError, match="no part of the space"):
        check_rows(5, 5, [*cubes, ([*top[0]["stones"], 5], 2)])

    seeds = [(u["stones"], u["part"], u["parts"]) for u in roots("kyouen-min", 6, 6, {"size": 6})]
    check_seeds(6, 6, 6, seeds)
    for i in range(0, len(seeds), 5):
        with pytest.raises(InputError, match="not covered"):
            check_seeds(6, 6, 6, seeds[:i] + seeds[i + 1 :])
        with pytest.raises(InputError, match="twice"):
            check_seeds(6, 6, 6, [*seeds, seeds[i]])
    stones = seeds[0][0]
    check_seeds(6, 6, 6, [(stones, 0, 2), (stones, 1, 4), (stones, 3, 4), *seeds[1:]])
    with pytest.raises(InputError, match="missing"):
        check_seeds(6, 6, 6, [(stones, 0, 2), (stones, 1, 4), *seeds[1:]])
    turned = [p // 6 + p % 6 * 6 for p in stones]
    with pytest.raises(InputError, match=r"images of each other|twice"):
        check_seeds(6, 6, 6, [*seeds, (sorted(turned), 0, 1)])


def test_every_saturated_set_has_a_triple_that_begins_a_chain() -> None:
    # What the seeds rest on: some triple of each saturated set blocks at least so many points.
    need = least_coverage(16, 5)
    for chosen in saturated_sets(4, 5):
        blocked = []
        for three in combinations(chosen, 3):
            free = [p for p in range(16) if p not in three]
            points = [(p % 4, p // 4) for p in three]
            blocked.append(sum(not is_kyouen_free([*points, (p % 4, p // 4)]) for p in free))
        assert max(blocked) >= need


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_spectra_from_cubes(size: int) -> None:
    # A cube stands for its mirror image too; some cubes are split on, as a plan does.
    spec = {"rows": size, "best": 0, "bands": [0] * (size + 1)}
    top = roots("kyouen-max", size, size, spec)
    units = top[::2] + [u for each in top[1::2] for u in children(each)]
    cubes = [(u["stones"], u["depth"]) for u in units]
    check_rows(size, size, cubes)
    free, saturated = Counter[int](), Counter[int]()
    for stones, depth in cubes:
        mirrored = sorted(p // size * size + size - 1 - p % size for p in stones)
        weight = 1 if mirrored == stones else 2
        complete, free_here, saturated_here = _native.count_cube(size, size, (stones, depth))
        assert complete
        for k, (a, b) in enumerate(zip(free_here, saturated_here, strict=True)):
            free[k] += weight * a
            saturated[k] += weight * b
    oracle = json.loads((Path(__file__).parents[1] / "oracles" / "kyouen.json").read_text())
    expected = {int(k): v for k, v in oracle["saturated_by_size"]["values"][str(size)].items()}
    assert {k: v for k, v in saturated.items() if v} == expected
    known = list(_native.spectrum(size, size).kyouen_free)
    assert {k: v for k, v in free.items() if v} == dict(enumerate(known))


# ---- the ledger ----


def test_killed_five_times_at_random(tmp_path: Path) -> None:
    plain = campaign(tmp_path / "plain.sqlite", "kyouen-max", 9, 9)
    ledger = tmp_path / "killed.sqlite"
    asked = ["campaign", "run", "kyouen-max", "--size", "9", "--workers", "2", "--ledger", str(ledger)]
    draw = random.Random(5)
    kills = 0
    for _ in range(5):
        process = subprocess.Popen([*COMMAND, *asked], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(draw.uniform(0.4, 2.5))
        kills += process.poll() is None
        process.kill()
        process.wait()
    assert kills > 1
    code, told = gridproof(*asked)
    assert code == 0 and "kyouen-max 9 x 9 = 18" in told, told
    with Ledger(ledger) as book:
        stages = [s for s in book.stages() if s.outcome == "no"]
        assert [s.spec["rows"] for s in stages] == list(range(1, 10))
        results = [book.results(s.number, "native") for s in stages]
        for stage, known in zip(stages, results, strict=True):
            assert set(known) == {row.key for row in book.units(stage.number)}
        assert sum(nodes for known in results for _, nodes, _ in known.values()) == plain.nodes


def test_two_drivers_are_refused(tmp_path: Path) -> None:
    ledger = tmp_path / "one.sqlite"
    with Ledger(ledger, write=True) as book:
        book.begin("kyouen-max", 5, 5, "test")
        code, told = gridproof("campaign", "run", "kyouen-max", "--size", 5, "--ledger", ledger)
        assert code == 2 and "another driver (process" in told and "Traceback" not in told
        code, told = gridproof("campaign", "status", "kyouen-max", "--size", 5, "--ledger", ledger)
        assert code == 0 and "a driver is at work" in told
    assert gridproof("campaign", "run", "kyouen-max", "--size", 5, "--ledger", ledger)[0] == 0
    code, told = gridproof("campaign", "run", "kyouen-max", "--size", 6, "--ledger", ledger)
    assert code == 2 and "the ledger of kyouen-max 5 x 5" in told
    other = tmp_path / "other"
    other.write_text("no ledger at all, just a text of some length\n" * 100)
    for verb in ("run", "status", "export"):
        code, told = gridproof("campaign", verb, "kyouen-max", "--size", 5, "--ledger", other)
        assert code == 2 and "not a ledger" in told
    code, told = gridproof("campaign", "status", "kyouen-max", "--size", 5, "--ledger", tmp_path / "absent")
    assert code == 2 and "no such ledger" in told


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    ledger = tmp_path / "stopped.sqlite"
    asked = ["campaign", "run", "kyouen-max", "--size", "10", "--workers", "2", "--ledger", str(ledger)]
    process = subprocess.Popen([*COMMAND, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130 and "Traceback" not in errors and "is kept" in errors
    with Ledger(ledger) as book:
        assert book.stages() and not book.driver()
    code, told = gridproof(*asked, "--time-limit", 1)
    assert code == 3 and "run the same command to go on" in told


# ---- executors ----


def test_a_pool_that_dies_is_made_again(tmp_path: Path) -> None:
    pools: list[ProcessPoolExecutor] = []
    make = processes(2)

    def watched() -> tuple[Executor, int]:
        pool, count = make()
        assert isinstance(pool, ProcessPoolExecutor)
        pools.append(pool)
        return pool, count

    def kill(*_: object) -> None:
        if len(pools) == 1 and pools[0]._processes:
            os.kill(next(iter(pools[0]._processes)), signal.SIGKILL)

    outcome = campaign(tmp_path / "a", "kyouen-max", 7, 7, make=watched, told=kill, in_process=False)
    assert len(pools) == 2
    assert outcome.nodes == campaign(tmp_path / "b", "kyouen-max", 7, 7).nodes


def test_an_event_stops_a_campaign(tmp_path: Path) -> None:
    stop = threading.Event()
    outcome = campaign(tmp_path / "a", "kyouen-max", 8, 8, told=lambda *_: stop.set(), stop=stop)
    assert outcome.value is None
    assert campaign(tmp_path / "a", "kyouen-max", 8, 8).value == 15


@contextlib.contextmanager
def dask(workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    line = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [subprocess.Popen([*line, "--no-dashboard"], **quiet)]  # type: ignore[call-overload]
    line = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]
    line += ["--no-dashboard", "--host", "127.0.0.1"]
    started += [subprocess.Popen(line, **quiet) for _ in range(workers)]  # type: ignore[call-overload]
    try:
        yield address, started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_dask_with_a_worker_killed(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    plain = campaign(tmp_path / "plain.sqlite", "kyouen-max", 9, 9)
    ledger = tmp_path / "dask.sqlite"
    asked = ["campaign", "run", "kyouen-max", "--size", "9", "--ledger", str(ledger), "--format", "json"]
    with dask(2) as (address, workers):
        process = subprocess.Popen(
            [*COMMAND, *asked, "--scheduler", address], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.2)
            if ledger.exists() and _results(ledger) > 200:
                workers[0].kill()
                break
        out, errors = process.communicate(timeout=100)
    assert process.returncode == 0, errors.decode()
    told = json.loads(out)
    assert workers[0].returncode is not None
    assert (told["value"], told["nodes"]) == (18, plain.nodes)


def _results(path: Path) -> int:
    with contextlib.suppress(InputError, sqlite3.Error), Ledger(path) as book:
        return sum(len(book.results(s.number, "native")) for s in book.stages())
    return 0


def test_nobody_at_the_address(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    ledger = tmp_path / "a.sqlite"
    line = ["campaign", "run", "kyouen-max", "--size", 5, "--ledger", ledger, "--scheduler"]
    code, told = gridproof(*line, "tcp://127.0.0.1:9")
    assert code == 2 and "no Dask scheduler at" in told


# ---- certificates ----


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    for problem, size in (("kyouen-max", 6), ("kyouen-min", 6)):
        path = folder / f"{problem}.sqlite"
        campaign(path, problem, size, size)
        with Ledger(path) as book:
            export(book, folder, "test")
    return folder


@pytest.mark.parametrize("problem", ["kyouen-max", "kyouen-min"])
def test_certificates_are_checked_and_searched_again(exported: Path, problem: str) -> None:
    claim = exported / f"{problem}-6x6.json"
    code, told = gridproof("verify", claim)
    assert code == 0 and "cover the space; bound stated" in told
    code, told = gridproof("verify", "--sample", "1%", claim)
    assert code == 0 and "searched again" in told and "bound stated" in told
    code, told = gridproof("verify", "--full", claim)
    assert code == 0 and "bound cross-checked" in told
    assert gridproof("verify", "--sample", "many", claim)[0] == 2


@pytest.mark.parametrize("problem", ["kyouen-max", "kyouen-min"])
def test_changed_certificates_are_rejected(exported: Path, problem: str) -> None:
    from gridproof.solvers.proofs.claims import read_claim
    from gridproof.solvers.proofs.search_certificates import Stage

    claim = read_claim(json.loads((exported / f"{problem}-6x6.json").read_text()))
    name = f"{problem}-6x6.search.xz"
    problem, width, height, stages = read_search((exported / name).read_bytes(), name)
    check_search(claim, problem, width, height, stages)
    last = stages[-1]

    def rejected(changed: list[Stage], words: str) -> None:
        with pytest.raises(InputError, match=words):
            check_search(claim, problem, width, height, changed)

    rejected(stages[:-1], "stages")
    rejected([*stages[:-1], Stage(last.spec, last.cubes[1:])], "not covered|missing")
    rejected([*stages[:-1], Stage(last.spec, (*last.cubes, last.cubes[0]))], "twice")
    forged = replace(last.cubes[0], nodes=last.cubes[0].nodes + 1)
    rejected([*stages[:-1], Stage(last.spec, (forged, *last.cubes[1:]))], "digest")
    with pytest.raises(InputError, match="a certificate of"):
        check_search(claim, problem, width, height + 1, stages)


def test_an_unsettled_campaign_is_not_exported(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    stop = threading.Event()
    campaign(path, "kyouen-max", 7, 7, told=lambda *_: stop.set(), stop=stop)
    with Ledger(path) as book, pytest.raises(InputError, match="not settled"):
        export(book, tmp_path, "test")


def test_the_second_search_runs_as_a_campaign(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with pytest.raises(InputError, match="run the native engine first"):
        campaign(path, "kyouen-min", 6, 6, engine="second")
    first = campaign(path, "kyouen-min", 6, 6)
    second = campaign(path, "kyouen-min", 6, 6, engine="second")
    assert first.value == second.value == 6
    with Ledger(path) as book:
        claim, _ = export(book, tmp_path, "test")
    assert claim.assurance == "cross-checked" and [e.name for e in claim.engines] == ["native", "second"]


def test_the_last_cubes_are_refuted(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with pytest.raises(InputError, match="once kyouen-max is settled"):
        campaign(path, "kyouen-max", 5, 5, engine="proof")
    campaign(path, "kyouen-max", 5, 5)
    refuted = campaign(path, "kyouen-max", 5, 5, engine="proof")
    assert refuted.value == 9 and refuted.nodes > 100
    with Ledger(path) as book:
        claim, _ = export(book, tmp_path, "test")
    assert claim.assurance == "cross-checked" and claim.engines[1].name == "cadical+lrat"
    # A cube that holds a larger set is not refuted.
    with Ledger(path) as book:
        units = [row.unit for row in book.units(book.stages()[-1].number)]
    answers = refute_cubes([u | {"best": 8} for u in units])
    found = [a["found"] for a in answers if a and a["found"]]
    assert found and all(len(f) >= 9 and is_kyouen_free([(p % 5, p // 5) for p in f]) for f in found)


def test_a_set_that_the_rules_reject_is_not_accepted() -> None:
    unit = {"width": 3, "height": 3, "rows": 3, "best": 4}
    assert accepted("kyouen-max", unit, [0, 1, 2, 3, 7])
    assert not accepted("kyouen-max", unit, [0, 1, 2, 3, 4])  # a circle
    assert not accepted("kyouen-max", unit, [0, 1, 2, 3])  # too few
    assert not accepted("kyouen-max", unit, [0, 1, 2, 3, 9])  # outside


# ---- progress ----


def test_the_time_left_is_a_range_around_the_truth() -> None:
    draw = random.Random(3)
    work = [(e := draw.randrange(100, 10_000), int(1.3 * e * draw.uniform(0.5, 1.5))) for _ in range(1000)]
    tally = Tally(e for e, _ in work)
    for e, nodes in work[:400]:
        tally.add(e, nodes)
    look = tally.look(rate=1000.0)
    truth = sum(nodes for _, nodes in work[400:]) / 1000
    assert look.left is not None and look.left[0] < truth < look.left[1] < 1.2 * look.left[0]
    assert 0.3 < look.share < 0.5
