"""The one exception for input that a person can mend."""

from __future__ import annotations

__all__ = ["InputError"]


class InputError(ValueError):
    """A malformed instance, with the place where it was found.

    Args:
        message: what is wrong and what was expected, one line.
        source: file name, or ``None`` for a value that came from a program.
        line: 1-based line number, or ``None``.

    Example:
        >>> str(InputError("repeated stone (1, 2)", "boards.json", 3))
        'boards.json:3: repeated stone (1, 2)'
    """

    def __init__(self, message: str, source: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.source = source
        self.line = line

    def __str__(self) -> str:
        place = self.source or ""
        if place and self.line is not None:
            place = f"{place}:{self.line}"
        return f"{place}: {self.message}" if place else self.message

    def at(self, source: str | None, line: int | None) -> InputError:
        """Return the error with its place filled in, if it has none yet."""
        return self if self.source is not None else InputError(self.message, source, line)
