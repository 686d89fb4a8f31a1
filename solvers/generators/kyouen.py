"""Random kyouen boards: one playable point left, none left, or exactly one bad 4-tuple."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...instances.errors import InputError
from ...instances.kyouen import KyouenBoard, bad_tuples, canonical_form, playable_points
from ...instances.lattice import Point, check_size

__all__ = ["MAX_SIDE", "avoidance", "saturated", "stages"]

MAX_SIDE = 128
MAX_TRIALS = 100_000
PLAIN_SIDE = 20
"""Longer side up to which the plain rules check each board; beyond it the native determinant does."""


def _check(width: int, height: int, stones: int | None) -> None:
    check_size(width, height)
    if max(width, height) > MAX_SIDE:
        raise InputError(f"boards with sides up to {MAX_SIDE} are made; this is {width} x {height}")
    if stones is not None and not 1 <= stones <= 3 * max(width, height):
        raise InputError(f"{stones} stones; a kyouen-free set has at most three in a row or column")


def _points(indices: Sequence[int], width: int) -> tuple[Point, ...]:
    return tuple((p % width, p // width) for p in indices)


def _playable(board: KyouenBoard) -> list[Point]:
    if max(board.width, board.height) <= PLAIN_SIDE:
        return list(playable_points(board))
    from .. import _native

    stones = [y * board.width + x for x, y in board.stones]
    hits = _native.curve_hits(board.width, board.height, stones)
    taken = set(stones)
    return list(_points([p for p, n in enumerate(hits) if not n and p not in taken], board.width))


def _trials(process: str, width: int, height: int, seed: int) -> Iterator[tuple[list[int], list[int]]]:
    from .. import _native

    kind = getattr(_native.Process, process)
    for number in itertools.count():
        trial = _native.run_trial(width, height, kind, seed % 2**64, number)
        yield list(trial.stones), list(trial.candidates)


def _take(tries: Iterator[KyouenBoard | None], count: int, distinct: bool) -> Iterator[KyouenBoard]:
    # `None` is a trial without a board.
    seen: set[object] = set()
    since = 0
    while count:
        board = next(tries)
        since += 1
        if since > MAX_TRIALS:
            raise InputError(
                f"no such board in {MAX_TRIALS} trials; ask for another size or number of stones"
            )
        if board is None:
            continue
        if distinct:
            form = canonical_form(board)
            if form in seen:
                continue
            seen.add(form)
        count -= 1
        yield replace(board, meta={**(board.meta or {}), "trials": since})
        since = 0


def avoidance(
    width: int,
    height: int,
    *,
    count: int = 1,
    seed: int = 0,
    stones: int | None = None,
    distinct: bool = False,
) -> Iterator[KyouenBoard]:
    """Yield boards with exactly one playable point, by the article's process.

    Stones are put on uniformly random playable points until one playable point is left
    (success) or none (another trial). Each board is checked again before it is yielded.

    Args:
        width, height: up to 128.
        count: how many boards.
        seed: the same seed gives the same boards.
        stones: only boards with so many stones.
        distinct: no two boards that a symmetry makes equal.

    Raises:
        InputError: a size out of range, or no such board in many trials.

    Example:
        >>> [(len(b.stones), b.answer["playable"]) for b in avoidance(5, 5, count=2, seed=3)]
        [(7, [[1, 2]]), (6, [[4, 0]])]
    """
    _check(width, height, stones)

    def tries() -> Iterator[KyouenBoard | None]:
        meta = {"generator": "gridproof kyouen-avoidance", "seed": seed}
        for placed, left in _trials("avoidance", width, height, seed):
            if len(left) != 1 or stones not in (None, len(placed)):
                yield None
                continue
            ((x, y),) = _points(left, width)
            board = KyouenBoard(width, height, _points(placed, width), None, {"playable": [[x, y]]}, meta)
            if _playable(board) != [(x, y)]:
                raise AssertionError("a generated board does not have the one playable point")
            yield board

    yield from _take(tries(), count, distinct)


def saturated(
    width: int,
    height: int,
    *,
    count: int = 1,
    seed: int = 0,
    stones: int | None = None,
    distinct: bool = False,
) -> Iterator[KyouenBoard]:
    """Yield saturated sets: stones in random order wherever they may go, until none may.

    Arguments and errors are those of `avoidance`.

    Example:
        >>> [len(b.stones) for b in saturated(5, 5, count=3, seed=1)]
        [7, 7, 7]
    """
    _check(width, height, stones)

    def tries() -> Iterator[KyouenBoard | None]:
        meta = {"generator": "gridproof kyouen-saturated", "seed": seed}
        for placed, _ in _trials("saturation", width, height, seed):
            if stones not in (None, len(placed)):
                yield None
                continue
            board = KyouenBoard(width, height, _points(placed, width), None, {"saturated": True}, meta)
            if _playable(board):
                raise AssertionError("a generated board is not saturated")
            yield board

    yield from _take(tries(), count, distinct)


def stages(
    width: int,
    height: int,
    *,
    count: int = 1,
    seed: int = 0,
    stones: int | None = None,
    distinct: bool = False,
) -> Iterator[KyouenBoard]:
    """Yield boards with exactly one bad 4-tuple: one circle or line to be found, and only one.

    A random kyouen-free set gets one more stone, uniformly among the points that complete one
    bad 4-tuple and no other.

    Args:
        width, height, count, seed, distinct: as for `avoidance`.
        stones: of each board; the default is the shorter side, at least 4.

    Raises:
        InputError: a size out of range, or no such board in many trials.

    Example:
        >>> [(len(b.stones), b.answer["bad_tuples"]) for b in stages(6, 6, count=2, seed=1)]
        [(6, 1), (6, 1)]
    """
    from .. import _native

    size = max(4, min(width, height)) if stones is None else stones
    _check(width, height, size)
    if size < 4:
        raise InputError("a bad 4-tuple needs four stones")

    def tries() -> Iterator[KyouenBoard | None]:
        for number, (placed, _) in enumerate(_trials("saturation", width, height, seed)):
            chance = random.Random(f"stage {seed} {number}")
            first = placed[: size - 1]
            hits = _native.curve_hits(width, height, first)
            once = [p for p, n in enumerate(hits) if n == 1 and p not in first]
            if len(first) < size - 1 or not once:
                yield None
                continue
            chosen = [*first, chance.choice(once)]
            chance.shuffle(chosen)
            stones_placed = _points(chosen, width)
            found = [four for _, four in bad_tuples(stones_placed)]
            if len(found) != 1:
                raise AssertionError("a generated stage does not have exactly one bad 4-tuple")
            meta = {"generator": "gridproof kyouen-stage", "seed": seed, "four": [list(p) for p in found[0]]}
            yield KyouenBoard(width, height, stones_placed, None, {"bad_tuples": 1}, meta)

    yield from _take(tries(), count, distinct)
