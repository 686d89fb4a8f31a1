"""JSON: one object, an array of objects, or JSON Lines, validated with msgspec."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ..errors import InputError
from ..kyouen import KyouenBoard

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


KINDS: dict[str, Any] = {"kyouen": _Kyouen}
_Kind = Literal["kyouen"]


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
    try:
        record = msgspec.convert(value, KINDS[kind])
    except (msgspec.ValidationError, OverflowError) as error:
        raise InputError(str(error)) from None
    return KyouenBoard(
        record.width, record.height, tuple(record.stones), record.name, record.answer, record.meta
    )


def to_object(instance: Instance) -> dict[str, Any]:
    """Return the JSON object of an instance; keys without a value are left out."""
    value: dict[str, Any] = {
        "kind": instance.kind,
        "width": instance.width,
        "height": instance.height,
        "stones": [list(p) for p in instance.stones],
    }
    for key in ("name", "answer", "meta"):
        if getattr(instance, key) is not None:
            value[key] = getattr(instance, key)
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
