"""Reading and writing instances: one file a format, all behind `load`, `load_many` and `save`.

Nothing here raises for a malformed instance inside a file of many: each reading
carries either the instance or the error, so that the others are still answered.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from ..arrow import LEVELS, ArrowPuzzle
from ..binomial import Binomial
from ..errors import InputError
from ..kyouen import KyouenBoard
from ..numberlink import NumberlinkPuzzle
from ..squares import SquarePoints, SquaresBoard

__all__ = [
    "FORMATS",
    "Instance",
    "Reading",
    "load",
    "load_many",
    "read_text",
    "render_text",
    "save",
    "write_atomically",
]

Instance = KyouenBoard | NumberlinkPuzzle | ArrowPuzzle | SquaresBoard | SquarePoints | Binomial


@dataclass(frozen=True)
class Reading:
    """One instance of a file, or the error that stands in its place.

    Args:
        source: file name, ``-`` for standard input.
        line: 1-based line where the instance starts.
        instance: the instance, or ``None``.
        error: the error, or ``None``.
    """

    source: str
    line: int
    instance: Instance | None = None
    error: InputError | None = None


Reader = Callable[[str, str], Iterator[Reading]]
Writer = Callable[[Iterable[Instance]], str]


def _on_call(module: str, name: str) -> Callable[..., Any]:
    # A format is imported when it is first used.
    def call(*arguments: Any) -> Any:
        return getattr(import_module(f".{module}", __name__), name)(*arguments)

    return call


def _read_only(instances: Iterable[Instance]) -> str:
    raise InputError("this format is only read; choose another with --to")


FORMATS: dict[str, tuple[Reader, Writer, str]] = {
    "json": (
        _on_call("json_lines", "read"),
        _on_call("json_lines", "write"),
        "one JSON object, an array of them, or JSON Lines",
    ),
    "kyouen-grid": (
        _on_call("kyouen_text", "read_grids"),
        _on_call("kyouen_text", "write_grids"),
        "rows of . (empty) and o (stone), blank line between boards",
    ),
    "kyouen-stage": (
        _on_call("kyouen_text", "read_stages"),
        _on_call("kyouen_text", "write_stages"),
        "SIZE,STAGE lines (row-major 0/1) or a csv with these columns",
    ),
    "arrow-digits": (
        _on_call("arrow_digits", "read"),
        _on_call("arrow_digits", "write"),
        "LEVEL,DIGITS lines, or DIGITS alone where their number tells the level",
    ),
    "numberlink-flow": (
        _on_call("numberlink_text", "read_flow"),
        _on_call("numberlink_text", "write_flow"),
        "rows of . (empty), # (hole) and labels, blank line between grids",
    ),
    "numberlink-headed": (
        _on_call("numberlink_text", "read_headed"),
        _on_call("numberlink_text", "write_headed"),
        "WIDTH HEIGHT, then rows of . and labels",
    ),
    "numberlink-numeric": (
        _on_call("numberlink_text", "read_numeric"),
        _on_call("numberlink_text", "write_numeric"),
        "COLUMNS ROWS (or ROWS,COLUMNS), then rows of numbers, 0 or - empty",
    ),
    "numberlink-coordinates": (
        _on_call("numberlink_text", "read_coordinates"),
        _on_call("numberlink_text", "write_coordinates"),
        "lines WIDTH HEIGHT x1 y1 x2 y2 ... for each pair",
    ),
    "numberlink-puzzlink": (
        _on_call("numberlink_pzpr", "read_url"),
        _on_call("numberlink_pzpr", "write_url"),
        "puzz.link addresses, numlin (rule any) and arukone (full-cover), one a line",
    ),
    "numberlink-pzprv3": (
        _on_call("numberlink_pzpr", "read_pzprv3"),
        _on_call("numberlink_pzpr", "write_pzprv3"),
        "pzprv3 files of numlin and arukone, with the drawn solution",
    ),
    "numberlink-penpa": (
        _on_call("numberlink_penpa", "read"),
        _read_only,
        "Penpa+ addresses, one a line (read only)",
    ),
    "numberlink-adc": (
        _on_call("numberlink_adc", "read"),
        _read_only,
        "SIZE, LINE_NUM, LINE#k (x,y)-(x,y) of the DA symposium contests (read only)",
    ),
}
"""Name: (reader, writer, what it looks like)."""


def _decode(raw: bytes, source: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"byte {error.start} is not UTF-8; expected a text file in UTF-8", source, line
        ) from None


def _detect(text: str, source: str) -> str:
    head = text.lstrip()
    if not head:
        raise InputError("empty file; expected at least one instance", source, 1)
    if head[0] in "{[":
        return "json"
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    if "penpa-edit" in lines[0] or "#m=" in lines[0]:
        return "numberlink-penpa"
    if "pzprv3" in lines[0]:
        return "numberlink-pzprv3"
    if re.match(r"https?://", lines[0]):
        return "numberlink-puzzlink"
    if re.match(r"SIZE\s+\d", lines[0], re.IGNORECASE):
        return "numberlink-adc"
    if all(line.split(",")[0].strip() in LEVELS or line.isdigit() for line in lines):
        return "arrow-digits"
    if all("," in line for line in lines):
        return "kyouen-stage"
    if set("".join(lines)) <= set(".oO"):
        if "o" not in head and head.count("O") == 2:
            told = "kyouen-grid (two stones) or numberlink-flow (a pair)"
            raise InputError(f"this could be {told}; choose with --from", source, 1)
        return "kyouen-grid"
    numberlink = _detect_numberlink(lines)
    if numberlink:
        return numberlink
    line = text[: len(text) - len(head)].count("\n") + 1
    raise InputError(
        f"unknown format; expected one of {', '.join(FORMATS)} (choose with --from)", source, line
    )


def _detect_numberlink(lines: list[str]) -> str | None:
    numbers = [line.replace(",", " ").split() for line in lines]
    if all(all(t.isdigit() for t in row) and len(row) >= 6 for row in numbers):
        return "numberlink-coordinates"
    # In a numeric file comments may stand before the header.
    start = next((i for i, row in enumerate(numbers) if row[0][0].isdigit()), None)
    if start is not None and len(numbers[start]) == 2 and all(t.isdigit() for t in numbers[start]):
        body = lines[start + 1 :]
        spaced = body and len(body[0].split()) > 1
        return "numberlink-numeric" if spaced else "numberlink-headed"
    if all(len(line.split()) == 1 for line in lines) and any(ch in head for ch in ".+?" for head in lines):
        return "numberlink-flow"
    # A small grid may be full of labels.
    together = "".join(lines)
    if together.isalnum() and all(together.count(ch) == 2 for ch in set(together)):
        return "numberlink-flow"
    return None


def read_text(
    text: str, source: str = "-", *, format: str | None = None, level: str | None = None
) -> Iterator[Reading]:
    """Yield the readings of a text.

    Args:
        text: the whole content of a file.
        source: its name, for messages.
        format: a name in `FORMATS`, or ``None`` to recognise it.
        level: the level of arrow digits that do not tell it themselves.

    Raises:
        InputError: the text as a whole cannot be read.

    Example:
        >>> [r.instance.stones for r in read_text("o..\\n.o.\\n")]
        [((0, 0), (1, 1))]
    """
    name = format or _detect(text, source)
    if name not in FORMATS:
        raise InputError(f"unknown format {name!r}; expected one of {', '.join(FORMATS)}")
    if not text.strip():
        raise InputError("empty file; expected at least one instance", source, 1)
    if name == "arrow-digits":
        from .arrow_digits import read

        return read(text, source, level)
    return FORMATS[name][0](text, source)


def load_many(
    path: str | os.PathLike[str], *, format: str | None = None, level: str | None = None
) -> Iterator[Reading]:
    """Yield every instance of a file, or its error; ``-`` reads standard input.

    Raises:
        InputError: the file cannot be read at all.
    """
    source = os.fspath(path)
    try:
        raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror or error}", source) from None
    return read_text(_decode(raw, source), source, format=format, level=level)


def load(path: str | os.PathLike[str], *, format: str | None = None) -> Instance:
    """Return the one instance of a file.

    Raises:
        InputError: no instance, more than one, or a malformed one.
    """
    readings = list(load_many(path, format=format))
    for reading in readings:
        if reading.error:
            raise reading.error
    if len(readings) != 1 or readings[0].instance is None:
        raise InputError(f"{len(readings)} instances; load() expects one (use load_many)", os.fspath(path))
    return readings[0].instance


def render_text(instances: Iterable[Instance], *, format: str = "json") -> str:
    """Return instances as text in a format.

    Raises:
        InputError: an instance that the format cannot express.

    Example:
        >>> print(render_text([KyouenBoard(2, 1, ((0, 0),))]), end="")
        {"kind":"kyouen","width":2,"height":1,"stones":[[0,0]]}
    """
    if format not in FORMATS:
        raise InputError(f"unknown format {format!r}; expected one of {', '.join(FORMATS)}")
    return FORMATS[format][1](instances)


def save(
    instances: Instance | Iterable[Instance], path: str | os.PathLike[str], *, format: str = "json"
) -> None:
    """Write instances to a file, replacing it atomically.

    Raises:
        InputError: an instance that the format cannot express.
    """
    many = [instances] if isinstance(instances, Instance) else instances
    write_atomically(path, render_text(many, format=format))


def write_atomically(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Replace a file in one step: a crash leaves the old content or the new, never a part.

    Raises:
        InputError: the folder cannot be written.
    """
    target = Path(path)
    data = content.encode() if isinstance(content, str) else content
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror or error}", os.fspath(path)) from None
