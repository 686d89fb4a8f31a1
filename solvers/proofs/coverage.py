"""Do cubes cover a search space up to symmetry? Checked from the definition, in plain Python.

Two kinds of cubes. Rows of a kyouen-free set, for the maximum: a cube is a filling of the first
rows, and every filling must be a cube, or begin with one, or have all its extensions by one row
covered. Seeds of deletion chains, for the minimum: three stones, and every three stones that can
begin a chain must be an image of a seed under a symmetry of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import lcm

from ...instances.errors import InputError
from ...instances.kyouen import are_concyclic, bad_curves
from ...instances.lattice import Point, board_points

__all__ = ["band_bound", "check_rows", "check_seeds", "least_coverage", "seed_images"]

MOST_CLASSES = 1 << 16


def band_bound(bands: Sequence[int], width: int) -> int:
    """Return a bound for one row more than `bands` has: by three a row, and by two bands.

    Args:
        bands: [j]: a bound for j rows, from j = 0.
        width: of the board.

    Example:
        >>> band_bound([0, 3, 6, 8], 5)
        11
    """
    rows = len(bands)
    split = (bands[j] + bands[rows - j] for j in range(1, rows))
    return min([min(3, width) * rows, *split])


def _fillings(before: tuple[Point, ...], y: int, width: int, symmetric: bool) -> Iterator[tuple[Point, ...]]:
    """Fillings of row y that leave the set kyouen-free; of mirror images the larger bit pattern."""
    free = [
        (x, y)
        for x in range(width)
        if not any(are_concyclic(*three, (x, y)) for three in combinations(before, 3))
    ]
    for count in range(4):
        for row in combinations(free, count):
            if symmetric:
                bits = sum(1 << x for x, _ in row)
                mirror = sum(1 << (width - 1 - x) for x, _ in row)
                if bits < mirror:
                    continue
            if all(
                not are_concyclic(*old, *new)
                for size in (2, 3)
                for new in combinations(row, size)
                for old in combinations(before, 4 - size)
            ):
                yield row


def check_rows(width: int, rows: int, cubes: Iterable[tuple[Sequence[int], int]]) -> None:
    """Check that fillings of first rows cover all kyouen-free sets, up to the left-right mirror.

    Args:
        width: of the board.
        rows: of the question.
        cubes: pairs (stones as indices y * width + x, number of rows filled).

    Raises:
        InputError: a part of the space is not covered, or a cube is doubled or is none.

    Example:
        >>> check_rows(2, 1, [((), 1), ((1,), 1), ((0, 1), 1)])
        >>> check_rows(2, 1, [((), 1), ((0, 1), 1)])
        Traceback (most recent call last):
            ...
        gridproof.instances.errors.InputError: not covered: first 1 rows with stones (1, 0)
    """
    left: set[tuple[tuple[int, ...], int]] = set()
    beyond: set[tuple[tuple[int, ...], int]] = set()
    for stones, depth in cubes:
        cube = tuple(stones), depth
        if cube in left:
            raise InputError(f"a cube is there twice: {_told(cube, width)}")
        left.add(cube)
        for less in range(depth):
            beyond.add((tuple(p for p in cube[0] if p < less * width), less))

    def visit(before: tuple[Point, ...], depth: int, symmetric: bool) -> None:
        cube = tuple(y * width + x for x, y in before), depth
        if cube in left:
            left.discard(cube)
            return
        if cube not in beyond or depth == rows:
            raise InputError(f"not covered: {_told(cube, width)}")
        for row in _fillings(before, depth, width, symmetric):
            mirrored = {(width - 1 - x, y) for x, y in row}
            visit(before + row, depth + 1, symmetric and mirrored == set(row))

    visit((), 0, True)
    if left:
        raise InputError(f"no part of the space, or covered by another cube: {_told(min(left), width)}")


def _told(cube: tuple[tuple[int, ...], int], width: int) -> str:
    stones = " ".join(f"({p % width}, {p // width})" for p in cube[0])
    return f"first {cube[1]} rows {'with stones ' + stones if stones else 'without a stone'}"


def least_coverage(points: int, size: int) -> int:
    """Return how many points the first three stones of a deletion chain block at least.

    Read upwards: some stone of a set of s + 1 stones loses at most a share 3 / (s + 1) of the
    blocked points, since every blocked point has a triple of stones that do.

    Args:
        points: of the board.
        size: of the saturated set at the end of the chain.

    Example:
        >>> least_coverage(64, 7)
        2
    """
    need = points - size
    for stones in range(size - 1, 2, -1):
        need = -(-(stones - 2) * need // (stones + 1))
    return need


def seed_images(width: int, height: int, stones: Sequence[Point]) -> tuple[tuple[Point, ...], ...]:
    """Return the images of stones under the symmetries of the board, each sorted.

    Example:
        >>> len(seed_images(3, 2, [(0, 0)])), len(seed_images(3, 3, [(0, 0)]))
        (4, 8)
    """
    turns: list[list[Point]] = [list(stones)]
    if width == height:
        turns.append([(y, x) for x, y in stones])
    return tuple(
        tuple(sorted((width - 1 - x if a else x, height - 1 - y if b else y) for x, y in turned))
        for turned in turns
        for a in (False, True)
        for b in (False, True)
    )


def check_seeds(width: int, height: int, size: int, parts: Iterable[tuple[Sequence[int], int, int]]) -> None:
    """Check that seeds cover all deletion chains to saturated sets, up to symmetry.

    Args:
        width, height: of the board.
        size: of the saturated sets.
        parts: triples (three stones as indices y * width + x, part, parts).

    Raises:
        InputError: a triple that can begin a chain is no image of a seed; a seed is there twice; a
            part of it is missing.

    Example:
        >>> check_seeds(4, 4, 4, [])
        Traceback (most recent call last):
            ...
        gridproof.instances.errors.InputError: not covered: chains from (0, 0) (0, 1) (1, 2)
    """
    seen: dict[tuple[Point, ...], tuple[tuple[int, ...], list[tuple[int, int]]]] = {}
    for stones, part, count in parts:
        seed = tuple(stones)
        least = min(seed_images(width, height, [(p % width, p // width) for p in seed]))
        known, shares = seen.setdefault(least, (seed, []))
        if known != seed:
            raise InputError(f"two seeds are images of each other: {known} and {seed}")
        shares.append((part, count))
    for seed, shares in seen.values():
        _check_parts(seed, shares)
    covered = {image for seed in seen for image in seed_images(width, height, seed)}
    need = least_coverage(width * height, size)
    points = list(board_points(width, height))
    groups = bad_curves(points).values() if need > 0 else [points]
    for group in sorted(tuple(sorted(g)) for g in groups):
        if len(group) - 3 < need and need > 0:
            continue
        for three in combinations(group, 3):
            if three not in covered:
                told = " ".join(map(str, three))
                raise InputError(f"not covered: chains from {told}")


def _check_parts(seed: tuple[int, ...], shares: list[tuple[int, int]]) -> None:
    """Part i of m stands for the children i, i + m, ...: each child must be in exactly one part."""
    whole = lcm(*(count for _, count in shares))
    if whole > MOST_CLASSES:
        raise InputError(f"seed {seed} is cut too finely")
    classes = [c for part, count in shares for c in range(part, whole, count)]
    if len(set(classes)) < len(classes):
        raise InputError(f"a part of seed {seed} is there twice")
    if len(classes) < whole:
        raise InputError(f"a part of seed {seed} is missing")
