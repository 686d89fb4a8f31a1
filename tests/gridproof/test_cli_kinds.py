"""The verbs of squares, numberlink makers and kyouen generators, as a user calls them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

GRIDPROOF = [sys.executable, "-c", "from gridproof.cli import main; main()"]


def run(*arguments, text=None, cwd=None):
    return subprocess.run(
        [*GRIDPROOF, *map(str, arguments)], input=text, capture_output=True, text=True, cwd=cwd, timeout=300
    )


WON = '{"kind":"squares","width":3,"height":3,"moves":[[0,0],[2,2],[1,0],[2,1],[0,1],[2,0],[1,1]]}\n'


def test_solve_positions_points_and_bad_ones():
    text = (
        '{"kind":"squares","width":5,"height":5,"moves":[[2,2],[0,0]]}\n'
        '{"kind":"squares","width":3,"height":3,"moves":[[0,0],[0,0]]}\n'
        '{"kind":"squares","points":[[1,0],[3,1],[2,3],[0,2]]}\n' + WON
    )
    result = run("solve", "-", text=text)
    assert result.returncode == 2
    assert result.stderr == "error: -:2: repeated claim (0, 0)\n"
    assert "first wins by move 9" in result.stdout
    assert "4 points, 1 square, 1 tilted" in result.stdout
    assert "first has won" in result.stdout
    record = json.loads(run("solve", "-", "--format", "json", text=text.splitlines()[0]).stdout)
    assert (record["value"], record["details"]["won_by_move"]) == ("first", 9)


def test_prove_and_verify_games(tmp_path):
    result = run("prove", "square-game", "--size", "3,5", "--out", tmp_path)
    assert result.returncode == 0
    assert "draw" in result.stdout
    files = sorted(tmp_path.glob("*.json"))
    assert [f.name for f in files] == ["square-game-3x3.json", "square-game-5x5.json"]
    checked = run("verify", *files)
    assert checked.returncode == 0
    assert "every reply answered (first to win by move 9)" in checked.stdout
    claim = json.loads(files[1].read_text())
    key = sorted(claim["strategies"][0]["moves"])[5]
    del claim["strategies"][0]["moves"][key]
    files[1].write_text(json.dumps(claim))
    assert run("verify", files[1]).returncode == 1
    claim["schema"] = "other"
    files[1].write_text(json.dumps(claim))
    broken = run("verify", files[1])
    assert (broken.returncode, broken.stdout) == (2, "")


def test_prove_and_verify_sets(tmp_path):
    for problem, size, value in (
        ("square-free-max", "4", 10),
        ("square-free-min", "4", 9),
        ("square-colouring", "5", 1),
    ):
        result = run("prove", problem, "--size", size, "--out", tmp_path, "--format", "json")
        record = json.loads(result.stdout)
        assert (record["value"], record["assurance"]) == (value, "cross-checked")
    files = sorted(tmp_path.glob("*.json"))
    again = run("verify", "--rerun", *files)
    assert again.returncode == 0
    for file in files:
        claim = json.loads(file.read_text())
        x, y = claim["witness"][0]
        claim["witness"][0] = next(
            [a, b] for a in range(4) for b in range(4) if [a, b] not in claim["witness"] and (a, b) != (x, y)
        )
        file.write_text(json.dumps(claim))
    assert run("verify", files[1]).returncode == 1
    assert run("prove", "square-free-max", "--size", "9", "--out", tmp_path).returncode == 2
    short = run("prove", "square-free-max", "--size", "8", "--node-limit", "100", "--out", tmp_path)
    assert short.returncode == 3
    assert ".." in short.stdout
    assert run("prove", "square-free-max", "--size", "4", "--engine", "spectrum").returncode == 2


def test_count_and_baseline(tmp_path):
    result = run("count", "squares", "--size", "3..4")
    assert "two-colourings without a one-coloured square: 5006, balanced 2094" in result.stdout
    picture = tmp_path / "shares.svg"
    table = run("experiment", "square-baseline", "--size", "3,4", "--games", "5000", "--picture", picture)
    assert table.returncode == 0, table.stderr
    assert "8.86032" in table.stdout
    assert picture.read_text().startswith("<?xml")
    assert run("count", "squares").returncode == 2
    assert run("experiment", "square-baseline", "file").returncode == 2


def test_play_records_and_games_are_compared(tmp_path):
    record = tmp_path / "games.jsonl"
    moves = "".join(f"{x} {y}\n" for x in range(3) for y in range(3)) * 3
    for seed in range(4):
        played = run(
            "play", "squares", "--size", "3", "--against", "random", "--seed", seed, "--record", record,
            "--hints", "on" if seed % 2 else "off", text="nonsense\n9 9\nh\n" + moves,
        )  # fmt: skip
        assert played.returncode == 0, played.stderr
        assert "expected two numbers" in played.stdout
        assert "not a free point" in played.stdout
    assert len(record.read_text().splitlines()) == 4
    result = run("experiment", "square-games", record)
    assert result.returncode == 0, result.stderr
    assert "3 x 3, with hints: 2 games" in result.stdout
    assert "3 x 3, without hints: 2 games" in result.stdout
    assert run("verify", record).returncode == 0
    assert run("experiment", "square-games").returncode == 2


def test_the_perfect_player_wins_and_quitting_records_nothing(tmp_path):
    moves = "".join(f"{x},{y}\n" for y in range(5) for x in range(5)) * 2
    played = run("play", "squares", "--size", "5", "--you", "second", text=moves)
    assert "first wins" in played.stdout
    quitting = run("play", "squares", "--record", tmp_path / "g.jsonl", text="q\n")
    assert "given up" in quitting.stdout
    assert not (tmp_path / "g.jsonl").exists()


def test_generated_positions_hold():
    made = run("generate", "squares", "--size", "5", "--depth", "3", "--count", "3", "--seed", "4")
    assert made.returncode == 0, made.stderr
    for line in made.stdout.splitlines():
        claimed = json.loads(line)["answer"]
        record = json.loads(run("solve", "-", "--format", "json", text=line).stdout)
        assert record["value"] == claimed["value"]
        assert record["details"]["won_by_move"] == claimed["won_by_move"]
        assert record["details"]["best_moves"] == claimed["best_moves"]
    assert run("generate", "squares", "--size", "5", "--depth", "2").returncode == 2


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_render_squares(tmp_path, ending):
    text = WON + '{"kind":"squares","points":[["100000000000000000000",0],[3,1],[2,3],[0,2]]}\n'
    path = tmp_path / f"p.{ending}"
    assert run("render", "-", "--picture", path, text=text).returncode == 0
    assert (tmp_path / f"p-1.{ending}").stat().st_size > 1000
    assert (tmp_path / f"p-2.{ending}").stat().st_size > 1000


# --- numberlink for makers


def test_generate_audit_convert_numberlink(tmp_path):
    boards = tmp_path / "boards.jsonl"
    made = run("generate", "numberlink", "--size", "7", "--count", "3", "--seed", "5")
    assert made.returncode == 0, made.stderr
    boards.write_text(made.stdout)
    again = run("generate", "numberlink", "--size", "7", "--count", "3", "--seed", "5", "--workers", "2")
    assert again.stdout == made.stdout
    assert run("verify", boards).returncode == 0
    assert run("prove", "numberlink-unique", boards).returncode == 0
    good = run("audit", "numberlink", boards)
    assert good.returncode == 0
    assert "3 boards, 3 good, 0 with faults" in good.stdout
    urls = run("convert", boards, "--to", "numberlink-puzzlink")
    assert urls.stdout.count("https://puzz.link/p?arukone/7/7/") == 3
    links = tmp_path / "links.txt"
    links.write_text(urls.stdout + urls.stdout.splitlines()[0] + "\nhttps://puzz.link/p?numlin/5/4\n")
    audited = run("audit", "numberlink", links)
    assert audited.returncode == 2
    assert "the same board as" in audited.stdout
    assert ":5: expected COLUMNS/ROWS/BODY" in audited.stderr
    penpa = run("convert", boards, "--to", "numberlink-penpa")
    assert penpa.returncode == 2
    assert "only read" in penpa.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--size", "6", "--pairs", "99"),
        ("--size", "6", "--symmetry", "half-turn", "--pairs", "5"),
        ("--size", "6", "--to", "nothing"),
        (),
    ],
)
def test_orders_that_cannot_be_filled(arguments):
    result = run("generate", "numberlink", *arguments)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_generator_experiment(tmp_path):
    picture = tmp_path / "g.png"
    result = run("experiment", "numberlink-generator", "--size", "5,6", "--boards", "2", "--picture", picture)
    assert result.returncode == 0, result.stderr
    assert "cover" in result.stdout
    assert picture.stat().st_size > 1000


# --- kyouen generators


def test_generate_and_audit_kyouen(tmp_path):
    for kind, extra in (("avoidance", ()), ("saturated", ()), ("stage", ("--stones", "7"))):
        path = tmp_path / f"{kind}.jsonl"
        made = run(
            "generate", f"kyouen-{kind}", "--size", "6", "--count", "8", "--seed", "3", "--distinct", *extra
        )
        assert made.returncode == 0, made.stderr
        path.write_text(made.stdout)
        assert len(made.stdout.splitlines()) == 8
        assert run("verify", path).returncode == 0
        audited = run("audit", f"kyouen-{kind}", path)
        assert audited.returncode == 0, audited.stdout
        assert "8 boards, 8 good, 0 with faults, 0 equal" in audited.stdout
        if kind != "stage":
            crossed = run("audit", "kyouen-stage", path)
            assert crossed.returncode == 1
    assert run("generate", "kyouen-avoidance", "--size", "2").returncode == 2
    assert run("generate", "kyouen-stage", "--size", "6", "--stones", "3").returncode == 2


def test_kyouen_experiments(tmp_path):
    picture = tmp_path / "a.svg"
    table = run(
        "experiment", "kyouen-avoidance", "--size", "3..6", "--successes", "300", "--exact-up-to", "4",
        "--picture", picture,
    )  # fmt: skip
    assert table.returncode == 0, table.stderr
    assert "fits over N >= 4" in table.stdout
    assert picture.read_text().startswith("<?xml")
    ranges = run("experiment", "kyouen-saturation", "--size", "5", "--seconds", "0.3")
    assert "proved range 5 to 9" in ranges.stdout


def test_play_kyouen_avoidance():
    moves = "x\n9 9\n" + "".join(f"{x} {y}\n" for y in range(5) for x in range(5))
    played = run("play", "kyouen-avoidance", "--size", "5", "--seed", "4", text=moves)
    assert played.returncode == 0
    assert "yes, after" in played.stdout
    assert "on the" in played.stdout
    assert "it was" in run("play", "kyouen-avoidance", "--size", "5", text="q\n").stdout


def test_search(tmp_path):
    out = tmp_path / "sets.jsonl"
    found = run("search", "kyouen-max", "--size", "6", "--target", "11", "--out", out, "--time-limit", "20")
    assert found.returncode == 0, found.stderr
    assert "11 stones" in found.stdout
    assert "published 11" in found.stdout
    least = run("search", "kyouen-min", "--size", "5", "--target", "6", "--time-limit", "0.5", "--out", out)
    assert "5 stones" in least.stdout
    assert len(out.read_text().splitlines()) == 2
    assert run("search", "kyouen-max", "--size", "65").returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("generate", "numberlink", "--size", "20", "--pairs", "20"),
        ("prove", "square-game", "--size", "8", "--orientation", "axis"),
        ("search", "kyouen-min", "--size", "20", "--target", "12", "--time-limit", "60"),
    ],
)
def test_ctrl_c_is_one_line(arguments, tmp_path):
    process = subprocess.Popen(
        [*GRIDPROOF, *arguments], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip().splitlines() == ["interrupted; what was printed or written is kept"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("count", "squares", "--size", "300"),
        ("experiment", "kyouen-saturation", "--size", "200"),
        ("experiment", "kyouen-avoidance", "--size", "200"),
        ("experiment", "square-baseline", "--size", "9"),
        ("play", "squares", "--size", "9"),
    ],
)
def test_sizes_out_of_range_are_one_line(arguments):
    result = run(*arguments)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert result.stdout.count("\n") <= 2
