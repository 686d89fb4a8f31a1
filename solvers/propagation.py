"""The players' propagation algorithm for arrow boards, as steps a person can follow.

Sweep over the tiles in cell order: the first tile that a tap is the last to touch is
put right by that tap. What is left sits on a few tiles at the end (the bottom row of
a square, the last column of a hexagon); taps on the free tiles at the start, read off
a small table, cancel it in a second sweep.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from ..instances.arrow import ArrowPuzzle, is_solution

__all__ = ["Explanation", "explain"]


@dataclass(frozen=True)
class Explanation:
    """How the algorithm goes on one board.

    Args:
        steps: one line each.
        taps: taps of all steps together, mod m; ``None`` if the rest cannot be cancelled.
        rest: values left on the checked tiles after the first sweep.
        made: taps a player makes who follows the steps as they stand.
    """

    steps: tuple[str, ...]
    taps: tuple[int, ...] | None
    rest: tuple[int, ...]
    made: int


class _Sweep:
    def __init__(self, puzzle: ArrowPuzzle) -> None:
        self.m = puzzle.modulus
        self.neighbours = puzzle.shape.neighbours
        forbidden = set(puzzle.forbidden)
        self.effects: dict[int, list[tuple[int, int]]] = {
            j: [] for j in range(puzzle.shape.tiles) if j not in forbidden
        }
        self.forced: dict[int, tuple[int, int]] = {}
        self.checks: list[int] = []
        for i, row in enumerate(self.neighbours):
            usable = [(j, weight) for j, weight in row if j not in forbidden]
            for j, weight in usable:
                self.effects[j].append((i, weight))
            last = max(usable, default=None)
            if last and last[0] not in self.forced and gcd(last[1], self.m) == 1:
                self.forced[last[0]] = (i, pow(last[1], -1, self.m))
            else:
                self.checks.append(i)
        self.free = [j for j in self.effects if j not in self.forced]

    def run(self, state: tuple[int, ...], first: dict[int, int]) -> tuple[list[int], list[int]]:
        """Return the taps of a sweep that starts with given taps on the free tiles, and what is left."""
        left = list(state)
        taps = [0] * len(left)
        for j in sorted(self.effects):
            if j in self.forced:
                i, unit = self.forced[j]
                taps[j] = -left[i] * unit % self.m
            else:
                taps[j] = first.get(j, 0)
            for i, weight in self.effects[j]:
                left[i] = (left[i] + weight * taps[j]) % self.m
        return taps, left


def explain(puzzle: ArrowPuzzle) -> Explanation:
    """Return the steps of the propagation algorithm on a board.

    Example:
        >>> from gridproof.instances.arrow import rectangle
        >>> told = explain(ArrowPuzzle(rectangle(2, 1, "king"), 4, (3, 3)))
        >>> print(*told.steps, sep="\\n")
        sweep: tap tile 1 once for tile 0
        all tiles are solved
    """
    from . import _native

    sweep = _Sweep(puzzle)
    m = puzzle.modulus
    taps, left = sweep.run(puzzle.state, {})
    steps = [_tapped("sweep", j, t, sweep) for j, t in enumerate(taps) if t]
    rest = tuple(left[i] for i in sweep.checks)
    made = sum(taps)
    if not any(left):
        return Explanation((*steps, "all tiles are solved"), tuple(taps), rest, made)
    wrong = ", ".join(f"{i} (shows {left[i] + 1})" for i in sweep.checks if left[i])
    steps.append(f"left over: tile {wrong}")
    # The table: one tap on each free tile, swept down, changes the rest by a fixed vector.
    entries = []
    for column, j in enumerate(sweep.free):
        effect = sweep.run((0,) * len(left), {j: 1})[1]
        entries += [(r, column, effect[i]) for r, i in enumerate(sweep.checks) if effect[i]]
    table = _native.LinearSystem(len(sweep.checks), len(sweep.free), entries, m)
    found = table.solve([-v % m for v in rest])
    if not found.solvable:
        steps.append("no taps on the free tiles cancel this: the board has no solution")
        return Explanation(tuple(steps), None, rest, made)
    first = dict(zip(sweep.free, found.taps, strict=True))
    again, _ = sweep.run(tuple(left), first)
    steps += [_tapped("start again", j, t, sweep) for j, t in first.items() if t]
    steps += [_tapped("sweep", j, t, sweep) for j, t in enumerate(again) if t and j not in first]
    steps.append("all tiles are solved")
    total = tuple((a + b) % m for a, b in zip(taps, again, strict=True))
    if not is_solution(puzzle, total):
        raise AssertionError("the propagation algorithm left a tile unsolved")
    return Explanation(tuple(steps), total, rest, made + sum(again))


def _tapped(what: str, tile: int, times: int, sweep: _Sweep) -> str:
    count = {1: "once", 2: "twice"}.get(times, f"{times} times")
    reason = f" for tile {sweep.forced[tile][0]}" if tile in sweep.forced else ""
    return f"{what}: tap tile {tile} {count}{reason}"
