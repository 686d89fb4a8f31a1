"""Campaigns: two workers against one, the ledger's share of the time, the second search against the first.

python benchmarks/campaigns.py [SIZE]    (kyouen-min and kyouen-max, 9 by default; about two minutes)
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from gridproof.solvers.campaign.driver import run
from gridproof.solvers.campaign.executors import threads
from gridproof.solvers.campaign.ledger import Ledger


def timed(
    path: Path, problem: str, size: int, workers: int, engine: str = "native"
) -> tuple[float, int, float]:
    """Wall-clock seconds, nodes, and the seconds spent inside units."""
    start = time.perf_counter()
    with Ledger(path, write=True) as ledger:
        ledger.begin(problem, size, size, "benchmark")
        outcome = run(ledger, threads(workers), engine=engine)
        inside = ledger.spent(engine)
    return time.perf_counter() - start, outcome.nodes, inside


def main() -> None:
    """Print the table."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print(f"{'problem':12} {'workers':>7} {'engine':8} {'seconds':>8} {'in units':>8} {'nodes':>14}")
    with tempfile.TemporaryDirectory() as folder:
        for problem in ("kyouen-min", "kyouen-max"):
            walls = {}
            for workers in (1, 2):
                path = Path(folder) / f"{problem}-{workers}.sqlite"
                walls[workers], nodes, inside = timed(path, problem, size, workers)
                print(f"{problem:12} {workers:7} native   {walls[workers]:8.1f} {inside:8.1f} {nodes:14,}")
            # What is left of the time of one worker: planning, ledger, coverage.
            path = Path(folder) / f"{problem}-1.sqlite"
            again, _, _ = timed(path, problem, size, 1)
            wall, nodes, inside = timed(path, problem, size, 2, "second")
            print(f"{problem:12} {2:7} second   {wall:8.1f} {inside:8.1f} {nodes:14,}")
            print(f"  two workers {walls[1] / walls[2]:.2f} times as fast", end="")
            print(f"; resuming when all is done {again:.2f} s")


if __name__ == "__main__":
    main()
