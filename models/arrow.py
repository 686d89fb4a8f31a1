"""CP-SAT models of "fewest taps": the plain one, and one in kernel coordinates.

The plain model states ``A t + state = m q`` with an integer q for each tile. In
kernel coordinates one solution and the kernel are given: the kernel is a product
of one group a prime power, and a tile's taps follow from its residues by the
Chinese remainder theorem. Small groups are listed (one Boolean an element), which
leaves CP-SAT a choice of one element a group; large ones get integer coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from ortools.sat.python import cp_model

from ..instances.arrow import ArrowPuzzle

__all__ = ["ArrowModel", "KernelPart", "build_kernel", "build_plain"]

MAX_LISTED = 4096
"""Kernel parts with more elements get integer coordinates."""


@dataclass(frozen=True)
class ArrowModel:
    """A model and its handles.

    Args:
        model: minimises the cost.
        taps: the number of taps on each tile that may be tapped.
    """

    model: cp_model.CpModel
    taps: dict[int, cp_model.IntVar]


@dataclass(frozen=True)
class KernelPart:
    """The kernel modulo one prime power.

    Args:
        prime_power: q.
        generators: pairs of a vector (mod q, one entry a tile that may be tapped) and its order.
    """

    prime_power: int
    generators: tuple[tuple[tuple[int, ...], int], ...]

    @property
    def size(self) -> int:
        """Number of elements."""
        return prod(order for _, order in self.generators)

    def elements(self) -> list[tuple[int, ...]]:
        """Return all elements."""
        found = []
        for times in product(*(range(order) for _, order in self.generators)):
            columns = len(self.generators[0][0]) if self.generators else 0
            found.append(
                tuple(
                    sum(t * vector[j] for t, (vector, _) in zip(times, self.generators, strict=True))
                    % self.prime_power
                    for j in range(columns)
                )
            )
        return found


def _cost(
    model: cp_model.CpModel, puzzle: ArrowPuzzle, tile: int, taps: cp_model.IntVar
) -> cp_model.LinearExprT:
    price = puzzle.cost(tile, 1)
    if not puzzle.both_ways:
        return price * taps
    least = model.new_int_var(0, puzzle.modulus // 2, "")
    model.add_min_equality(least, [taps, puzzle.modulus - taps])
    return price * least


def _allowed(puzzle: ArrowPuzzle) -> list[int]:
    return [j for j in range(puzzle.shape.tiles) if j not in puzzle.forbidden]


def build_plain(puzzle: ArrowPuzzle) -> ArrowModel:
    """Build the plain model: ``sum of taps + state = m q`` on each tile.

    Example:
        >>> from gridproof.instances.arrow import rectangle
        >>> len(build_plain(ArrowPuzzle(rectangle(2, 1, "king"), 4, (3, 3))).taps)
        2
    """
    model = cp_model.CpModel()
    m = puzzle.modulus
    taps = {j: model.new_int_var(0, m - 1, f"t{j}") for j in _allowed(puzzle)}
    for i, row in enumerate(puzzle.shape.neighbours):
        terms = [(weight % m) * taps[j] for j, weight in row if j in taps]
        most = sum((weight % m) * (m - 1) for j, weight in row if j in taps) + puzzle.state[i]
        quotient = model.new_int_var(0, most // m, f"q{i}")
        model.add(sum(terms) + puzzle.state[i] == m * quotient)
    model.minimize(sum(_cost(model, puzzle, j, t) for j, t in taps.items()))
    return ArrowModel(model, taps)


def build_kernel(puzzle: ArrowPuzzle, solution: Sequence[int], parts: Sequence[KernelPart]) -> ArrowModel:
    """Build the model in kernel coordinates.

    Args:
        puzzle: the board.
        solution: any solution, one entry a tile that may be tapped.
        parts: the kernel by prime power (trivial parts may be left out).
    """
    model = cp_model.CpModel()
    m = puzzle.modulus
    tiles = _allowed(puzzle)
    taps = {j: model.new_int_var(0, m - 1, f"t{j}") for j in tiles}
    if any(part.size > MAX_LISTED for part in parts):
        _integer_coordinates(model, m, tiles, taps, solution, parts)
        model.minimize(sum(_cost(model, puzzle, j, t) for j, t in taps.items()))
        return ArrowModel(model, taps)

    # residues[p][c][r]: the literal sum that says tile c has residue r modulo part p.
    residues: list[list[dict[int, cp_model.LinearExprT]]] = []
    for part in parts:
        elements = part.elements()
        chosen = [model.new_bool_var("") for _ in elements]
        model.add_exactly_one(chosen)
        by_tile: list[dict[int, cp_model.LinearExprT]] = []
        for column in range(len(tiles)):
            users: dict[int, list[cp_model.IntVar]] = {}
            for literal, element in zip(chosen, elements, strict=True):
                residue = (solution[column] + element[column]) % part.prime_power
                users.setdefault(residue, []).append(literal)
            by_tile.append({r: sum(literals) for r, literals in users.items()})
        residues.append(by_tile)

    costs = []
    for column, j in enumerate(tiles):
        options = [sorted(by_tile[column]) for by_tile in residues]
        literals = {}
        for choice in product(*options):
            # The tap count with these residues; parts that are trivial keep the solution's.
            value = solution[column]
            for part, r in zip(parts, choice, strict=True):
                others = m // part.prime_power
                value += (r - solution[column]) * others * pow(others, -1, part.prime_power)
            literals[choice] = (model.new_bool_var(""), value % m)
        for p, by_tile in enumerate(residues):
            for r in options[p]:
                model.add(sum(b for key, (b, _) in literals.items() if key[p] == r) == by_tile[column][r])
        model.add_exactly_one(b for b, _ in literals.values())
        model.add(sum(v * b for b, v in literals.values()) == taps[j])
        costs += [puzzle.cost(j, v) * b for b, v in literals.values()]
    model.minimize(sum(costs))
    return ArrowModel(model, taps)


def _integer_coordinates(
    model: cp_model.CpModel,
    m: int,
    tiles: Sequence[int],
    taps: dict[int, cp_model.IntVar],
    solution: Sequence[int],
    parts: Sequence[KernelPart],
) -> None:
    moves: list[tuple[cp_model.IntVar, list[int], int]] = []
    for part in parts:
        others = m // part.prime_power
        scale = others * pow(others, -1, part.prime_power)
        for vector, order in part.generators:
            coordinate = model.new_int_var(0, order - 1, "")
            moves.append((coordinate, [v * scale % m for v in vector], order))
    for column, j in enumerate(tiles):
        most = solution[column] + sum((order - 1) * vector[column] for _, vector, order in moves)
        quotient = model.new_int_var(0, most // m, "")
        total = sum(vector[column] * k for k, vector, _ in moves)
        model.add(solution[column] + total == taps[j] + m * quotient)
