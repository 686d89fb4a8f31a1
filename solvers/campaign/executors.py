"""Executors for units: threads, spawned processes, a Dask cluster; each a `concurrent.futures.Executor`."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

from ...instances.errors import InputError

__all__ = ["MakeExecutor", "dask_cluster", "processes", "shut", "threads"]

MakeExecutor = Callable[[], tuple[Executor, int]]
"""Makes an executor and says how many units it runs at once; called again when it broke."""


def threads(workers: int) -> MakeExecutor:
    """Threads of this process: right for native searches, which release the interpreter lock."""
    return lambda: (ThreadPoolExecutor(workers), workers)


def processes(workers: int) -> MakeExecutor:
    """Spawned processes: for units that a crash or the memory limit may end."""
    context = multiprocessing.get_context("spawn")
    return lambda: (ProcessPoolExecutor(workers, mp_context=context), workers)


def dask_cluster(address: str) -> MakeExecutor:
    """Return workers of a running Dask scheduler, as ``tcp://host:8786``.

    Raises:
        InputError: the extra is not installed, or nobody answers at the address.
    """
    try:
        from distributed import Client
    except ImportError:
        raise InputError("--scheduler needs the extra: pip install 'gridproof[dask]'") from None

    def make() -> tuple[Executor, int]:
        try:
            make_client: Any = Client  # untyped
            client = make_client(address, timeout="10s")
        except (OSError, ValueError) as error:
            raise InputError(f"no Dask scheduler at {address}: {error}") from None
        slots = sum(client.nthreads().values())
        return client.get_executor(retries=3), max(1, slots)

    return make


def shut(executor: Executor, *, at_once: bool) -> None:
    """Give up an executor.

    Args:
        executor: any.
        at_once: do not wait for what it works on; local processes are ended.
    """
    if at_once:
        for process in list((getattr(executor, "_processes", None) or {}).values()):
            process.terminate()
    try:
        executor.shutdown(wait=not at_once, cancel_futures=True)
    except TypeError:  # Dask's has no cancel_futures
        executor.shutdown(wait=not at_once)
