"""Random path covers of a grid: numberlink boards that have at least one full-cover solution."""

from __future__ import annotations

import itertools
import random

from ...instances.errors import InputError
from ...instances.lattice import Point, check_size
from ...instances.numberlink import Edge, NumberlinkPuzzle, make_edge

__all__ = ["random_cover"]

STEPS_PER_CELL = 40


def random_cover(
    width: int, height: int, pairs: int, *, seed: int, min_length: int = 3
) -> tuple[NumberlinkPuzzle, tuple[Edge, ...]]:
    """Return a puzzle and one of its full-cover solutions; it may have more.

    The cells are covered by `pairs` paths along a snake; then, again and again, the end of a
    path takes over a neighbouring cell, with all that lies behind it (the backbite move for
    lattice walks, between paths as well).

    Args:
        width, height: size of the grid.
        pairs: number of paths.
        seed: the same seed gives the same board.
        min_length: cells of the shortest path.

    Raises:
        InputError: more paths than the grid can hold.

    Example:
        >>> from gridproof.instances.numberlink import is_solution
        >>> puzzle, edges = random_cover(6, 5, 4, seed=1)
        >>> len(puzzle.ends), is_solution(puzzle, edges)
        (4, True)
    """
    check_size(width, height)
    cells = width * height
    if pairs < 1 or min_length < 2 or pairs * min_length > cells:
        raise InputError(
            f"{pairs} paths of at least {min_length} cells do not fit on {width} x {height} cells"
        )
    chance = random.Random(seed)
    snake = [(x if y % 2 == 0 else width - 1 - x, y) for y in range(height) for x in range(width)]
    cuts = [cells * i // pairs for i in range(pairs + 1)]
    tracks = [snake[a:b] for a, b in itertools.pairwise(cuts)]
    owner: dict[Point, int] = {cell: i for i, track in enumerate(tracks) for cell in track}
    for _ in range(STEPS_PER_CELL * cells):
        i = chance.randrange(pairs)
        if chance.random() < 0.5:
            tracks[i].reverse()
        track = tracks[i]
        x, y = track[-1]
        dx, dy = chance.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        target = (x + dx, y + dy)
        j = owner.get(target)
        if j is None:
            continue
        if j == i:
            at = track.index(target)
            track[at + 1 :] = track[:at:-1]
            continue
        other = tracks[j] if chance.random() < 0.5 else tracks[j][::-1]
        at = other.index(target)
        if len(other) - at - 1 < min_length:
            continue
        taken, tracks[j] = other[at::-1], other[at + 1 :]
        track.extend(taken)
        owner.update(dict.fromkeys(taken, i))
    grid = [[""] * width for _ in range(height)]
    for k, track in enumerate(tracks, 1):
        for x, y in (track[0], track[-1]):
            grid[y][x] = str(k)
    edges = sorted(make_edge(a, b) for track in tracks for a, b in itertools.pairwise(track))
    return NumberlinkPuzzle(tuple(map(tuple, grid))), tuple(edges)
