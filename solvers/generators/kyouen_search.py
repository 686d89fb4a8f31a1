"""Large kyouen-free sets and small saturated sets by heuristic search: witnesses, never proofs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

from ...instances.errors import InputError
from ...instances.formats import read_text
from ...instances.kyouen import KyouenBoard, is_kyouen_free, is_saturated
from ...instances.lattice import check_size
from ..limits import Limits, Progress

__all__ = ["KNOWN_LARGEST", "LIBRARY", "best_known", "search_large", "search_saturated"]

MAX_SIDE = 64
CP_SAT_SIDE = 13
LIBRARY = ("kyouen-max", "kyouen-min")

KNOWN_LARGEST = (
    1, 3, 5, 7, 9, 11, 14, 15, 18, 19, 21, 23, 26, 27, 29, 31, 33, 35, 36, 38,
    41, 42, 44, 45, 47, 49, 50, 52, 54, 55,
)  # fmt: skip
"""Published lower bounds for n = 1 to 30; exact up to 10 (OEIS A395821)."""


def best_known(problem: str, side: int) -> KyouenBoard | None:
    """Return the best set of the library for n x n, or ``None``.

    Example:
        >>> len(best_known("kyouen-max", 11).stones)
        21
    """
    if problem not in LIBRARY:
        raise InputError(f"unknown problem {problem!r:.40}; expected one of {', '.join(LIBRARY)}")
    text = files("gridproof.instances.library").joinpath(f"{problem}.jsonl").read_text(encoding="utf-8")
    boards = [r.instance for r in read_text(text, f"{problem}.jsonl")]
    matching = [b for b in boards if isinstance(b, KyouenBoard) and b.width == b.height == side]
    if not matching:
        return None
    return (max if problem == "kyouen-max" else min)(matching, key=lambda b: len(b.stones))


class _Reached(Exception):
    """Another thread has a set of the target size."""


def _board(width: int, height: int, stones: list[int], how: dict[str, object]) -> KyouenBoard:
    placed = tuple(sorted((p % width, p // width) for p in stones))
    return KyouenBoard(width, height, placed, None, None, how)


def search_large(
    width: int,
    height: int,
    *,
    target: int | None = None,
    seed: int = 1,
    half_turn: bool | None = None,
    engine: str = "native",
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> KyouenBoard:
    """Return a large kyouen-free set.

    A set with a quarter turn has four points on one circle, one with a reflection two mirror
    pairs on one; so the half turn is the only symmetry worth a class of its own.

    Args:
        width, height: up to 64 (CP-SAT: 13).
        target: stop at so many stones.
        seed: of the native search.
        half_turn: only sets equal to their half turn, only unrestricted moves, or (``None``) one
            thread of each.
        engine: ``native`` or ``cp-sat``.
        limits: time and threads; ten seconds by default.
        progress: called a few times a second.

    Raises:
        InputError: a size or engine out of range.

    Example:
        >>> len(search_large(6, 6, target=11).stones)
        11
    """
    from .. import _native

    check_size(width, height)
    limits = limits or Limits(seconds=10.0)
    if engine == "cp-sat":
        return _by_cp_sat(width, height, half_turn is not False, limits)
    if engine != "native":
        raise InputError(f"unknown engine {engine!r:.40}; expected native or cp-sat")
    if max(width, height) > MAX_SIDE:
        raise InputError(f"sets are searched up to side {MAX_SIDE}; this is {width} x {height}")

    reached = threading.Event()

    def watch(done: int, total: int, nodes: int) -> None:
        if reached.is_set():
            raise _Reached
        if progress is not None:
            progress(done, total, nodes)

    def one(number: int) -> tuple[list[int], dict[str, object]]:
        turn = half_turn if half_turn is not None else number % 2 == 1
        try:
            found = _native.search_large(
                width,
                height,
                half_turn=turn,
                target=target or 0,
                seed=(seed + number) % 2**64,
                seconds=limits.seconds or 10.0,
                progress=watch,
            )
        except _Reached:
            return [], {}
        if found.reached:
            reached.set()
        how = {"found_by": "native", "half_turn": turn, "seed": seed + number, "moves": found.moves}
        return list(found.stones), how

    start = time.perf_counter()
    with ThreadPoolExecutor(limits.threads) as pool:
        results = list(pool.map(one, range(max(limits.threads, 1 if half_turn is not None else 2))))
    stones, how = max(results, key=lambda result: len(result[0]))
    board = _board(width, height, stones, {**how, "seconds": round(time.perf_counter() - start, 1)})
    if not is_kyouen_free(board.stones):
        raise AssertionError("the search returned a set that is not kyouen-free")
    return board


def _by_cp_sat(width: int, height: int, half_turn: bool, limits: Limits) -> KyouenBoard:
    from ...models.kyouen import build_maximum
    from ..cp_sat import solve
    from ..kyouen import board_curves

    if max(width, height) > CP_SAT_SIDE:
        raise InputError(f"CP-SAT searches up to side {CP_SAT_SIDE}; this is {width} x {height}")
    built = build_maximum(width, height, board_curves(width, height))
    if half_turn:
        for (x, y), variable in built.stones.items():
            built.model.add(variable == built.stones[width - 1 - x, height - 1 - y])
    outcome = solve(built.model, built.stones, limits)
    stones = [y * width + x for (x, y), on in (outcome.values or {}).items() if on]
    board = _board(
        width,
        height,
        stones,
        {"found_by": "cp-sat", "half_turn": half_turn, "status": outcome.status, "bound": outcome.bound},
    )
    if not is_kyouen_free(board.stones):
        raise AssertionError("CP-SAT returned a set that is not kyouen-free")
    return board


def search_saturated(
    width: int,
    height: int,
    *,
    size: int | None = None,
    seed: int = 1,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Iterator[KyouenBoard]:
    """Yield smaller and smaller saturated sets until the time is over.

    Args:
        width, height: up to 64.
        size: begin with sets of so many stones; by default twice the shorter side.
        seed: of the search.
        limits: time for each size; ten seconds by default.
        progress: called a few times a second.

    Raises:
        InputError: a size out of range.

    Example:
        >>> [len(b.stones) for b in search_saturated(5, 5, size=6)][-1]
        5
    """
    from .. import _native

    check_size(width, height)
    if max(width, height) > MAX_SIDE:
        raise InputError(f"sets are searched up to side {MAX_SIDE}; this is {width} x {height}")
    limits = limits or Limits(seconds=10.0)
    wanted = size if size is not None else 2 * min(width, height)
    while wanted >= 1:
        start = time.perf_counter()
        found = _native.search_saturated(
            width, height, size=wanted, seed=seed % 2**64, seconds=limits.seconds or 10.0, progress=progress
        )
        if not found.reached:
            return
        how: dict[str, object] = {"found_by": "native", "seed": seed, "moves": found.moves}
        how["seconds"] = round(time.perf_counter() - start, 1)
        board = _board(width, height, list(found.stones), how)
        if not is_saturated(board):
            raise AssertionError("the search returned a set that is not saturated")
        yield board
        wanted = len(board.stones) - 1
