"""Prints the table of the squares goals: python benchmarks/squares.py [--long]."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time

from gridproof.instances.squares import STANDARD, SquareRule, SquaresBoard
from gridproof.models.squares import Options, build_square_free
from gridproof.solvers.cp_sat import solve
from gridproof.solvers.experiments.squares import baseline
from gridproof.solvers.limits import Limits
from gridproof.solvers.squares import GameSearch, solve_position
from gridproof.solvers.squares_extremes import prove_set
from gridproof.solvers.squares_proofs import drawn_boards, prove_game

# The usual way: an array of owned points, and after each move a look at all pairs of them.
SCRIPT = """
function play(n) {
  const free = [];
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) free.push([x, y]);
  const owned = [[], []];
  for (let move = 0; free.length > 0; move++) {
    const [p] = free.splice(Math.floor(Math.random() * free.length), 1);
    const mine = owned[move % 2];
    const has = (x, y) => mine.some(q => q[0] === x && q[1] === y);
    for (const q of mine) {
      const a = q[0] - p[0], b = q[1] - p[1];
      if (has(p[0] - b, p[1] + a) && has(p[0] + a - b, p[1] + a + b)) return move + 1;
    }
    mine.push(p);
  }
  return n * n;
}
const n = 7, games = 20000, start = process.hrtime.bigint();
let sum = 0;
for (let i = 0; i < games; i++) sum += play(n);
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
console.log(games / seconds, sum / games);
"""


def row(what: str, goal: str, start: float, told: object) -> None:
    print(f"{what:44} goal {goal:18} {time.perf_counter() - start:8.2f} s  {told}", flush=True)


def main() -> None:
    for n, goal in ((5, "1 s"), (6, "10 s")):
        start = time.perf_counter()
        answer = solve_position(SquaresBoard(n, n))
        told = f"{answer.value} by move {answer.details['won_by_move']}, {answer.engines[0].nodes} nodes"
        row(f"value and all 9-ply openings, N = {n}", goal, start, told)
    start = time.perf_counter()
    axis = SquareRule("axis")
    search = GameSearch(5, 5, axis)
    told = f"{search.winner(SquaresBoard(5, 5, (), axis))}, {search.nodes} nodes"
    row("axis-parallel game, N = 5", "proved", start, told)
    start = time.perf_counter()
    sizes = [(w, h) for h in range(2, 7) for w in range(h, 7)]
    values = [f"{w}x{h} {prove_game(w, h)[0].value}" for w, h in sizes]
    row("rectangles up to 6 x 6 with strategies", "proved table", start, ", ".join(values))
    start = time.perf_counter()
    counts = [sum(drawn_boards(n, n)[0]) for n in range(2, 8)]
    row("two-colourings, N = 2..7", "1 s", start, counts)
    for problem, n, goal in (
        ("square-free-max", 6, "1 s"),
        ("square-free-max", 7, "proved 27"),
        ("square-free-min", 6, "proved"),
        *((("square-free-max", 8, "proved 34"),) if "--long" in sys.argv else ()),
    ):
        start = time.perf_counter()
        found = prove_set(problem, n, n, engines=("native",))
        row(f"{problem}, N = {n}", goal, start, f"{found.value}, {found.engines[0].nodes} nodes")
    bounds = {(w, h): 0 for w in range(2, 6) for h in range(2, 6)}
    for w, h in bounds:
        bounds[w, h] = int(prove_set("square-free-max", w, h, engines=("native",)).value)
    for name, options in (
        ("plain", Options()),
        ("symmetry", Options(symmetry=True)),
        ("sub-boards", Options(sub_boards=bounds)),
        ("both", Options(symmetry=True, sub_boards=bounds)),
    ):
        start = time.perf_counter()
        built = build_square_free(6, 6, at_least=22, options=options)
        outcome = solve(built.model, built.points, Limits(seconds=60))
        row(f"CP-SAT, no 22 on N = 6, {name}", "-", start, outcome.status)
    ours = baseline(7, 7, STANDARD, games=400_000, limits=Limits(workers=1))
    rate = ours.games / ours.seconds
    node = shutil.which("node")
    if node is None:
        print(f"random games a second, N = 7: {rate:.0f} (node is not installed; no comparison)")
        return
    text = subprocess.run([node, "-e", SCRIPT], capture_output=True, text=True, check=True).stdout
    theirs, mean = map(float, text.split())
    print(
        f"random games a second, N = 7, one thread: {rate:.0f}, node {theirs:.0f}: {rate / theirs:.0f} times",
        end="",
    )
    print(f" (goal 100); mean moves {ours.mean:.2f} and {mean:.2f}")


if __name__ == "__main__":
    main()
