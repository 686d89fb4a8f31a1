"""Random solvable arrow boards, with a chosen minimum number of taps if asked."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ...instances.arrow import LEVELS, ArrowPuzzle, after
from ...instances.errors import InputError
from ..arrow import MAX_WALK, ArrowSolver

__all__ = ["generate"]

MAX_TRIES = 20_000


def generate(level: str, *, count: int = 1, seed: int = 0, taps: int | None = None) -> Iterator[ArrowPuzzle]:
    """Yield solvable boards of a level.

    Without `taps` the boards are uniform among all solvable ones (a uniform tap vector
    has a uniform effect). With `taps` boards are drawn by tapping that often on random
    tiles until the fewest taps, proved by the coset walk, are exactly that many.

    Args:
        level: a key of `LEVELS`.
        count: how many.
        seed: the same seed gives the same boards.
        taps: the minimum number of taps of each board.

    Raises:
        InputError: an unknown level, or no such board in many tries.

    Example:
        >>> [p.answer["taps"] for p in generate("hard", count=2, taps=5)]
        [5, 5]
    """
    if level not in LEVELS:
        raise InputError(f"unknown level {level!r:.40}; expected one of {', '.join(LEVELS)}")
    shape, modulus = LEVELS[level]
    zero = ArrowPuzzle(shape, modulus, (0,) * shape.tiles)
    if taps is not None and not 0 <= taps <= shape.tiles * (modulus - 1):
        raise InputError(f"{taps} taps; a board has 0 to {shape.tiles * (modulus - 1)}")
    solver = ArrowSolver(zero)
    if solver.solutions > MAX_WALK:
        raise InputError(f"the kernel has {solver.solutions} elements; at most {MAX_WALK} are walked")
    for number in range(count):
        chance = random.Random(f"{level} {seed} {number} {taps}")
        for _ in range(MAX_TRIES):
            vector = [0] * shape.tiles
            if taps is None:
                vector = [chance.randrange(modulus) for _ in vector]
            else:
                while sum(vector) < taps:
                    tile = chance.randrange(shape.tiles)
                    vector[tile] += vector[tile] < modulus - 1
            state = tuple(-v % modulus for v in after(zero, vector))
            costs, optimal, best = solver.fewest_batch([state])
            fewest = int(costs[0])
            if taps is None or fewest == taps:
                answer = {
                    "taps": fewest,
                    "optimal_solutions": int(optimal[0]),
                    "solution": [int(t) for t in best[0]],
                }
                yield ArrowPuzzle(shape, modulus, state, level=level, answer=answer)
                break
        else:
            raise InputError(f"no board of level {level} with exactly {taps} taps in {MAX_TRIES} tries")
