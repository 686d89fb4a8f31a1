from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

GRIDPROOF = [sys.executable, "-c", "from gridproof.cli import main; main()"]


def run(
    *arguments: object, text: str | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*GRIDPROOF, *map(str, arguments)], input=text, capture_output=True, text=True, cwd=cwd, timeout=300
    )


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    path = tmp_path / "boards.jsonl"
    path.write_text(
        '{"kind":"kyouen","width":2,"height":2,"stones":[[0,0],[1,0],[0,1]],"answer":{"saturated":true}}\n'
        '{"kind":"kyouen","width":3,"height":3,"stones":[[0,0],[0,0]]}\n'
        '{"kind":"kyouen","width":5,"height":5,"stones":[[0,0],[1,0],[0,1],[1,1],[2,2],[3,3]],"name":"bad"}\n'
    )
    return path


def test_solve_answers_the_others_after_a_bad_instance(boards):
    result = run("solve", boards)
    assert result.returncode == 2
    assert "saturated [EXACT, stated]" in result.stdout
    assert "not kyouen-free: 1 bad 4-tuples on circles, 1 on lines" in result.stdout
    assert "circle with centre (1/2, 1/2) and squared radius 1/2" in result.stdout
    assert result.stderr == f"error: {boards}:2: repeated stone (0, 0)\n"


def test_solve_json_and_assurance(boards):
    result = run("solve", boards, "--format", "json", "--assurance", "cross-checked")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [r["source"]["line"] for r in records] == [1, 3]
    assert all(r["assurance"] == "cross-checked" and r["schema"] == "gridproof-answer/1" for r in records)
    assert [e["name"] for e in records[0]["engines"]] == ["rules", "cross-ratio"]
    wanted = run("solve", "-", "--assurance", "proof", text="o..\n...\n")
    assert wanted.returncode == 3


def test_standard_input_and_convert(boards):
    grid = run("convert", boards, "--to", "kyouen-grid")
    assert grid.returncode == 2
    assert grid.stdout == "oo\no.\n\noo...\noo...\n..o..\n...o.\n.....\n"
    stages = run("convert", "-", "--to", "kyouen-stage", text=grid.stdout)
    assert stages.stdout == "2,1110\n5,1100011000001000001000000\n"
    back = run("convert", "-", "--to", "json", text=stages.stdout)
    assert [json.loads(line)["width"] for line in back.stdout.splitlines()] == [2, 5]
    assert run("convert", boards, "--to", "prose").returncode == 2


def test_prove_writes_claims_that_verify_accepts(tmp_path):
    for problem in ("kyouen-max", "kyouen-min"):
        result = run("prove", problem, "--size", "2..4,5x3", "--out", "claims", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        assert result.stdout.count("cross-checked") == 4
    claims = sorted((tmp_path / "claims").iterdir())
    assert len(claims) == 8
    check = run("verify", *claims, "--rerun")
    assert check.returncode == 0
    assert check.stdout.count("ok ") == 8
    assert check.stdout.count("bound re-run by native") == 8


def test_verify_rejects_a_claim_with_one_point_moved(tmp_path):
    run("prove", "kyouen-max", "--size", "5", "--out", tmp_path)
    run("prove", "kyouen-min", "--size", "5", "--out", tmp_path)
    for path in sorted(tmp_path.iterdir()):
        good = json.loads(path.read_text())
        rejected = 0
        for index in range(len(good["witness"])):
            claim = json.loads(path.read_text())
            claim["witness"][index] = next(
                [x, y] for x in range(5) for y in range(5) if [x, y] not in claim["witness"]
            )
            bad = tmp_path / "moved.json"
            bad.write_text(json.dumps(claim))
            result = run("verify", bad)
            rejected += result.returncode == 1 and "FAILED" in result.stdout
        # A moved point may by chance give another valid set, but not every time.
        assert rejected >= len(good["witness"]) - 1
        bad.unlink()


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        ({"value": 10}, 1, "witness has 9 points, the claimed value is 10"),
        ({"definition": "value = 9"}, 1, "definition"),
        ({"width": 4, "height": 6}, 1, "off the 4 x 6 board"),
        ({"schema": "gridproof-claim/9"}, 2, "unknown claim schema"),
        ({"problem": "kyouen-mean"}, 2, "unknown problem"),
        ({"value": "nine"}, 2, "not a claim"),
    ],
)
def test_verify_names_what_is_wrong(tmp_path, change, code, message):
    run("prove", "kyouen-max", "--size", "5", "--out", tmp_path)
    path = tmp_path / "kyouen-max-5x5.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    result = run("verify", path)
    assert result.returncode == code
    assert message in result.stdout + result.stderr


