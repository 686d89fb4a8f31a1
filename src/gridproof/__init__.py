"""gridproof: exact answers about lattice puzzles, with the assurance stated.

The public API is lazy: importing this package loads nothing else.

Example:
    >>> import gridproof as gp
    >>> board = gp.KyouenBoard(2, 2, ((0, 0), (1, 0), (0, 1)))
    >>> gp.solve(board).details["saturated"]
    True
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import binomial_mod, count, prove, render, solve, verify
    from .instances.arrow import ArrowPuzzle
    from .instances.binomial import Binomial
    from .instances.errors import InputError
    from .instances.formats import load, load_many, save
    from .instances.kyouen import KyouenBoard
    from .instances.numberlink import NumberlinkPuzzle
    from .instances.squares import SquarePoints, SquareRule, SquaresBoard
    from .solvers.answer import Answer, Assurance, Status
    from .solvers.limits import Limits

__all__ = [
    "Answer",
    "ArrowPuzzle",
    "Assurance",
    "Binomial",
    "InputError",
    "KyouenBoard",
    "Limits",
    "NumberlinkPuzzle",
    "SquarePoints",
    "SquareRule",
    "SquaresBoard",
    "Status",
    "__version__",
    "binomial_mod",
    "count",
    "generate",
    "load",
    "load_many",
    "prove",
    "render",
    "save",
    "solve",
    "verify",
]

__version__ = "0.1.0"

_HOME = {
    "Answer": ".solvers.answer",
    "ArrowPuzzle": ".instances.arrow",
    "Assurance": ".solvers.answer",
    "Binomial": ".instances.binomial",
    "InputError": ".instances.errors",
    "KyouenBoard": ".instances.kyouen",
    "Limits": ".solvers.limits",
    "NumberlinkPuzzle": ".instances.numberlink",
    "SquarePoints": ".instances.squares",
    "SquareRule": ".instances.squares",
    "SquaresBoard": ".instances.squares",
    "Status": ".solvers.answer",
    "binomial_mod": ".api",
    "count": ".api",
    "generate": ".api",
    "load": ".instances.formats",
    "load_many": ".instances.formats",
    "prove": ".api",
    "render": ".api",
    "save": ".instances.formats",
    "solve": ".api",
    "verify": ".api",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name], __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def _draw_in_notebooks() -> None:
    # By name, so that neither IPython nor the types are loaded for it.
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None:
        formatter = shell.display_formatter.formatters["image/svg+xml"]
        for module, name in (
            ("gridproof.instances.kyouen", "KyouenBoard"),
            ("gridproof.instances.numberlink", "NumberlinkPuzzle"),
            ("gridproof.instances.arrow", "ArrowPuzzle"),
            ("gridproof.instances.squares", "SquaresBoard"),
            ("gridproof.instances.squares", "SquarePoints"),
        ):
            formatter.for_type_by_name(
                module, name, lambda instance: __getattr__("render")(instance).decode()
            )


_draw_in_notebooks()
