"""Arrow puzzles: tiles over Z/m, and the effect of taps on them.

A tap on tile j adds the weight A[i][j] to every tile i it affects. The board is
solved when every tile is 0 (shown as 1). Cell order: squares row by row; hexagons
column by column from left to right, each from top to bottom; for side 2::

      2
    0   5
      3
    1   6
      4
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from .errors import InputError
from .lattice import show_int

__all__ = [
    "LEVELS",
    "MAX_MODULUS",
    "MAX_TILES",
    "ArrowPuzzle",
    "Shape",
    "after",
    "custom",
    "digits",
    "hexagon",
    "is_solution",
    "rectangle",
    "state_of_digits",
]

MAX_MODULUS = 1_000_000
MAX_TILES = 1000

Neighbours = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True)
class Shape:
    """The tiles of a board and what a tap does.

    Args:
        name: ``hexagon 4``, ``king 3 x 3``, ``plus 5 x 4`` or ``custom``.
        neighbours: for each tile i the pairs ``(j, weight)``: the effect on i of one tap on j.
        places: where each tile is drawn, ``(x, y)`` in half tile widths and half tile heights.
        record: how the shape is written in JSON.
    """

    name: str
    neighbours: Neighbours
    places: tuple[tuple[int, int], ...] = field(repr=False)
    record: str = field(repr=False)

    @property
    def tiles(self) -> int:
        """Number of tiles."""
        return len(self.neighbours)


def _check_side(value: int, name: str = "side") -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"{name} must be an integer, not {type(value).__name__}")
    if value < 1:
        raise InputError(f"{name} {show_int(value)} is not positive")
    if value > MAX_TILES:
        raise InputError(f"{name} {show_int(value)} is too large; boards have at most {MAX_TILES} tiles")


@lru_cache(maxsize=64)
def hexagon(side: int) -> Shape:
    """Return the hexagon with `side` tiles on each side; a tap affects a tile and its six neighbours.

    Example:
        >>> hexagon(4).tiles, [len(n) for n in hexagon(2).neighbours]
        (37, [4, 4, 4, 7, 4, 4, 4])
    """
    _check_side(side)
    if 3 * side * (side - 1) + 1 > MAX_TILES:
        raise InputError(f"a hexagon of side {side} is too large; boards have at most {MAX_TILES} tiles")
    reach = side - 1
    cells = [
        (q, r)
        for q in range(-reach, reach + 1)
        for r in range(max(-reach, -q - reach), min(reach, -q + reach) + 1)
    ]
    index = {cell: i for i, cell in enumerate(cells)}
    steps = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    neighbours = tuple(
        tuple(sorted((index[q + a, r + b], 1) for a, b in steps if (q + a, r + b) in index)) for q, r in cells
    )
    places = tuple((2 * (q + reach), q + 2 * r + 2 * reach) for q, r in cells)
    return Shape(f"hexagon {side}", neighbours, places, f'{{"hexagon":{side}}}')


@lru_cache(maxsize=64)
def rectangle(width: int, height: int, neighbourhood: str) -> Shape:
    """Return a board whose taps affect the 3 x 3 block (``king``) or the cross (``plus``).

    Example:
        >>> rectangle(3, 3, "king").neighbours[0]
        ((0, 1), (1, 1), (3, 1), (4, 1))
    """
    _check_side(width)
    _check_side(height)
    if width * height > MAX_TILES:
        raise InputError(f"a {width} x {height} board is too large; boards have at most {MAX_TILES} tiles")
    if neighbourhood not in ("king", "plus"):
        raise InputError(f"unknown neighbourhood {neighbourhood!r:.40}; expected 'king' or 'plus' on squares")
    neighbours = tuple(
        tuple(
            (v * width + u, 1)
            for v in range(max(0, y - 1), min(height, y + 2))
            for u in range(max(0, x - 1), min(width, x + 2))
            if neighbourhood == "king" or u == x or v == y
        )
        for y in range(height)
        for x in range(width)
    )
    places = tuple((2 * x, 2 * y) for y in range(height) for x in range(width))
    return Shape(
        f"{neighbourhood} {width} x {height}", neighbours, places, f'{{"square":[{width},{height}]}}'
    )


def custom(neighbours: Iterable[Iterable[Sequence[int]]]) -> Shape:
    """Return a board with explicit neighbours: for each tile i the pairs [j, weight].

    Raises:
        InputError: a tile number out of range or twice in a list.

    Example:
        >>> custom([[(0, 1), (1, 2)], [(1, 1)]]).name
        'custom'
    """
    rows = tuple(tuple(sorted((pair[0], pair[1]) for pair in row)) for row in neighbours)
    if not rows:
        raise InputError("no tiles; expected a list of neighbours for each tile")
    if len(rows) > MAX_TILES:
        raise InputError(f"{len(rows)} tiles; boards have at most {MAX_TILES}")
    for i, row in enumerate(rows):
        tiles = [j for j, _ in row]
        if any(not 0 <= j < len(rows) for j in tiles):
            raise InputError(f"neighbours of tile {i}: tiles are numbered 0 to {len(rows) - 1}")
        if len(set(tiles)) != len(tiles):
            raise InputError(f"neighbours of tile {i}: a tile stands twice")
    places = tuple((2 * (i % 10), 2 * (i // 10)) for i in range(len(rows)))
    text = ",".join("[" + ",".join(f"[{j},{w}]" for j, w in row) + "]" for row in rows)
    return Shape("custom", rows, places, f"[{text}]")


LEVELS: dict[str, tuple[Shape, int]] = {
    "easy": (rectangle(3, 3, "king"), 4),
    "medium": (rectangle(4, 4, "king"), 4),
    "hard": (hexagon(4), 2),
    "expert": (hexagon(4), 6),
}
"""The four levels of the game: shape and modulus."""


@dataclass(frozen=True)
class ArrowPuzzle:
    """A board of tiles over Z/m.

    Args:
        shape: tiles and effects.
        modulus: m, from 2 to 10^6.
        state: value 0 .. m - 1 of each tile; 0 is solved.
        tap_costs: cost of one tap on each tile (default 1 each), non-negative.
        forbidden: tiles that may not be tapped.
        both_ways: taps may also be undone: t taps cost min(t, m - t).
        level: the game level it was given as, if any.
        name, answer, meta: as for every instance.

    Raises:
        InputError: a wrong length, a value out of range, a weight that vanishes mod m.

    Example:
        >>> ArrowPuzzle(rectangle(1, 1, "king"), 4, (3,)).state
        (3,)
    """

    kind: ClassVar[str] = "arrow"

    shape: Shape
    modulus: int
    state: tuple[int, ...]
    tap_costs: tuple[int, ...] | None = None
    forbidden: tuple[int, ...] = ()
    both_ways: bool = False
    level: str | None = field(default=None, compare=False)
    name: str | None = field(default=None, compare=False)
    answer: Any = field(default=None, compare=False, hash=False)
    meta: dict[str, Any] | None = field(default=None, compare=False, hash=False)

    def __post_init__(self) -> None:
        m, n = self.modulus, self.shape.tiles
        if not isinstance(m, int) or isinstance(m, bool) or not 2 <= m <= MAX_MODULUS:
            shown = show_int(m) if isinstance(m, int) else type(m).__name__
            raise InputError(f"modulus {shown} is not from 2 to {MAX_MODULUS}")
        if len(self.state) != n:
            raise InputError(f"{len(self.state)} tile values, the board ({self.shape.name}) has {n}")
        for i, value in enumerate(self.state):
            if not 0 <= value < m:
                raise InputError(f"tile {i} has the value {show_int(value)}, expected 0 to {m - 1}")
        for i, row in enumerate(self.shape.neighbours):
            for j, weight in row:
                if weight % m == 0:
                    raise InputError(
                        f"the weight {show_int(weight)} of tile {j} on tile {i} vanishes mod {m}"
                    )
        if self.tap_costs is not None:
            if len(self.tap_costs) != n:
                raise InputError(f"{len(self.tap_costs)} tap costs for {n} tiles")
            if any(not 0 <= cost <= 10**6 for cost in self.tap_costs):
                raise InputError("tap costs are integers from 0 to 1000000")
        if any(not 0 <= j < n for j in self.forbidden) or len(set(self.forbidden)) != len(self.forbidden):
            raise InputError(f"forbidden tiles are distinct numbers from 0 to {n - 1}")

    def cost(self, tile: int, taps: int) -> int:
        """Return the cost of `taps` taps (0 .. m - 1) on a tile."""
        count = min(taps, self.modulus - taps) if self.both_ways else taps
        return count * (1 if self.tap_costs is None else self.tap_costs[tile])


def after(puzzle: ArrowPuzzle, taps: Sequence[int]) -> tuple[int, ...]:
    """Return the tile values after tapping tile j `taps[j]` times, one tap after the other.

    Example:
        >>> after(ArrowPuzzle(rectangle(2, 1, "king"), 4, (3, 3)), (1, 0))
        (0, 0)
    """
    state = list(puzzle.state)
    for i, row in enumerate(puzzle.shape.neighbours):
        for j, weight in row:
            state[i] = (state[i] + weight * taps[j]) % puzzle.modulus
    return tuple(state)


def is_solution(puzzle: ArrowPuzzle, taps: Sequence[int]) -> bool:
    """Return whether taps (0 .. m - 1 each, none on forbidden tiles) solve the board.

    Example:
        >>> is_solution(ArrowPuzzle(rectangle(2, 1, "king"), 4, (3, 3)), (0, 1))
        True
    """
    if len(taps) != puzzle.shape.tiles or any(not 0 <= t < puzzle.modulus for t in taps):
        return False
    return not any(taps[j] for j in puzzle.forbidden) and not any(after(puzzle, taps))


def state_of_digits(text: str, modulus: int) -> tuple[int, ...]:
    """Return the tile values of a digit string: each digit 1 .. m, and 1 means solved.

    Raises:
        InputError: another character, or a modulus above 9.

    Example:
        >>> state_of_digits("1234", 4)
        (0, 1, 2, 3)
    """
    if modulus > 9:
        raise InputError(f"digits serve moduli up to 9, not {modulus}; give 'values'")
    for i, digit in enumerate(text):
        if digit not in "123456789"[:modulus]:
            raise InputError(f"digit {digit!r} at position {i + 1}; expected 1 to {modulus}")
    return tuple(int(digit) - 1 for digit in text)


def digits(state: Sequence[int]) -> str:
    """Return tile values as the digits the game shows.

    Example:
        >>> digits((0, 1, 2, 3))
        '1234'
    """
    return "".join(str(value + 1) for value in state)
