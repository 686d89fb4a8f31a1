"""JSON: one object, an array of objects, or JSON Lines, validated with msgspec."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from ..arrow import LEVELS, ArrowPuzzle, Shape, custom, digits, hexagon, rectangle, state_of_digits
from ..binomial import MAX_DIGITS, Binomial
from ..errors import InputError
from ..kyouen import KyouenBoard
from ..numberlink import NumberlinkPuzzle
from ..squares import SquarePoints, SquareRule, SquaresBoard

if TYPE_CHECKING:
    from . import Instance, Reading

__all__ = ["from_object", "objects", "read", "to_object", "write"]


class _Kyouen(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="kyouen"):
    width: int
    height: int
    stones: list[tuple[int, int]]
    name: str | None = None
    answer: Any = None
    meta: dict[str, Any] | None = None


class _Arrow(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="arrow"):
    level: str | None = None
    shape: dict[str, int | list[int]] | None = None
    neighbourhood: str | None = None
    neighbours: list[list[tuple[int, int]]] | None = None
    modulus: int | None = None
    digits: str | None = None
    values: list[int] | None = None
    tap_costs: list[int] | None = None
    forbidden: list[int] | None = None
    both_ways: bool = False
    name: str | None = None
    answer: Any = None
    meta: dict[str, Any] | None = None


def _kyouen(record: _Kyouen) -> Instance:
    return KyouenBoard(
        record.width, record.height, tuple(record.stones), record.name, record.answer, record.meta
    )


def _arrow_shape(record: _Arrow) -> tuple[Shape, int | None]:
    given = [key for key in ("level", "shape", "neighbours") if getattr(record, key) is not None]
    if len(given) != 1:
        raise InputError(
            f"expected one of 'level', 'shape', 'neighbours', got {' and '.join(given) or 'none'}"
        )
    if record.level is not None:
        if record.level not in LEVELS:
            raise InputError(f"unknown level {record.level!r:.40}; expected one of {', '.join(LEVELS)}")
        if record.modulus is not None or record.neighbourhood is not None:
            raise InputError("a level has its own modulus and neighbourhood")
        return LEVELS[record.level]
    if record.neighbours is not None:
        return custom(record.neighbours), record.modulus
    assert record.shape is not None
    if set(record.shape) == {"hexagon"}:
        side = record.shape["hexagon"]
        if not isinstance(side, int) or record.neighbourhood not in (None, "hexagon"):
            raise InputError("a hexagon has one side and the neighbourhood 'hexagon'")
        return hexagon(side), record.modulus
    if set(record.shape) == {"square"}:
        sides = record.shape["square"]
        both = [sides, sides] if isinstance(sides, int) else sides
        if len(both) != 2 or record.neighbourhood is None:
            raise InputError("a square has a side or [width, height] and a 'neighbourhood' (king or plus)")
        return rectangle(both[0], both[1], record.neighbourhood), record.modulus
    raise InputError('expected a shape {"hexagon": side} or {"square": side or [width, height]}')


def _arrow(record: _Arrow) -> Instance:
    shape, modulus = _arrow_shape(record)
    if modulus is None:
        raise InputError("key 'modulus' is missing")
    if (record.digits is None) == (record.values is None):
        raise InputError("expected one of 'digits' and 'values'")
    if record.digits is not None:
        if len(record.digits) != shape.tiles:
            raise InputError(f"{len(record.digits)} digits, the board ({shape.name}) has {shape.tiles} tiles")
        state = state_of_digits(record.digits, modulus)
    else:
        state = tuple(record.values or ())
    return ArrowPuzzle(
        shape,
        modulus,
        state,
        None if record.tap_costs is None else tuple(record.tap_costs),
        tuple(sorted(record.forbidden or ())),
        record.both_ways,
        record.level,
        record.name,
        record.answer,
        record.meta,
    )


class _Binomial(
    msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="binomial"
):
    n: int | str
    r: int | str
    modulus: int | str
    name: str | None = None
    answer: Any = None
    meta: dict[str, Any] | None = None


class _Numberlink(
    msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="numberlink"
):
    rule: str = "full-cover"
    grid: list[str] | None = None
    cells: list[list[str]] | None = None
    name: str | None = None
    answer: Any = None
    meta: dict[str, Any] | None = None


def _numberlink(record: _Numberlink) -> Instance:
    if (record.grid is None) == (record.cells is None):
        raise InputError("expected one of 'grid' and 'cells'")
    rows: list[Any] = record.cells if record.cells is not None else list(record.grid or ())
    cells = tuple(tuple("" if cell == "." else cell for cell in row) for row in rows)
    for row in cells:
        for cell, why in (("+", "bridges"), ("?", "unknown labels")):
            if cell in row:
                raise InputError(f"{why} ({cell!r}) are not supported")
    return NumberlinkPuzzle(cells, record.rule, record.name, record.answer, record.meta)


class _Squares(
    msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag="squares"
):
    width: int | None = None
    height: int | None = None
    moves: list[tuple[int, int]] | None = None
    first: list[tuple[int, int]] | None = None
    second: list[tuple[int, int]] | None = None
    points: list[tuple[int | str, int | str]] | None = None
    orientation: str = "any"
    first_square: str = "wins"
    min_side: int = 1
    name: str | None = None
    answer: Any = None
    meta: dict[str, Any] | None = None


def _squares(record: _Squares) -> Instance:
    rule = SquareRule(record.orientation, record.first_square, record.min_side)
    about = (record.name, record.answer, record.meta)
    if record.points is not None:
        if any(getattr(record, key) is not None for key in ("width", "height", "moves", "first", "second")):
            raise InputError("expected 'points' alone, or a board with 'width' and 'height'")
        points = tuple((_integer(x, "x"), _integer(y, "y")) for x, y in record.points)
        return SquarePoints(points, rule, *about)
    if record.width is None or record.height is None:
        raise InputError("expected 'width' and 'height', or 'points'")
    first, second = (None if s is None else tuple(s) for s in (record.first, record.second))
    return SquaresBoard(record.width, record.height, tuple(record.moves or ()), rule, first, second, *about)


def _integer(value: int | str, key: str) -> int:
    if isinstance(value, int):
        return value
    if len(value) > MAX_DIGITS or not re.fullmatch(r"-?[0-9]+", value):
        raise InputError(f"{key} is not an integer of at most {MAX_DIGITS} digits: {value!r:.40}")
    return int(value)


def _binomial(record: _Binomial) -> Instance:
    n, r, modulus = (_integer(getattr(record, key), key) for key in ("n", "r", "modulus"))
    return Binomial(n, r, modulus, record.name, record.answer, record.meta)


KINDS: dict[str, tuple[Any, Any]] = {
    "kyouen": (_Kyouen, _kyouen),
    "numberlink": (_Numberlink, _numberlink),
    "arrow": (_Arrow, _arrow),
    "squares": (_Squares, _squares),
    "binomial": (_Binomial, _binomial),
}
"""Kind: its record, and how an instance is made of it."""


def from_object(value: Any) -> Instance:
    """Return the instance of a parsed JSON object.

    Raises:
        InputError: a missing, unknown or mistyped key, or a broken rule of the kind.
    """
    if not isinstance(value, dict):
        raise InputError(f"expected an object, got {_type_name(value)}")
    kind = value.get("kind")
    if kind is None:
        raise InputError("key 'kind' is missing")
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError(f"unknown kind {kind!r:.40}; expected one of {', '.join(KINDS)}")
    record_type, make = KINDS[kind]
    try:
        record = msgspec.convert(value, record_type)
    except (msgspec.ValidationError, OverflowError) as error:
        raise InputError(str(error)) from None
    instance: Instance = make(record)
    return instance


def to_object(instance: Instance) -> dict[str, Any]:
    """Return the JSON object of an instance; keys without a value are left out."""
    value: dict[str, Any] = {"kind": instance.kind}
    if isinstance(instance, KyouenBoard):
        value["width"] = instance.width
        value["height"] = instance.height
        value["stones"] = [list(p) for p in instance.stones]
    elif isinstance(instance, NumberlinkPuzzle):
        value["rule"] = instance.rule
        rows = [[cell or "." for cell in row] for row in instance.cells]
        if all(len(cell) == 1 for row in rows for cell in row):
            value["grid"] = ["".join(row) for row in rows]
        else:
            value["cells"] = rows
    elif isinstance(instance, SquaresBoard | SquarePoints):
        value |= _squares_object(instance)
    elif isinstance(instance, Binomial):
        for key in ("n", "r", "modulus"):
            number = getattr(instance, key)
            value[key] = number if abs(number) < 2**53 else str(number)
    else:
        if instance.level is not None:
            value["level"] = instance.level
        else:
            shape = json.loads(instance.shape.record)
            value["neighbours" if isinstance(shape, list) else "shape"] = shape
            if "square" in shape:
                value["neighbourhood"] = instance.shape.name.split()[0]
            value["modulus"] = instance.modulus
        if instance.modulus <= 9:
            value["digits"] = digits(instance.state)
        else:
            value["values"] = list(instance.state)
        if instance.tap_costs is not None:
            value["tap_costs"] = list(instance.tap_costs)
        if instance.forbidden:
            value["forbidden"] = list(instance.forbidden)
        if instance.both_ways:
            value["both_ways"] = True
    for key in ("name", "answer", "meta"):
        if getattr(instance, key) is not None:
            value[key] = getattr(instance, key)
    return value


def _squares_object(instance: SquaresBoard | SquarePoints) -> dict[str, Any]:
    value: dict[str, Any] = {}
    if isinstance(instance, SquarePoints):
        value["points"] = [[c if abs(c) < 2**53 else str(c) for c in p] for p in instance.points]
    else:
        value["width"] = instance.width
        value["height"] = instance.height
        if instance.first is not None and instance.second is not None:
            value["first"] = [list(p) for p in instance.first]
            value["second"] = [list(p) for p in instance.second]
        else:
            value["moves"] = [list(p) for p in instance.moves]
    for key, usual in (("orientation", "any"), ("first_square", "wins"), ("min_side", 1)):
        if getattr(instance.rule, key) != usual:
            value[key] = getattr(instance.rule, key)
    return value


def _type_name(value: Any) -> str:
    names = {dict: "an object", list: "an array", str: "a string", type(None): "null", bool: "a boolean"}
    return names.get(type(value), "a number")


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"key {repeated!r:.40} stands twice in one object")
    return value


def _reject_constant(name: str) -> Any:
    raise InputError(f"{name} is not JSON")


def objects(text: str, source: str) -> Iterator[tuple[int, Any, InputError | None]]:
    """Yield ``(line, value, None)`` for each top-level object, or ``(line, None, error)``.

    After a syntax error reading goes on at the next line that starts an object.
    """
    decoder = json.JSONDecoder(object_pairs_hook=_no_repeats, parse_constant=_reject_constant)
    position, line, counted = 0, 1, 0
    in_array = text.lstrip().startswith("[")
    if in_array:
        position = text.index("[") + 1

    def line_at(index: int) -> int:
        nonlocal line, counted
        line += text.count("\n", counted, index)
        counted = index
        return line

    while True:
        while position < len(text) and (text[position].isspace() or (in_array and text[position] == ",")):
            position += 1
        if position == len(text):
            if in_array:
                yield line_at(position), None, InputError("the array is not closed; expected ']'")
            return
        start = line_at(position)
        if in_array and text[position] == "]":
            if text[position + 1 :].strip():
                yield start, None, InputError("text after the closing ']' of the array")
            return
        try:
            value, position = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            place = f"column {error.colno}" if error.lineno == start else f"line {error.lineno}"
            yield start, None, InputError(f"broken JSON at {place}: {error.msg}")
        except InputError as error:
            yield start, None, error
        except RecursionError:
            yield start, None, InputError("broken JSON: nested too deeply")
        except ValueError:
            yield start, None, InputError("a number has too many digits")
        else:
            yield start, value, None
            continue
        resume = text.find("\n{", position)
        if resume < 0:
            return
        position = resume + 1


def read(text: str, source: str) -> Iterator[Reading]:
    """Yield the readings of a JSON text."""
    from . import Reading

    for line, value, error in objects(text, source):
        try:
            if error is not None:
                raise error
            yield Reading(source, line, from_object(value))
        except InputError as raised:
            yield Reading(source, line, error=raised.at(source, line))


def write(instances: Iterable[Instance]) -> str:
    """Return JSON Lines."""
    lines = [json.dumps(to_object(i), separators=(",", ":"), ensure_ascii=False) for i in instances]
    return "".join(f"{line}\n" for line in lines)
