"""Numberlink of puzz.link and pzpr: addresses (columns first) and pzprv3 files (rows first).

`numlin` lets cells stay empty, `arukone` covers all of them (unless it says otherwise).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..numberlink import HOLE, MAX_CELLS, Edge, NumberlinkPuzzle, make_edge
from .numberlink_text import readings_of

if TYPE_CHECKING:
    from . import Instance, Reading

__all__ = ["read_pzprv3", "read_url", "write_pzprv3", "write_url"]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
MAX_NUMBER = 77776 + 0xFFFFF
LONGEST_RUN = 20

# Sign: hexadecimal digits that follow, and what is added to their value.
_WIDE = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "@": (3, 8192), "%": (3, 8192), "*": (4, 12240)}
_WIDE["$"] = (5, 77776)


def read_url(text: str, source: str) -> Iterator[Reading]:
    """Yield the puzzle of each line that is a puzz.link or pzv.jp address.

    Example:
        >>> url = "https://puzz.link/p?numlin/5/4/3i21g21j3l"
        >>> [(r.instance.rule, r.instance.cells[1]) for r in read_url(url, "-")]
        [('any', ('1', '', '2', '1', ''))]
    """
    lines = [(n, [line.strip()]) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    return readings_of(lines, source, lambda block: _from_url(block[0]))


def _from_url(url: str) -> NumberlinkPuzzle:
    _, question, query = url.partition("?")
    if not question:
        raise InputError(f"expected an address with ?numlin/... or ?arukone/..., got {url!r:.60}")
    parts = query.split("/")
    while parts and not parts[0]:
        parts.pop(0)
    variety = re.sub(r"_(edit|play)$", "", parts.pop(0).rpartition("&")[2]) if parts else ""
    if variety not in ("numlin", "numberlink", "arukone"):
        raise InputError(f"{variety!r:.40} is not supported; expected numlin or arukone")
    rule = "full-cover" if variety == "arukone" else "any"
    while parts and not re.fullmatch(r"\d+", parts[0], re.ASCII):
        flag = parts.pop(0)
        if flag == "e" and variety == "arukone":
            rule = "any"
        elif flag:
            raise InputError(f"the flag {flag!r:.40} is not supported")
    while parts and not parts[-1]:
        parts.pop()
    if len(parts) != 3:
        raise InputError(f"expected COLUMNS/ROWS/BODY, got {len(parts)} parts: the address may be cut off")
    width, height = _size(parts[0], "columns"), _size(parts[1], "rows")
    if width * height > MAX_CELLS:
        raise InputError(f"a {width} x {height} grid is too large; grids have at most {MAX_CELLS} cells")
    cells = _decode(parts[2], width * height, variety)
    rows = tuple(tuple(cells[i : i + width]) for i in range(0, len(cells), width))
    return NumberlinkPuzzle(rows, rule)


def _size(token: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,6}", token, re.ASCII) or int(token) < 1:
        raise InputError(f"{token!r:.40} is not a number of {what}")
    return int(token)


def _decode(body: str, cells: int, variety: str) -> list[str]:
    out: list[str] = []
    i = 0
    while i < len(body):
        ch = body[i]
        i += 1
        if "g" <= ch <= "z":
            out += [""] * (ord(ch) - ord("g") + 1)
        elif ch == ".":
            raise InputError(f"cell {len(out) + 1}: an unknown label '?' is not supported")
        else:
            digits, base = (1, 0) if ch in "0123456789abcdef" else _WIDE.get(ch, (0, 0))
            if not digits:
                raise InputError(f"unknown character {ch!r} in the address after {len(out)} cells")
            token = ch if digits == 1 else body[i : i + digits]
            i += 0 if digits == 1 else digits
            if not re.fullmatch(rf"[0-9a-f]{{{digits}}}", token, re.ASCII):
                raise InputError(f"the address is cut off or wrong after {len(out)} cells")
            out.append(_label(int(token, 16) + base, variety))
        if len(out) > cells:
            raise InputError(f"the address describes more than the {cells} cells of the grid")
    if len(out) != cells:
        raise InputError(f"the address describes {len(out)} cells, the grid has {cells}: it may be cut off")
    return out


def _label(number: int, variety: str) -> str:
    if variety != "arukone":
        return str(number)
    if not 1 <= number <= len(LETTERS):
        raise InputError(f"arukone has the labels 1 to {len(LETTERS)}, got {number}")
    return LETTERS[number - 1]


def _number16(number: int) -> str:
    if number < 16:
        return f"{number:x}"
    for sign, (digits, base) in _WIDE.items():
        if sign != "%" and number - base < 16**digits:
            return f"{sign}{number - base:0{digits}x}"
    raise InputError(f"label {number}; the format has numbers up to {MAX_NUMBER}")


def _numbers(puzzle: Instance) -> tuple[NumberlinkPuzzle, str, dict[str, int]]:
    # The variety and the number of each label: its own where it has one, else by reading order.
    if not isinstance(puzzle, NumberlinkPuzzle):
        raise InputError(f"this format holds numberlink puzzles, not {puzzle.kind}")
    if puzzle.rule == "full-cover+no-touch":
        raise InputError("this format has the rules full-cover (arukone) and any (numlin), not no-touch")
    if any(HOLE in row for row in puzzle.cells):
        raise InputError("this format has no holes")
    labels = list(puzzle.ends)
    if puzzle.rule == "any":
        if all(
            re.fullmatch(r"0|[1-9]\d{0,6}", label, re.ASCII) and int(label) <= MAX_NUMBER for label in labels
        ):
            return puzzle, "numlin", {label: int(label) for label in labels}
        return puzzle, "numlin", {label: i for i, label in enumerate(labels, 1)}
    if all(len(label) == 1 and label in LETTERS for label in labels):
        return puzzle, "arukone", {label: LETTERS.index(label) + 1 for label in labels}
    if len(labels) > len(LETTERS):
        raise InputError(f"{len(labels)} labels; arukone has at most {len(LETTERS)}")
    return puzzle, "arukone", {label: i for i, label in enumerate(labels, 1)}


def write_url(instances: Iterable[Instance]) -> str:
    """Return a puzz.link address a line: arukone for full cover, numlin for the rule any.

    Example:
        >>> print(write_url([NumberlinkPuzzle.of(["3...2", "1.21.", "...3.", "....."], "any")]), end="")
        https://puzz.link/p?numlin/5/4/3i21g21j3l
    """
    return "".join(f"{_to_url(*_numbers(instance))}\n" for instance in instances)


def _to_url(puzzle: NumberlinkPuzzle, variety: str, number: dict[str, int]) -> str:
    body, run = [], 0
    for cell in (cell for row in puzzle.cells for cell in row):
        if not cell:
            run += 1
            continue
        body.append(_run(run) + _number16(number[cell]))
        run = 0
    body.append(_run(run))
    return f"https://puzz.link/p?{variety}/{puzzle.width}/{puzzle.height}/{''.join(body)}"


def _run(length: int) -> str:
    full, rest = divmod(length, LONGEST_RUN)
    return "z" * full + (chr(ord("g") + rest - 1) if rest else "")


def read_pzprv3(text: str, source: str) -> Iterator[Reading]:
    """Yield the puzzles of pzprv3 text, with the drawn lines as the claimed solution.

    Example:
        >>> one = "pzprv3/numlin/2/5/. . . 1 . /2 1 . . 2 /1 1 1 0 /0 1 1 1 /0 0 1 0 0 /"
        >>> [len(r.instance.answer["solution"]) for r in read_pzprv3(one, "-")]
        [7]
    """
    blocks: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        for part in line.strip().split("/"):
            word = part.strip()
            if word.startswith("pzprv3") or word.endswith("?pzprv3"):
                blocks.append((number, []))
            elif not blocks:
                blocks.append((number, [word]))
            else:
                blocks[-1][1].append(word)
    return readings_of(blocks, source, _from_pzprv3)


def _from_pzprv3(lines: Sequence[str]) -> NumberlinkPuzzle:
    rest = list(lines)
    while rest and not rest[-1]:
        rest.pop()
    if len(rest) < 3 or rest[0] not in ("numlin", "arukone"):
        raise InputError("expected the lines pzprv3, numlin or arukone, ROWS, COLUMNS")
    variety = rest[0]
    height, width = _size(rest[1], "rows"), _size(rest[2], "columns")
    if width * height > MAX_CELLS:
        raise InputError(f"a {width} x {height} grid is too large; grids have at most {MAX_CELLS} cells")
    rest = rest[3:]
    rule = "any" if variety == "numlin" else "full-cover"
    if rest and rest[0] in ("passallcell", "dontpassallcell"):
        rule = "full-cover" if rest.pop(0) == "passallcell" else "any"
    rows = _table(rest[:height], height, width, "cells")
    cells = tuple(tuple(_pzprv3_label(token, variety) for token in row) for row in rows)
    puzzle = NumberlinkPuzzle(cells, rule)
    drawn = _drawn(rest[height:], width, height)
    return replace(puzzle, answer={"solution": [[list(a), list(b)] for a, b in drawn]}) if drawn else puzzle


def _table(lines: Sequence[str], rows: int, columns: int, what: str) -> list[list[str]]:
    if len(lines) < rows:
        raise InputError(f"{len(lines)} rows of {what}; expected {rows}")
    table = [line.split() for line in lines]
    for y, row in enumerate(table, 1):
        if len(row) != columns:
            raise InputError(f"row {y} of the {what} has {len(row)} entries; expected {columns}")
    return table


def _pzprv3_label(token: str, variety: str) -> str:
    if token == ".":
        return ""
    if token == "-":
        raise InputError("an unknown label '?' is not supported")
    letter = variety == "arukone" and len(token) == 1 and token in LETTERS
    if not letter and not re.fullmatch(r"\d{1,7}", token, re.ASCII):
        raise InputError(f"{token!r:.40} is not a label of {variety}")
    return token


def _drawn(lines: Sequence[str], width: int, height: int) -> list[Edge]:
    if not lines:
        return []
    right = _table(lines[:height], height, width - 1, "lines to the right")
    down = _table(lines[height : 2 * height - 1], height - 1, width, "lines downwards")
    edges = [
        make_edge((x, y), (x + 1, y)) for y, row in enumerate(right) for x, t in enumerate(row) if t == "1"
    ]
    edges += [
        make_edge((x, y), (x, y + 1)) for y, row in enumerate(down) for x, t in enumerate(row) if t == "1"
    ]
    return sorted(edges)


def write_pzprv3(instances: Iterable[Instance]) -> str:
    """Return pzprv3 files one after the other, with the claimed solution drawn in.

    Example:
        >>> write_pzprv3([NumberlinkPuzzle.of(["A.A"])]).splitlines()
        ['pzprv3', 'arukone', '1', '3', 'passallcell', 'A . A ', '0 0 ']
    """
    return "".join(_to_pzprv3(*_numbers(instance)) for instance in instances)


def _to_pzprv3(puzzle: NumberlinkPuzzle, variety: str, number: dict[str, int]) -> str:
    told = {label: str(n) if variety == "numlin" else LETTERS[n - 1] for label, n in number.items()}
    drawn = set(_claimed(puzzle.answer))
    w, h = puzzle.width, puzzle.height
    right = [[int(((x, y), (x + 1, y)) in drawn) for x in range(w - 1)] for y in range(h)]
    down = [[int(((x, y), (x, y + 1)) in drawn) for x in range(w)] for y in range(h - 1)]
    head = ["pzprv3", variety, str(h), str(w)] + (["passallcell"] if variety == "arukone" else [])
    rows = [[told.get(cell, ".") for cell in row] for row in puzzle.cells]
    tables = ["".join(f"{token} " for token in row) for table in (rows, right, down) for row in table]
    return "".join(f"{line}\n" for line in (*head, *tables))


def _claimed(answer: Any) -> Iterator[Edge]:
    solution = answer.get("solution") if isinstance(answer, dict) else None
    for edge in solution if isinstance(solution, list) else ():
        try:
            (ax, ay), (bx, by) = edge
        except (TypeError, ValueError):
            return
        if all(isinstance(v, int) for v in (ax, ay, bx, by)):
            yield make_edge((ax, ay), (bx, by))
