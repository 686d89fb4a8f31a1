"""CP-SAT models of the extremal problems on kyouen-free sets.

One Boolean a point, at most three a curve. For saturated sets one Boolean y a
curve says that exactly three stones lie on it, and every empty point lies on
such a curve. Cuts and symmetry breaking are options, so that each can be tested
not to lose a solution and measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

from ortools.sat.python import cp_model

from ..instances.kyouen import curve_through
from ..instances.lattice import Point, board_points, symmetries

__all__ = [
    "Curves",
    "KyouenModel",
    "Options",
    "build_maximum",
    "build_saturated",
    "maximum_cases",
    "plain_curves",
    "saturated_cases",
]

Curves = Sequence[Sequence[Point]]
"""For each circle or line with at least four board points, its board points."""


@dataclass(frozen=True)
class Options:
    """Named extras of a model; the default is the plain model.

    Args:
        bands: ``{(w, h): K}`` upper bounds for kyouen-free sets in any w x h window of
            the board (a band is a window as wide as the board).
        x_sums: two rows (two columns) share no coordinate sum of a pair of stones, since
            such pairs form an isosceles trapezium.
        symmetry: of the images of a set keep one whose upper and left halves are the fuller.
        coverage: curves with three stones cover the empty points often enough in total.
        hint: stones of a known set to start from.
    """

    bands: Mapping[tuple[int, int], int] = field(default_factory=dict)
    x_sums: bool = False
    symmetry: bool = False
    coverage: bool = False
    hint: tuple[Point, ...] = ()


@dataclass(frozen=True)
class KyouenModel:
    """A model and its handles.

    Args:
        model: the CP-SAT model.
        stones: the decision variable of each point.
        full: for saturated sets, for each curve whether three stones lie on it.
    """

    model: cp_model.CpModel
    stones: dict[Point, cp_model.IntVar]
    full: list[cp_model.IntVar] = field(default_factory=list)


def plain_curves(width: int, height: int) -> list[tuple[Point, ...]]:
    """Return the curves of a small board by exact Python integers; O((w h)^3).

    Example:
        >>> len(plain_curves(3, 3))
        14
    """
    found: dict[object, set[Point]] = {}
    for triple in combinations(board_points(width, height), 3):
        found.setdefault(curve_through(*triple), set()).update(triple)
    return [tuple(sorted(points)) for points in found.values() if len(points) >= 4]


def _base(width: int, height: int, curves: Curves, options: Options) -> KyouenModel:
    model = cp_model.CpModel()
    x = {p: model.new_bool_var(f"x{p[0]}_{p[1]}") for p in board_points(width, height)}
    for curve in curves:
        model.add(sum(x[p] for p in curve) <= 3)
    if options.bands:
        _add_bands(model, x, width, height, options.bands)
    if options.x_sums:
        _add_sums(model, x, width, height)
    if options.symmetry:
        _add_symmetry(model, x, width, height)
    if options.hint:
        stones = set(options.hint)
        for p, variable in x.items():
            model.add_hint(variable, p in stones)
    return KyouenModel(model, x)


def _add_bands(
    model: cp_model.CpModel,
    x: Mapping[Point, cp_model.IntVar],
    width: int,
    height: int,
    bands: Mapping[tuple[int, int], int],
) -> None:
    for (w, h), bound in sorted(bands.items()):
        for left in range(width - w + 1):
            for top in range(height - h + 1):
                window = (x[left + i, top + j] for j in range(h) for i in range(w))
                model.add(sum(window) <= bound)


def _add_sums(model: cp_model.CpModel, x: Mapping[Point, cp_model.IntVar], width: int, height: int) -> None:
    def add(lines: Iterable[list[cp_model.IntVar]]) -> None:
        by_sum: dict[int, list[cp_model.IntVar]] = {}
        for line in lines:
            for i, j in combinations(range(len(line)), 2):
                pair = model.new_bool_var("")
                model.add_bool_or(line[i].negated(), line[j].negated(), pair)
                model.add_implication(pair, line[i])
                model.add_implication(pair, line[j])
                by_sum.setdefault(i + j, []).append(pair)
        # Two such pairs in one line would be four on a line.
        for pairs in by_sum.values():
            model.add_at_most_one(pairs)

    add([x[i, j] for i in range(width)] for j in range(height))
    add([x[i, j] for j in range(height)] for i in range(width))


def _add_symmetry(
    model: cp_model.CpModel, x: Mapping[Point, cp_model.IntVar], width: int, height: int
) -> None:
    # The two reflections act independently on the two differences, and on a
    # square the transposition exchanges them.
    vertical = sum(x[i, j] - x[i, height - 1 - j] for j in range(height // 2) for i in range(width))
    horizontal = sum(x[i, j] - x[width - 1 - i, j] for i in range(width // 2) for j in range(height))
    model.add(vertical >= 0)
    model.add(horizontal >= 0)
    if width == height:
        model.add(vertical >= horizontal)


def build_maximum(
    width: int,
    height: int,
    curves: Curves | None = None,
    *,
    at_least: int | None = None,
    options: Options | None = None,
) -> KyouenModel:
    """Build "a largest kyouen-free set", or with `at_least` "one with so many points exists".

    Args:
        width: number of columns.
        height: number of rows.
        curves: the curves of the board; computed in Python by default.
        at_least: feasibility form: the least number of points.
        options: cuts, symmetry breaking and hint.

    Example:
        >>> len(build_maximum(3, 3).stones)
        9
    """
    built = _base(
        width, height, plain_curves(width, height) if curves is None else curves, options or Options()
    )
    if at_least is None:
        built.model.maximize(sum(built.stones.values()))
    else:
        built.model.add(sum(built.stones.values()) >= at_least)
    return built


def build_saturated(
    width: int,
    height: int,
    curves: Curves | None = None,
    *,
    size: int | None = None,
    at_most: int | None = None,
    minimize: bool = True,
    options: Options | None = None,
) -> KyouenModel:
    """Build "a smallest saturated set", or the sets of a given or limited size.

    Args:
        width: number of columns.
        height: number of rows.
        curves: the curves of the board; computed in Python by default.
        size: exactly so many points (feasibility form).
        at_most: no more than so many points.
        minimize: ask for the fewest points (ignored with `size`).
        options: cuts, symmetry breaking and hint.

    Example:
        >>> len(build_saturated(2, 2).stones)
        4
    """
    options = options or Options()
    curves = plain_curves(width, height) if curves is None else curves
    built = _base(width, height, curves, options)
    model, x = built.model, built.stones
    through: dict[Point, list[cp_model.IntVar]] = {p: [] for p in x}
    weighted = []
    for index, curve in enumerate(curves):
        y = model.new_bool_var(f"y{index}")
        total = sum(x[p] for p in curve)
        model.add(3 * y <= total)
        model.add(total <= 2 + y)
        for p in curve:
            through[p].append(y)
        built.full.append(y)
        weighted.append((len(curve) - 3) * y)
    for p, variable in x.items():
        model.add_bool_or([variable, *through[p]])
    stones = sum(x.values())
    if options.coverage:
        model.add(sum(weighted) + stones >= width * height)
    if size is not None:
        model.add(stones == size)
    else:
        if at_most is not None:
            model.add(stones <= at_most)
        if minimize:
            model.minimize(stones)
    return built


def maximum_cases(
    width: int, height: int, curves: Curves | None = None, *, at_least: int, options: Options | None = None
) -> Iterator[KyouenModel]:
    """Build feasibility models that together cover "a kyouen-free set of so many points exists".

    One case for each number of stones, 3 down to 0, in the middle row.

    Args:
        width: number of columns.
        height: number of rows.
        curves: the curves of the board; computed in Python by default.
        at_least: the least number of points.
        options: cuts and symmetry breaking.

    Example:
        >>> len(list(maximum_cases(3, 3, at_least=6)))
        4
    """
    curves = plain_curves(width, height) if curves is None else curves
    for count in range(min(3, width), -1, -1):
        built = build_maximum(width, height, curves, at_least=at_least, options=options)
        built.model.add(sum(built.stones[i, height // 2] for i in range(width)) == count)
        yield built


def saturated_cases(
    width: int, height: int, curves: Curves | None = None, *, at_most: int
) -> Iterator[KyouenModel]:
    """Build feasibility models that together cover "a saturated set of at most so many points exists".

    A set of k stones has C(k, 3) triples, and these block the N - k other points; so some
    curve with three stones has at least 3 + (N - k) / C(k, 3) points. The curves are put in
    order, the largest first, one for each orbit under the symmetries of the board; a case
    says that the curve carries three stones and that no curve of an earlier orbit does.

    Args:
        width: number of columns.
        height: number of rows.
        curves: the curves of the board; computed in Python by default.
        at_most: the most points, at least 3 (smaller sets block nothing).

    Example:
        >>> len(list(saturated_cases(6, 6, at_most=5)))
        6
    """
    curves = plain_curves(width, height) if curves is None else curves
    number = {frozenset(curve): index for index, curve in enumerate(curves)}
    maps = symmetries(width, height)
    orbits = {frozenset(number[frozenset(map(g, curve))] for g in maps) for curve in curves}
    triples = comb(at_most, 3)
    earlier: set[int] = set()
    for orbit in sorted(orbits, key=lambda o: (-len(curves[min(o)]), min(o))):
        if (len(curves[min(orbit)]) - 3) * triples < width * height - at_most:
            break
        built = build_saturated(
            width, height, curves, at_most=at_most, minimize=False, options=Options(coverage=True)
        )
        for index in earlier:
            built.model.add(built.full[index] == 0)
        built.model.add(built.full[min(orbit)] == 1)
        built.model.add(sum(built.full) <= triples)
        yield built
        earlier |= orbit
