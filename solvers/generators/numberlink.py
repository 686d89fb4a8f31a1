"""Numberlink boards with one solution under the rule named, proved before they are yielded."""

from __future__ import annotations

import itertools
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from math import isqrt
from multiprocessing import get_context

from ...instances.errors import InputError
from ...instances.lattice import Point, check_size
from ...instances.numberlink import MAX_CELLS, RULES, Edge, NumberlinkPuzzle, fault, make_edge, paths
from ..numberlink_deduction import difficulty
from ..numberlink_diagram import Solutions
from ..numberlink_sat import SatSolutions

__all__ = ["METHODS", "SYMMETRIES", "Order", "generate", "make_board"]

Track = list[Point]

METHODS = ("cover", "random")
SYMMETRIES = ("half-turn", "mirror")

CELLS_PER_PAIR = 11
CONFLICTS = 60_000
"""Work the SAT solver may spend on one candidate before another is tried."""
STEPS_A_CELL = 2000
SHAKE = 400
FIGURE_NODES = 100
MAX_TRIES = 2000
RANDOM_TRIES = 5_000_000
MATE_SIDE = 12
"""Shorter side up to which the frontier confirms every board."""


@dataclass(frozen=True)
class Order:
    """What boards are wanted.

    Args:
        width, height: size of the grid.
        pairs: number of labels; ``None`` for one in `CELLS_PER_PAIR` cells, at least the
            shorter side - 1, or sqrt(cells) - 1 with the method ``random``.
        rule: the rule under which there is one solution.
        min_length: cells of the shortest path.
        adjacent_ends: whether the two ends of a label may be neighbours.
        symmetry: ``half-turn`` or ``mirror`` (left and right): the labels' cells, and the paths.
        method: ``cover`` (a touch-free random cover, repaired where it has a second solution)
            or ``random`` (labels at random until there is one solution, as in the article).
        seed: the same seed gives the same boards.

    Raises:
        InputError: what no board can satisfy.
    """

    width: int
    height: int
    pairs: int | None = None
    rule: str = "full-cover"
    min_length: int = 3
    adjacent_ends: bool = True
    symmetry: str | None = None
    method: str = "cover"
    seed: int = 0

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        cells = self.width * self.height
        if cells > MAX_CELLS:
            raise InputError(f"{self.width} x {self.height}: grids have at most {MAX_CELLS} cells")
        if self.rule not in RULES:
            raise InputError(f"unknown rule {self.rule!r:.40}; expected one of {', '.join(RULES)}")
        if self.method not in METHODS:
            raise InputError(f"unknown method {self.method!r:.40}; expected one of {', '.join(METHODS)}")
        if self.symmetry is not None and self.symmetry not in SYMMETRIES:
            told = ", ".join(SYMMETRIES)
            raise InputError(f"unknown symmetry {self.symmetry!r:.40}; expected one of {told}")
        if self.min_length < 2 or self.number < 1 or self.number * self.min_length > cells:
            raise InputError(
                f"{self.number} paths of at least {max(2, self.min_length)} cells do not fit on "
                f"{self.width} x {self.height} cells"
            )
        if self.method == "random" and self.symmetry is not None:
            raise InputError("the method random places labels without symmetry")
        if self.symmetry == "mirror" and self.width % 2:
            raise InputError("mirror symmetry needs an even width")
        if self.symmetry is not None and self.number % 2 != cells % 2:
            raise InputError(
                f"{self.symmetry} on {cells} cells needs an {'odd' if cells % 2 else 'even'} number of pairs"
            )

    @property
    def number(self) -> int:
        """The number of pairs."""
        if self.pairs is not None:
            return self.pairs
        cells = self.width * self.height
        if self.method == "random":
            return max(1, isqrt(cells) - 1)
        number = max(min(self.width, self.height) - 1, round(cells / CELLS_PER_PAIR), 1)
        if self.symmetry is not None and number % 2 != cells % 2:
            number += 1
        return min(number, max(1, cells // max(2, self.min_length)))


def generate(order: Order, *, count: int = 1, workers: int = 1) -> Iterator[NumberlinkPuzzle]:
    """Yield boards that have exactly one solution under the rule of the order.

    Each is proved by the SAT solver and, up to 12 cells on the shorter side, by the frontier
    method as well (``meta`` says so); ``answer`` holds the solution. Board i depends on the
    order and on i alone, so any number of workers gives the same boards.

    Raises:
        InputError: no such board in many tries.

    Example:
        >>> board = next(generate(Order(6, 6, pairs=4, seed=1)))
        >>> len(board.ends), len(board.answer["solution"]), board.meta["proved_by"]
        (4, 32, ['sat', 'mate'])
    """
    if workers < 2 or count < 2:
        yield from (make_board(order, number) for number in range(count))
        return
    # Ctrl-C reaches the whole group of processes; the caller alone answers it.
    with ProcessPoolExecutor(
        min(workers, count),
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    ) as pool:
        yield from pool.map(partial(make_board, order), range(count))


def make_board(order: Order, number: int, *, seconds: float | None = None) -> NumberlinkPuzzle:
    """Return board `number` of an order; see `generate`.

    Raises:
        TimeoutError: no board within the time.
    """
    deadline = None if seconds is None else time.perf_counter() + seconds
    chance = random.Random(f"{order} {number}")
    make = _by_cover if order.method == "cover" else _by_placement
    puzzle, solution, tries = make(order, chance, deadline)
    wrong = fault(puzzle, solution)
    if wrong is not None:
        raise AssertionError(f"the generator's own solution fails: {wrong}")
    proved_by = ["sat"]
    if _by_frontier(order):
        if Solutions(puzzle).count != 1:
            raise AssertionError("the frontier method does not find exactly one solution")
        proved_by.append("mate")
    figures = difficulty(puzzle, solution, node_limit=FIGURE_NODES)
    meta = {
        "generator": f"gridproof numberlink {order.method}",
        "seed": order.seed,
        "number": number,
        "candidates": tries,
        "proved_by": proved_by,
        **figures.to_json(),
    }
    answer = {"status": "UNIQUE", "solution": [[list(a), list(b)] for a, b in solution]}
    return replace(puzzle, answer=answer, meta=meta)


def _by_frontier(order: Order) -> bool:
    return order.rule != "full-cover+no-touch" and min(order.width, order.height) <= MATE_SIDE


def _check_time(deadline: float | None) -> None:
    if deadline is not None and time.perf_counter() > deadline:
        raise TimeoutError("no board within the time")


def _by_cover(
    order: Order, chance: random.Random, deadline: float | None
) -> tuple[NumberlinkPuzzle, tuple[Edge, ...], int]:
    region = _Region(order, chance)
    start: list[list[int]] = []
    focus: set[Point] = set()
    repairs = 0
    for tries in range(1, MAX_TRIES + 1):
        _check_time(deadline)
        tracks, start = region.cover(start, focus, chance.getrandbits(63))
        repairs += 1
        if tracks is None or repairs > 5 + len(region.open) // 10:
            region = _Region(order, chance)
            start, focus, repairs = [], set(), 0
            continue
        puzzle, solution = _puzzle(order, tracks)
        with SatSolutions(puzzle, known=[solution]) as search:
            other = search.next(conflicts=CONFLICTS)
            if search.exhausted:
                return puzzle, solution, tries
        # Cells where the second solution differs are covered anew; the rest stays.
        focus = {cell for edge in set(other or ()) ^ set(solution) for cell in edge} if other else set()
        if other is None:
            start = []
    raise InputError(f"no such board among {MAX_TRIES} candidates; ask for more or fewer pairs")


def _puzzle(order: Order, tracks: Sequence[Track]) -> tuple[NumberlinkPuzzle, tuple[Edge, ...]]:
    edges = sorted(make_edge(a, b) for track in tracks for a, b in itertools.pairwise(track))
    return _labelled(order, [(track[0], track[-1]) for track in tracks]), tuple(edges)


def _labelled(order: Order, pairs: Sequence[tuple[Point, Point]]) -> NumberlinkPuzzle:
    grid = [[""] * order.width for _ in range(order.height)]
    for k, pair in enumerate(sorted(pairs, key=lambda pair: min((y, x) for x, y in pair)), 1):
        for x, y in pair:
            grid[y][x] = str(k)
    return NumberlinkPuzzle(tuple(map(tuple, grid)), order.rule)


class _Region:
    # The cells that are covered: all, or one of each pair of images, with a ragged border.
    def __init__(self, order: Order, chance: random.Random) -> None:
        self.order = order
        w, h = order.width, order.height
        self.image: Callable[[Point], Point] | None = None
        self.open = [1] * (w * h)
        self.centre: Point | None = None
        if order.symmetry == "half-turn":
            self.image = lambda c: (w - 1 - c[0], h - 1 - c[1])
            if w * h % 2:
                self.centre = (w // 2, h // 2)
        elif order.symmetry == "mirror":
            self.image = lambda c: (w - 1 - c[0], c[1])
        if self.image is not None:
            self._halve(chance)

    def _halve(self, chance: random.Random) -> None:
        assert self.image is not None
        w, h = self.order.width, self.order.height
        # The border wanders by a cell or two, so that it does not show as a line.
        lean = [chance.randrange(-1, 2) for _ in range(max(w, h))]
        for y in range(h):
            for x in range(w):
                a, b = (x, y), self.image((x, y))
                if self.order.symmetry == "mirror":
                    first = x < w // 2 + (lean[y] if x in (w // 2 - 1, w // 2) else 0)
                    other = b[0] < w // 2 + (lean[y] if b[0] in (w // 2 - 1, w // 2) else 0)
                else:
                    first, other = self._above(a, lean), self._above(b, lean)
                if first == other:
                    first = a < b
                self.open[y * w + x] = int(first and a != self.centre)

    def _above(self, cell: Point, lean: Sequence[int]) -> bool:
        w, h = self.order.width, self.order.height
        x, y = cell
        side = lean[x] if x < w - 1 - x else -lean[w - 1 - x] if x > w - 1 - x else 0
        return 2 * (y - side) < h - 1

    def cover(
        self, start: list[list[int]], focus: set[Point], seed: int
    ) -> tuple[list[Track] | None, list[list[int]]]:
        from .. import _native

        order, w = self.order, self.order.width
        inside = {y * w + x for x, y in focus}
        if self.image is not None:
            inside |= {y * w + x for x, y in map(self.image, focus)}
        pairs = order.number if self.image is None else (order.number + (self.centre is not None)) // 2
        cover = _native.path_cover(
            w,
            order.height,
            self.open,
            pairs,
            min_length=order.min_length,
            adjacent_ends=order.adjacent_ends,
            seed=seed,
            steps=STEPS_A_CELL * len(self.open),
            start=start,
            focus=sorted(c for c in inside if self.open[c]) if start else [],
            shake=SHAKE if start else 0,
        )
        if not cover.reached:
            return None, []
        tracks = [[(c % w, c // w) for c in path] for path in cover.paths]
        return self._with_images(tracks), cover.paths

    def _with_images(self, tracks: list[Track]) -> list[Track] | None:
        if self.image is None:
            return tracks
        whole = []
        joined = self.centre is None
        for track in tracks:
            mirrored = [self.image(cell) for cell in track]
            if not joined and self.centre is not None:
                for way, back in ((track, mirrored), (track[::-1], mirrored[::-1])):
                    if abs(way[-1][0] - self.centre[0]) + abs(way[-1][1] - self.centre[1]) == 1:
                        whole.append([*way, self.centre, *back[::-1]])
                        joined = True
                        break
                else:
                    whole += [track, mirrored]
                continue
            whole += [track, mirrored]
        return whole if joined else None


def _by_placement(
    order: Order, chance: random.Random, deadline: float | None
) -> tuple[NumberlinkPuzzle, tuple[Edge, ...], int]:
    cells = [(x, y) for y in range(order.height) for x in range(order.width)]
    for tries in range(1, RANDOM_TRIES + 1):
        if tries % 64 == 0:
            _check_time(deadline)
        drawn = chance.sample(cells, 2 * order.number)
        pairs = list(zip(drawn[::2], drawn[1::2], strict=True))
        if not order.adjacent_ends and any(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairs):
            continue
        if not _can_be_solved(order, pairs):
            continue
        puzzle = _labelled(order, pairs)
        if _by_frontier(order) and Solutions(puzzle).count != 1:
            continue
        with SatSolutions(puzzle) as search:
            solution = search.next()
            if solution is None or search.next() is not None:
                continue
        if min(map(len, paths(puzzle, solution).values())) >= order.min_length:
            return puzzle, solution, tries
    raise InputError(f"no such board among {RANDOM_TRIES} random placements")


def _can_be_solved(order: Order, pairs: Sequence[tuple[Point, Point]]) -> bool:
    # Necessary conditions that spare most calls of the solver: a path covers one cell more
    # of its ends' colour, or as many of both (full cover); labels on the rim do not cross.
    w, h = order.width, order.height
    if order.rule != "any":
        surplus = sum(1 - 2 * (a[0] + a[1] & 1) for a, b in pairs if (sum(a) - sum(b)) % 2 == 0)
        if surplus != w * h % 2:
            return False
    rim: dict[Point, int] = {}
    for point in (
        *((x, 0) for x in range(w)),
        *((w - 1, y) for y in range(1, h)),
        *((x, h - 1) for x in range(w - 2, -1, -1)),
        *((0, y) for y in range(h - 2, 0, -1)),
    ):
        rim.setdefault(point, len(rim))
    around = sorted(
        (rim[end], k) for k, pair in enumerate(pairs) for end in pair if all(p in rim for p in pair)
    )
    open_labels: list[int] = []
    for _, k in around:
        if open_labels and open_labels[-1] == k:
            open_labels.pop()
        else:
            open_labels.append(k)
    return not open_labels
