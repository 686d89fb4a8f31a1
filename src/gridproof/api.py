"""The Python face: `solve`, `count`, `prove`, `verify`, `generate`, `render`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .instances.arrow import ArrowPuzzle
from .instances.binomial import Binomial
from .instances.errors import InputError
from .instances.formats import Instance
from .instances.kyouen import KyouenBoard
from .instances.numberlink import NumberlinkPuzzle
from .instances.squares import SquarePoints, SquaresBoard
from .solvers.answer import Answer, Assurance
from .solvers.limits import Limits

__all__ = ["binomial_mod", "count", "generate", "prove", "render", "solve", "verify"]


def _level(assurance: Assurance | str | None) -> Assurance | None:
    return None if assurance is None else Assurance(assurance)


def solve(instance: Instance, *, assurance: Assurance | str | None = None) -> Answer:
    """Answer the question that an instance poses.

    Args:
        instance: a board or puzzle.
        assurance: the level wanted, by name or member.

    Example:
        >>> solve(KyouenBoard(3, 3, ((0, 0), (1, 0), (0, 1), (1, 1)))).value  # bad 4-tuples
        1
    """
    if isinstance(instance, NumberlinkPuzzle):
        from .solvers import numberlink

        return numberlink.solve_puzzle(instance, assurance=_level(assurance))
    if isinstance(instance, ArrowPuzzle):
        from .solvers.arrow import solve_puzzle

        return solve_puzzle(instance, assurance=_level(assurance))
    if isinstance(instance, Binomial):
        from .solvers.binomial import solve_binomial

        return solve_binomial(instance, assurance=_level(assurance))
    if isinstance(instance, SquarePoints):
        from .solvers.squares import solve_points

        return solve_points(instance)
    if isinstance(instance, SquaresBoard):
        from .solvers.squares import solve_position

        return solve_position(instance, assurance=_level(assurance))
    from .solvers.kyouen import solve_board

    return solve_board(instance, assurance=_level(assurance))


def count(
    instance: Instance, *, assurance: Assurance | str | None = None, limits: Limits | None = None
) -> Answer:
    """Count: kyouen-free and saturated sets of an empty board by size; solutions of a puzzle.

    Raises:
        InputError: a kyouen board with stones, or one too large; a kind without a count.

    Example:
        >>> count(KyouenBoard(3, 3)).count
        56
    """
    if isinstance(instance, NumberlinkPuzzle):
        from .solvers.numberlink import count_solutions

        return count_solutions(instance, assurance=_level(assurance), limits=limits)
    if isinstance(instance, ArrowPuzzle):
        return solve(instance, assurance=assurance)
    if isinstance(instance, SquaresBoard) and not instance.count:
        from .solvers.squares_extremes import count_all

        return count_all(instance.width, instance.height, instance.rule, limits=limits)
    if not isinstance(instance, KyouenBoard):
        raise InputError(f"there is nothing to count for {instance.kind}")
    from .solvers.kyouen_extremes import count_sets

    if instance.stones:
        raise InputError("count asks for an empty board; this one has stones")
    return count_sets(instance.width, instance.height, assurance=_level(assurance), limits=limits)


def binomial_mod(n: int, r: int, m: int, *, method: str = "auto") -> int:
    """Return C(n, r) mod m; see `gridproof.solvers.binomial.binomial_mod`.

    Example:
        >>> binomial_mod(2021, 37, 4)
        3
    """
    from .solvers.binomial import binomial_mod as by_method

    return by_method(n, r, m, method=method)


def prove(
    problem: str,
    *,
    size: int | tuple[int, int],
    assurance: Assurance | str | None = None,
    limits: Limits | None = None,
) -> Answer:
    """Prove an extremal value, or who wins the square game.

    Args:
        problem: ``kyouen-max``, ``kyouen-min``, ``square-game``, ``square-colouring``,
            ``square-free-max`` or ``square-free-min`` (squares of any orientation).
        size: the side of a square board, or (width, height).
        assurance: the level wanted.
        limits: time, nodes and threads of each engine.

    Example:
        >>> prove("kyouen-max", size=4).value
        7
    """
    width, height = (size, size) if isinstance(size, int) else size
    if problem == "square-game":
        from .solvers.squares_proofs import prove_game

        return prove_game(width, height, limits=limits)[0]
    if problem.startswith("square"):
        from .solvers.squares_extremes import prove_set

        return prove_set(problem, width, height, assurance=_level(assurance), limits=limits)
    from .solvers.kyouen_extremes import prove as prove_extreme

    return prove_extreme(problem, width, height, assurance=_level(assurance), limits=limits)


def generate(
    what: str, *, count: int = 1, seed: int = 0, workers: int = 1, **options: Any
) -> Iterator[Instance]:
    """Yield boards that are proved to be as asked; the same seed gives the same boards.

    Args:
        what: ``arrow`` or ``numberlink``.
        count: how many.
        seed: any integer.
        workers: processes (numberlink).
        options: ``level``, ``taps`` for arrow; ``size`` as (width, height) or a side, and the
            fields of `gridproof.solvers.generators.numberlink.Order` for numberlink.

    Raises:
        InputError: an unknown kind, or what no board can satisfy.

    Example:
        >>> board = next(generate("numberlink", size=(6, 6), pairs=4, seed=1))
        >>> solve(board).status.value
        'UNIQUE'
    """
    if what == "arrow":
        from .solvers.generators.arrow import generate as generate_arrow

        return generate_arrow(options.pop("level", ""), count=count, seed=seed, **options)
    if what == "numberlink":
        from .solvers.generators.numberlink import Order
        from .solvers.generators.numberlink import generate as generate_numberlink

        size = options.pop("size", 8)
        width, height = (size, size) if isinstance(size, int) else size
        order = Order(width, height, seed=seed, **options)
        return generate_numberlink(order, count=count, workers=workers)
    raise InputError(f"nothing generates {what!r:.40}; expected arrow or numberlink")


def verify(path: str | os.PathLike[str], *, rerun: bool = False) -> list[str]:
    """Check the claims or claimed solutions of a file by the plain rules.

    Args:
        path: a claim file, or instances that carry an ``answer``.
        rerun: also run the native search again to confirm the bound half of a claim.

    Returns:
        One line for each fault; empty if everything holds.

    Raises:
        InputError: the file cannot be read.
    """
    from .solvers.proofs.verify import verify_file

    return [result.text for result in verify_file(path, rerun=rerun) if not result.ok]


def render(
    instance: Instance, answer: Answer | None = None, path: str | os.PathLike[str] | None = None
) -> bytes:
    """Draw an instance, with an answer if one is given.

    Args:
        instance: a board.
        answer: its answer; the default asks `solve`.
        path: a file ending in ``.svg`` or ``.png`` to write.

    Returns:
        The picture: SVG, or PNG if the path says so.

    Raises:
        InputError: another ending, or a board too large to draw.
    """
    from .instances.formats import write_atomically

    ending = "svg" if path is None else Path(path).suffix.lower().removeprefix(".")
    if isinstance(instance, Binomial):
        raise InputError("a binomial coefficient has no picture")
    if isinstance(instance, NumberlinkPuzzle):
        from .pictures.numberlink import draw as draw_numberlink

        picture = draw_numberlink(instance, answer or solve(instance), format=ending)
    elif isinstance(instance, SquaresBoard | SquarePoints):
        from .pictures.squares import draw as draw_squares

        picture = draw_squares(instance, answer or solve(instance), format=ending)
    elif isinstance(instance, ArrowPuzzle):
        from .pictures.arrow import draw as draw_arrow

        picture = draw_arrow(instance, answer or solve(instance), format=ending)
    else:
        from .pictures.kyouen import draw

        picture = draw(instance, answer, format=ending)
    if path is not None:
        write_atomically(path, picture)
    return picture
