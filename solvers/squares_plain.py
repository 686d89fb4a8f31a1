"""The value of a square game by plain recursion over positions: the independent second opinion.

Each position is a string; its value is the best of its moves. A move that decides the game
ends the search of its position. Price: exponential in the free points, in Python.
"""

from __future__ import annotations

from ..instances.lattice import symmetries
from ..instances.squares import SquaresBoard, all_squares

__all__ = ["value"]


def value(board: SquaresBoard) -> str:
    """Return ``first``, ``second`` or ``draw`` with best play from a position.

    Example:
        >>> value(SquaresBoard(3, 3))
        'draw'
    """
    if board.winner is not None:
        return board.winner
    w, h = board.width, board.height
    index = {(x, y): y * w + x for y in range(h) for x in range(w)}
    through: list[list[tuple[int, ...]]] = [[] for _ in index]
    for square in all_squares(w, h, board.rule):
        corners = [index[c] for c in square.corners]
        for corner in corners:
            through[corner].append(tuple(c for c in corners if c != corner))
    turns = [[index[s(p)] for p in index] for s in symmetries(w, h)]
    wins = 1 if board.rule.first_square == "wins" else -1
    known: dict[str, int] = {}

    def closes(cells: str, point: int, mark: str) -> bool:
        return any(all(cells[c] == mark for c in rest) for rest in through[point])

    def best(cells: str, mark: str) -> int:
        key = min("".join(cells[i] for i in turn) for turn in turns)
        if key in known:
            return known[key]
        other = "2" if mark == "1" else "1"
        free = [i for i, c in enumerate(cells) if c == "."]
        result = -1 if free else 0
        if wins == 1 and any(closes(cells, i, mark) for i in free):
            result = 1
        else:
            if wins == 1:
                # Whoever does not block loses at once.
                free = [i for i in free if closes(cells, i, other)] or free
            for i in free:
                after = f"{cells[:i]}{mark}{cells[i + 1 :]}"
                score = wins if closes(cells, i, mark) else -best(after, other)
                result = max(result, score)
                if result == 1:
                    break
        known[key] = result
        return result

    marks = dict.fromkeys(board.owned("first"), "1") | dict.fromkeys(board.owned("second"), "2")
    start = "".join(marks.get(p, ".") for p in index)
    score = best(start, "1" if board.to_move == "first" else "2")
    names = {1: board.to_move, 0: "draw", -1: "second" if board.to_move == "first" else "first"}
    return names[score]