def test_verify_claimed_answers(boards, tmp_path):
    assert run("verify", boards).returncode == 2
    path = tmp_path / "one.json"
    for claimed, code in (
        ({"playable": [[2, 0]]}, 0),
        ({"playable": []}, 1),
        ({"playable": [[2, 0], [2, 0]]}, 1),
        ({"kyouen_free": True, "saturated": False, "bad_tuples": 0}, 0),
        ({"saturated": True}, 1),
        ({"bad_tuples": 1}, 1),
        ({"bad_tuples": False}, 1),
        ({"colour": 1}, 2),
        ("yes", 2),
    ):
        path.write_text(
            json.dumps(
                {"kind": "kyouen", "width": 3, "height": 1, "stones": [[0, 0], [1, 0]], "answer": claimed}
            )
        )
        assert run("verify", path).returncode == code, claimed


def test_count(tmp_path):
    result = run("count", "kyouen", "--size", "3,4", "--format", "json", "--assurance", "cross-checked")
    assert result.returncode == 0
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [r["count"] for r in records] == ["56", "928"]
    assert records[1]["details"]["saturated_by_size"] == {"5": 176, "6": 688, "7": 64}
    assert run("count", "kyouen", "--size", "9", "--node-limit", "1000").returncode == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["prove", "kyouen-max", "--size", "0"], "sides are from 1"),
        (["prove", "kyouen-max", "--size", "-4"], "sides are from 1"),
        (["prove", "kyouen-max", "--size", "5..3"], "range is empty"),
        (["prove", "kyouen-max", "--size", "five"], "is not a size"),
        (["prove", "kyouen-max", "--size", str(10**30)], "is not a size"),
        (["prove", "kyouen-max", "--size", "13"], "up to 144 points"),
        (["prove", "kyouen-best", "--size", "3"], "kyouen-best"),
        (["count", "kyouen", "--size", "40"], "up to 144 points"),
        (["solve", "missing.json"], "missing.json: cannot read"),
        (["render", "missing.json", "--picture", "a.svg"], "cannot read"),
        (["dance"], "no verb 'dance'"),
    ],
)
def test_bad_usage_is_one_clear_line(arguments, message, tmp_path):
    result = run(*arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_render(boards, tmp_path, ending):
    result = run("render", boards, "--picture", tmp_path / f"b.{ending}")
    assert result.returncode == 2
    pictures = sorted(tmp_path.glob(f"b-*.{ending}"))
    assert len(pictures) == 2
    head = pictures[1].read_bytes()
    if ending == "svg":
        assert b"squared radius 1/2" in head
        assert b"line x - y = 0" in head
    else:
        assert head.startswith(b"\x89PNG")
    again = run("solve", boards, "--picture", tmp_path / f"c.{ending}")
    assert (tmp_path / f"c.{ending}").read_bytes() == pictures[0].read_bytes()
    assert again.returncode == 2
    assert run("render", boards, "--picture", tmp_path / "b.gif").returncode == 2


def test_interrupt_stops_native_code_and_keeps_what_was_done(tmp_path):
    process = subprocess.Popen(
        [*GRIDPROOF, "prove", "kyouen-max", "--size", "4,11", "--out", "c"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    deadline = time.monotonic() + 60
    while not (tmp_path / "c" / "kyouen-max-4x4.json").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "4x4" in out
    assert "interrupted" in err
    assert "Traceback" not in err


MEDIUM = "4114132342434441"


def test_solve_arrow_boards(tmp_path):
    result = run("solve", "-", "--explain", text=f"{MEDIUM}\n111\nhard,{'1' * 37}\n")
    assert result.returncode == 2
    assert "-:1: medium mod 4, fewest taps 27, 1 solutions" in result.stdout
    assert "taps: 0112222012323312" in result.stdout
    assert "sweep: tap tile 5" in result.stdout
    assert "taps made:" in result.stdout
    assert "-:3: hard mod 2, fewest taps 0, 16 solutions" in result.stdout
    assert "error: -:2: 3 digits; expected 9 (easy)" in result.stderr
    bare = run("solve", "-", text="1" * 37)
    assert bare.returncode == 2
    assert "do not tell hard from expert" in bare.stderr
    stuck = run("solve", "-", "--level", "expert", "--format", "json", text="1" * 36 + "2")
    record = json.loads(stuck.stdout)
    assert (record["status"], record["assurance"]) == ("UNSATISFIABLE", "proof")
    claim = tmp_path / "stuck.json"
    puzzle = {"kind": "arrow", "level": "expert", "digits": "1" * 36 + "2"}
    claim.write_text(json.dumps(puzzle | {"answer": {"certificate": record["details"]["certificate"]}}))
    assert run("verify", claim).returncode == 0
    wrong = record["details"]["certificate"]
    wrong[0] += 1
    claim.write_text(json.dumps(puzzle | {"answer": {"certificate": wrong}}))
    assert run("verify", claim).returncode == 1


def test_generate_audit_verify_render_arrow(tmp_path):
    made = run("generate", "arrow", "--level", "hard", "--count", "3", "--seed", "7", "--taps", "8")
    assert made.returncode == 0
    path = tmp_path / "made.jsonl"
    path.write_text(made.stdout)
    assert (
        run("generate", "arrow", "--level", "hard", "--count", "3", "--seed", "7", "--taps", "8").stdout
        == made.stdout
    )
    audit = run("audit", "arrow", path)
    assert audit.returncode == 0
    assert "3 boards, 3 good, 0 with faults; fewest taps 8 to 8" in audit.stdout
    assert run("verify", path).stdout.count("solved by the 8 claimed taps") == 3
    counted = run("count", path)
    assert counted.stdout.count("16 solutions") == 3
    path.write_text(made.stdout + made.stdout.splitlines()[0] + "\n")
    again = run("audit", "arrow", path)
    assert again.returncode == 1
    assert "the same board as" in again.stdout
    picture = tmp_path / "a.svg"
    assert run("solve", path, "--picture", picture).returncode == 0
    assert b"8 taps" in picture.read_bytes()
    assert run("generate", "arrow").returncode == 2


def test_prove_arrow_worst():
    result = run("prove", "arrow-worst", "--level", "hard", "--time-limit", "30")
    assert result.returncode == 0
    assert "arrow-worst hard: 19 [OPTIMAL, stated]" in result.stdout
    expert = run("prove", "arrow-worst", "--level", "expert", "--time-limit", "1")
    assert expert.returncode == 3
    assert "..94 [UNKNOWN, witness]" in expert.stdout
    assert run("prove", "arrow-worst").returncode == 2
    assert run("prove", "kyouen-max").returncode == 2


def test_solve_binomial():
    text = '{"kind":"binomial","n":2021,"r":37,"modulus":4}\n'
    result = run("solve", "-", "--assurance", "cross-checked", text=text)
    assert "C(2021, 37) mod 4 = 3 by integer and granville [EXACT, cross-checked]" in result.stdout
    refused = run("solve", "-", "--method", "inverse", text=text)
    assert refused.returncode == 2
    assert "has no inverse modulo 4" in refused.stderr
    claimed = text.replace("}", ',"answer":3}')
    assert run("verify", "-", text=claimed).returncode == 0
    assert run("verify", "-", text=claimed.replace(":3}", ":2}")).returncode == 1


def _numberlink(tmp_path: Path, *rows: str) -> str:
    file = tmp_path / f"{'-'.join(rows).replace('.', '_')}.txt"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(file)


def test_numberlink_verbs(tmp_path: Path) -> None:
    unique = _numberlink(tmp_path, "C...B", "A.BA.", "...C.", ".....")
    several = _numberlink(tmp_path, "A.B", "A.B")
    solved = run("solve", unique, several)
    assert solved.returncode == 0
    assert "one solution under full-cover" in solved.stdout
    assert "2 solutions under full-cover" in solved.stdout
    assert "└───────┘" in solved.stdout
    counted = run("count", several, "--rule", "any", "--assurance", "cross-checked")
    assert "3 solutions under any [EXACT, cross-checked]" in counted.stdout
    assert run("prove", "numberlink-unique", unique).returncode == 0
    assert run("prove", "numberlink-unique", unique, several).returncode == 1
    wrong = run("solve", unique, "--engine", "algebra")
    assert wrong.returncode == 2
    assert "does not answer numberlink" in wrong.stderr
    limited = run(
        "count",
        _numberlink(tmp_path, "A" + 9 * ".", *[10 * "."] * 8, 9 * "." + "A"),
        "--rule",
        "any",
        "--node-limit",
        "100",
    )
    assert limited.returncode == 3
    assert "UNKNOWN" in limited.stdout


def test_numberlink_answers_are_verified(tmp_path: Path) -> None:

    grid = ["C...B", "A.BA.", "...C.", "....."]
    record = {"kind": "numberlink", "rule": "full-cover", "grid": grid}
    plain = tmp_path / "plain.json"
    plain.write_text(json.dumps(record), encoding="utf-8")
    solution = json.loads(run("solve", str(plain), "--format", "json").stdout)["solution"]
    claim = tmp_path / "claim.json"
    claim.write_text(json.dumps(record | {"answer": {"solution": solution}}), encoding="utf-8")
    assert run("verify", str(claim)).returncode == 0
    claim.write_text(json.dumps(record | {"answer": {"solution": solution[:-1]}}), encoding="utf-8")
    assert run("verify", str(claim)).returncode == 1
    claim.write_text(json.dumps(record | {"answer": {"solution": ["x"]}}), encoding="utf-8")
    assert run("verify", str(claim)).returncode == 2


def test_numberlink_pictures_and_experiment(tmp_path: Path) -> None:
    several = _numberlink(tmp_path, "A.B", "A.B")
    for name, magic in (("two.svg", b"<?xml"), ("two.png", b"\x89PNG")):
        picture = tmp_path / name
        assert run("render", several, "--picture", str(picture)).returncode == 0
        assert picture.read_bytes().startswith(magic)
    table = run(
        "experiment", "numberlink-engines", "--size", "3,4", "--picture", str(tmp_path / "engines.svg")
    )
    assert table.returncode == 0
    assert "diagonals, at the end" in table.stdout
    assert (tmp_path / "engines.svg").exists()
