"""Square boards as CP-SAT sees them: colourings, square-free sets, saturated ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ortools.sat.python import cp_model

from ..instances.lattice import Point, board_points, symmetries
from ..instances.squares import STANDARD, SquareRule, all_squares

__all__ = ["Options", "SquaresModel", "build_colouring", "build_saturated", "build_square_free"]


@dataclass(frozen=True)
class Options:
    """What is added to the plain model.

    Measured by benchmarks/squares.py: on N = 6 none is faster than the plain model, so none is
    used by default.

    Args:
        symmetry: with a weight for each point, larger towards the top left, a set weighs at
            least as much as each of its images; so some image of every set stays.
        sub_boards: (width, height): largest square-free set of that board, used as a bound on
            every sub-board of that size. Only values that are proved may be given.
    """

    symmetry: bool = False
    sub_boards: Mapping[tuple[int, int], int] | None = None


PLAIN = Options()


@dataclass(frozen=True)
class SquaresModel:
    """A CP-SAT model and its handles.

    Args:
        model: the model.
        points: the variable of each point: in the set, or of the first colour.
    """

    model: cp_model.CpModel
    points: dict[Point, cp_model.IntVar]


def _empty(width: int, height: int) -> SquaresModel:
    model = cp_model.CpModel()
    return SquaresModel(model, {p: model.new_bool_var(f"point {p}") for p in board_points(width, height)})


def build_colouring(
    width: int, height: int, rule: SquareRule = STANDARD, *, balanced: bool = False
) -> SquaresModel:
    """Return the model of two-colourings without a one-coloured square.

    Args:
        width, height: of the board.
        rule: which squares count.
        balanced: as many points of the first colour as of the second, or one more.
    """
    built = _empty(width, height)
    for square in all_squares(width, height, rule):
        corners = [built.points[c] for c in square.corners]
        built.model.add_bool_or(corners)
        built.model.add_bool_or([~c for c in corners])
    if balanced:
        built.model.add(sum(built.points.values()) == (width * height + 1) // 2)
    return built


def build_square_free(
    width: int,
    height: int,
    rule: SquareRule = STANDARD,
    *,
    at_least: int | None = None,
    options: Options = PLAIN,
) -> SquaresModel:
    """Return the model of square-free sets, to be maximised or of at least some size."""
    built = _empty(width, height)
    _no_square(built, width, height, rule)
    if options.symmetry:
        _weigh_against_images(built, width, height)
    for (w, h), most in (options.sub_boards or {}).items():
        for y in range(height - h + 1):
            for x in range(width - w + 1):
                built.model.add(sum(built.points[x + i, y + j] for i in range(w) for j in range(h)) <= most)
    total = sum(built.points.values())
    if at_least is None:
        built.model.maximize(total)
    else:
        built.model.add(total >= at_least)
    return built


def build_saturated(
    width: int,
    height: int,
    rule: SquareRule = STANDARD,
    *,
    at_most: int | None = None,
    options: Options = PLAIN,
) -> SquaresModel:
    """Return the model of square-free sets that no point extends, to be minimised or of at most some size.

    Every point outside the set is the fourth corner of a square with three corners in it.
    """
    built = _empty(width, height)
    _no_square(built, width, height, rule)
    blockers: dict[Point, list[cp_model.IntVar]] = {p: [] for p in built.points}
    for square in all_squares(width, height, rule):
        for corner in square.corners:
            blocked = built.model.new_bool_var(f"{corner} blocked")
            for other in square.corners:
                if other != corner:
                    built.model.add_implication(blocked, built.points[other])
            blockers[corner].append(blocked)
    for point, chosen in built.points.items():
        built.model.add_bool_or([chosen, *blockers[point]])
    if options.symmetry:
        _weigh_against_images(built, width, height)
    total = sum(built.points.values())
    if at_most is None:
        built.model.minimize(total)
    else:
        built.model.add(total <= at_most)
    return built


def _no_square(built: SquaresModel, width: int, height: int, rule: SquareRule) -> None:
    for square in all_squares(width, height, rule):
        built.model.add_bool_or([~built.points[c] for c in square.corners])


def _weigh_against_images(built: SquaresModel, width: int, height: int) -> None:
    weight = {(x, y): (height - y) * (width + 1) + (width - x) for x, y in built.points}
    own = sum(weight[p] * v for p, v in built.points.items())
    for symmetry in symmetries(width, height):
        image = sum(weight[symmetry(p)] * v for p, v in built.points.items())
        if any(weight[symmetry(p)] != weight[p] for p in built.points):
            built.model.add(own >= image)
