"""How answers read in plain text, by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..instances.arrow import ArrowPuzzle
from ..instances.binomial import Binomial
from ..instances.kyouen import KyouenBoard
from ..instances.lattice import show_int
from ..instances.numberlink import NumberlinkPuzzle
from ..instances.squares import SquarePoints, SquaresBoard
from ..pictures.numberlink import box_drawing, edges_of

if TYPE_CHECKING:
    from ..instances.formats import Instance
    from ..solvers.answer import Answer

__all__ = ["board_text", "describe"]


def describe(instance: Instance, answer: Answer) -> list[str]:
    """Return the lines that tell an answer to a person; the first one sums it up."""
    if isinstance(instance, ArrowPuzzle):
        lines = _arrow(instance, answer)
    elif isinstance(instance, NumberlinkPuzzle):
        lines = _numberlink(instance, answer)
    elif isinstance(instance, SquarePoints):
        lines = _square_points(instance, answer)
    elif isinstance(instance, SquaresBoard):
        lines = _squares(instance, answer)
    elif isinstance(instance, Binomial):
        told = f"C({show_int(instance.n)}, {show_int(instance.r)}) mod {show_int(instance.modulus)}"
        lines = [f"{told} = {answer.value} by {' and '.join(e.name for e in answer.engines)}"]
    else:
        lines = _kyouen(instance, answer)
    name = f"{instance.name}: " if instance.name else ""
    lines[0] = f"{name}{lines[0]} [{answer.status.value}, {answer.assurance.value}]"
    return lines


def _kyouen(board: KyouenBoard, answer: Answer) -> list[str]:
    details = answer.details
    head = f"{board.width} x {board.height}, "
    if details["kyouen_free"]:
        if details.get("saturated"):
            head += "saturated"
        elif answer.solution:
            head += f"kyouen-free, the one playable point is ({answer.solution[0]}, {answer.solution[1]})"
        elif "playable" in details:
            head += f"kyouen-free, {len(details['playable'])} playable points"
        else:
            head += "kyouen-free"
    else:
        circles, on_lines = details["bad_tuples_on_circles"], details["bad_tuples_on_lines"]
        head += f"not kyouen-free: {circles} bad 4-tuples on circles, {on_lines} on lines"
    lines = [head]
    for curve in details["curves"]:
        lines.append(f"  {curve['curve']}: " + " ".join(f"({x}, {y})" for x, y in curve["stones"]))
    if "note" in details:
        lines.append(f"  {details['note']}")
    elif details["playable"]:
        lines.append("  playable: " + " ".join(f"({x}, {y})" for x, y in details["playable"]))
    return lines


def _numberlink(puzzle: NumberlinkPuzzle, answer: Answer) -> list[str]:
    # click strips the colours where the output is not a terminal.
    said = {
        "UNIQUE": "one solution",
        "MULTIPLE": f"{answer.count or 'at least 2'} solutions",
        "UNSATISFIABLE": "no solution",
    }.get(answer.status.value, "undecided within the limits")
    engines = ", ".join(e.name + (f" ({e.nodes})" if e.nodes else "") for e in answer.engines)
    lines = [f"{puzzle.width} x {puzzle.height}, {said} under {puzzle.rule}; asked: {engines}"]
    if not answer.solution:
        return lines
    boards = [box_drawing(puzzle, edges_of(answer.solution), colour=True)]
    if "second" in answer.details:
        boards.append(box_drawing(puzzle, edges_of(answer.details["second"]), colour=True))
    plain = box_drawing(puzzle, edges_of(answer.solution))
    wide = max(map(len, plain))
    for i, row in enumerate(boards[0]):
        beside = f"{' ' * (wide - len(plain[i]))}     {boards[1][i]}" if len(boards) == 2 else ""
        lines.append(f"  {row}{beside}")
    return lines


def _arrow(puzzle: ArrowPuzzle, answer: Answer) -> list[str]:
    head = f"{puzzle.level or puzzle.shape.name} mod {puzzle.modulus}, "
    if answer.status.value == "UNSATISFIABLE":
        y = " ".join(map(str, answer.details["certificate"]))
        return [
            f"{head}no solution (already modulo {answer.details['prime_power']})",
            f"  because of y = {y}: every tap leaves y . tiles unchanged modulo {puzzle.modulus}, "
            "and it is not 0 here",
        ]
    unit = "taps" if puzzle.tap_costs is None and not puzzle.both_ways else "cost"
    if answer.status.value == "OPTIMAL":
        optimal = answer.details.get("optimal_solutions")
        best = f", {optimal} of them with the fewest taps" if optimal is not None else ""
        head += f"fewest {unit} {answer.value}, {answer.count} solutions{best}"
    else:
        head += f"fewest {unit} between {answer.bound} and {answer.value}, {answer.count} solutions"
    separator = "" if puzzle.modulus <= 10 else " "
    return [head, "  taps: " + separator.join(map(str, answer.solution))]


def _points(points: list[list[int]]) -> str:
    return " ".join(f"({x}, {y})" for x, y in points)


def _square_points(points: SquarePoints, answer: Answer) -> list[str]:
    noun = "square" if answer.value == 1 else "squares"
    lines = [f"{len(points.points)} points, {answer.value} {noun}, {answer.details['tilted']} tilted"]
    return lines + [
        "  " + " ".join(f"({show_int(x)}, {show_int(y)})" for x, y in corners)
        for corners in answer.details["squares"]
    ]


def _squares(board: SquaresBoard, answer: Answer) -> list[str]:
    details = answer.details
    head = f"{board.width} x {board.height}, {board.count} points claimed, {board.rule}: "
    if "over" in details:
        lines = [
            head + ("the board is full, a draw" if answer.value == "draw" else f"{answer.value} has won")
        ]
        for square in board.deciding or ():
            lines.append(f"  square {_points([list(c) for c in square.corners])}, edge {square.edge}")
        return [*lines, *board_text(board)]
    if answer.value is None:
        head += "undecided within the limits"
    elif answer.value == "draw":
        head += "a draw with best play"
    else:
        head += f"{answer.value} wins by move {details.get('won_by_move', '?')}"
    lines = [f"{head}; {board.to_move} to move"]
    for key, told in (
        ("best_moves", "best moves"),
        ("completes", "completes a square"),
        ("blocks", "where the other would complete one"),
    ):
        if details.get(key):
            lines.append(f"  {told}: {_points(details[key])}")
    return [*lines, *board_text(board)]


def board_text(board: SquaresBoard) -> list[str]:
    """Return the rows of a position: X for the first player, O for the second."""
    marks = dict.fromkeys(board.owned("first"), "X") | dict.fromkeys(board.owned("second"), "O")
    rows = ["    " + " ".join(f"{x:2}" for x in range(board.width))]
    for y in range(board.height):
        rows.append(f"  {y:2}" + "".join(f" {marks.get((x, y), '.'):>2}" for x in range(board.width)))
    return rows
