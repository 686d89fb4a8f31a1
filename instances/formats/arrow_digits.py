"""Arrow boards as digit strings: ``LEVEL,DIGITS``, or digits alone where their number tells the level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..arrow import LEVELS, ArrowPuzzle, digits, state_of_digits
from ..errors import InputError

if TYPE_CHECKING:
    from . import Instance, Reading

__all__ = ["board", "read", "write"]


def board(text: str, level: str | None = None) -> ArrowPuzzle:
    """Return the board of one line.

    Args:
        text: ``LEVEL,DIGITS`` or ``DIGITS``.
        level: the level of digits alone.

    Raises:
        InputError: an unknown level, a wrong number of digits, 37 digits without a level.

    Example:
        >>> board("easy,111111112").modulus
        4
        >>> board("1" * 37, "hard").modulus
        2
    """
    head, comma, tail = (part.strip() for part in text.partition(","))
    if comma:
        level, text = head, tail
    else:
        text = head
    if level is None:
        fits = [name for name, (shape, _) in LEVELS.items() if shape.tiles == len(text)]
        if not fits:
            sizes = ", ".join(f"{shape.tiles} ({name})" for name, (shape, _) in LEVELS.items())
            raise InputError(f"{len(text)} digits; expected {sizes}")
        if len(fits) > 1:
            told = " from ".join(fits)
            raise InputError(f"{len(text)} digits do not tell {told}; give LEVEL,DIGITS or --level")
        (level,) = fits
    if level not in LEVELS:
        raise InputError(f"unknown level {level!r:.40}; expected one of {', '.join(LEVELS)}")
    shape, modulus = LEVELS[level]
    if len(text) != shape.tiles:
        raise InputError(f"{len(text)} digits, level {level} has {shape.tiles} tiles")
    return ArrowPuzzle(shape, modulus, state_of_digits(text, modulus), level=level)


def read(text: str, source: str, level: str | None = None) -> Iterator[Reading]:
    """Yield the boards of a text, one a line."""
    from . import Reading

    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            yield Reading(source, number, board(line, level))
        except InputError as error:
            yield Reading(source, number, error=error.at(source, number))


def write(instances: Iterable[Instance]) -> str:
    """Return ``LEVEL,DIGITS`` lines; boards of the four levels only."""
    lines = []
    for instance in instances:
        if not isinstance(instance, ArrowPuzzle):
            raise InputError(f"this format holds arrow boards, not {instance.kind}")
        level = next((k for k, v in LEVELS.items() if v == (instance.shape, instance.modulus)), None)
        if level is None or instance.tap_costs or instance.forbidden or instance.both_ways:
            raise InputError("digit strings hold plain boards of the four levels only")
        lines.append(f"{level},{digits(instance.state)}\n")
    return "".join(lines)
