"""Limits on a search, and how it reports progress."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Limits", "Progress"]

Progress = Callable[[int, int, int], None]
"""Called a few times a second with (tasks done, tasks in all, nodes so far)."""


@dataclass(frozen=True)
class Limits:
    """What a search may use.

    Args:
        seconds: wall-clock time, or ``None``.
        nodes: search nodes, or ``None``.
        memory: bytes, or ``None``.
        workers: threads; ``None`` for one a core.
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None
    workers: int | None = None

    @property
    def threads(self) -> int:
        """Number of threads to use."""
        if self.workers is not None:
            return max(1, self.workers)
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
