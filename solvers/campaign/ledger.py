"""The ledger of a campaign: one SQLite file, one writer, nothing counted twice."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...instances.errors import InputError
from ..proofs.search_certificates import canonical, digest

__all__ = ["Ledger", "Row", "StageRow", "key_of"]

SCHEMA = 1
TABLES = """
CREATE TABLE campaign (id INTEGER PRIMARY KEY CHECK (id = 1), schema INTEGER, problem TEXT, width INTEGER,
    height INTEGER, version TEXT, at REAL);
CREATE TABLE stage (number INTEGER PRIMARY KEY, spec TEXT, witness TEXT, outcome TEXT, at REAL);
CREATE TABLE unit (key TEXT PRIMARY KEY, stage INTEGER, position INTEGER, unit TEXT, estimate INTEGER);
CREATE INDEX unit_by_stage ON unit (stage, position);
CREATE TABLE result (key TEXT, engine TEXT, found TEXT, nodes INTEGER, digest TEXT, seconds REAL, at REAL,
    PRIMARY KEY (key, engine));
"""


def key_of(unit: dict[str, Any]) -> str:
    """Return the key of a unit: the hash of its content."""
    return hashlib.sha256(canonical(unit)).hexdigest()[:32]


@dataclass(frozen=True)
class StageRow:
    """One question of a campaign.

    Args:
        number: from 0 on.
        spec: the question.
        witness: the set that shows that the question need not ask for less.
        outcome: ``open``, ``no``, or ``found``.
    """

    number: int
    spec: dict[str, Any]
    witness: list[int]
    outcome: str


@dataclass(frozen=True)
class Row:
    """One unit: its key, its content, the estimated nodes."""

    key: str
    unit: dict[str, Any]
    estimate: int


class Ledger:
    """A campaign's memory.

    Args:
        path: of the SQLite file.
        write: take the lock of the one writer, and make the file if there is none.

    Raises:
        InputError: no ledger, another format, or another driver is at work on it.
    """

    def __init__(self, path: str | os.PathLike[str], *, write: bool = False) -> None:
        self.path = os.fspath(path)
        self._lock: int | None = None
        if write:
            self._take_lock()
        elif not Path(self.path).is_file():
            raise InputError("no such ledger", self.path)
        try:
            self._base = sqlite3.connect(self.path, timeout=30, isolation_level=None, check_same_thread=False)
            if write:
                self._base.execute("PRAGMA journal_mode = WAL")
                self._base.execute("PRAGMA synchronous = NORMAL")
            tables = {r[0] for r in self._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if write and not tables:
                self._base.executescript(f"BEGIN; {TABLES} COMMIT;")
            elif tables and not tables >= {"campaign", "stage", "unit", "result"}:
                raise InputError("an SQLite file, but not a ledger of gridproof", self.path)
        except sqlite3.Error as error:
            self.close()
            raise InputError(f"not a ledger: {error}", self.path) from None
        except InputError:
            self.close()
            raise

    def _take_lock(self) -> None:
        try:
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(f"{self.path}.lock", os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise InputError(f"cannot write: {error.strerror or error}", self.path) from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            who = os.read(self._lock, 40).decode(errors="replace").strip()
            os.close(self._lock)
            self._lock = None
            raise InputError(
                f"another driver (process {who or 'unknown'}) works on this ledger; one at a time", self.path
            ) from None
        os.ftruncate(self._lock, 0)
        os.write(self._lock, f"{os.getpid()}\n".encode())

    def close(self) -> None:
        """Close the file and give up the lock."""
        if hasattr(self, "_base"):
            self._base.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- the question ----

    def begin(self, problem: str, width: int, height: int, version: str) -> None:
        """Write the question of a new campaign, or check that it is the one of this ledger.

        Raises:
            InputError: the ledger is of another question.
        """
        known = self.question
        if known is None:
            self._base.execute(
                "INSERT INTO campaign VALUES (1, ?, ?, ?, ?, ?, ?)",
                (SCHEMA, problem, width, height, version, time.time()),
            )
        elif known != (problem, width, height):
            told = f"{known[0]} {known[1]} x {known[2]}"
            raise InputError(f"the ledger of {told}; choose another with --ledger", self.path)

    @property
    def question(self) -> tuple[str, int, int] | None:
        """Problem, width and height."""
        row = self._base.execute("SELECT schema, problem, width, height FROM campaign").fetchone()
        if row is None:
            return None
        if row[0] != SCHEMA:
            raise InputError(f"ledger format {row[0]}; expected {SCHEMA}", self.path)
        return str(row[1]), int(row[2]), int(row[3])

    # ---- stages and units ----

    def stages(self) -> list[StageRow]:
        """Return the stages so far, in order."""
        rows = self._base.execute("SELECT number, spec, witness, outcome FROM stage ORDER BY number")
        return [StageRow(n, json.loads(spec), json.loads(w), outcome) for n, spec, w, outcome in rows]

    def add_stage(self, spec: dict[str, Any], witness: Sequence[int], units: Iterable[Row]) -> StageRow:
        """Write a stage with all its units in one transaction."""
        number = len(self.stages())
        with _Transaction(self._base):
            self._base.execute(
                "INSERT INTO stage VALUES (?, ?, ?, 'open', ?)",
                (number, json.dumps(spec), json.dumps(list(witness)), time.time()),
            )
            self._base.executemany(
                "INSERT INTO unit VALUES (?, ?, ?, ?, ?)",
                ((u.key, number, i, json.dumps(u.unit), u.estimate) for i, u in enumerate(units)),
            )
        return StageRow(number, spec, list(witness), "open")

    def settle(self, number: int, outcome: str, witness: Sequence[int] | None = None) -> None:
        """Write the outcome of a stage."""
        if witness is not None:
            self._base.execute(
                "UPDATE stage SET witness = ? WHERE number = ?", (json.dumps(list(witness)), number)
            )
        self._base.execute("UPDATE stage SET outcome = ? WHERE number = ?", (outcome, number))

    def units(self, stage: int) -> list[Row]:
        """Return the units of a stage, in order."""
        rows = self._base.execute(
            "SELECT key, unit, estimate FROM unit WHERE stage = ? ORDER BY position", (stage,)
        )
        return [Row(key, json.loads(unit), estimate) for key, unit, estimate in rows]

    # ---- results ----

    def record(self, engine: str, results: Iterable[tuple[Row, dict[str, Any]]]) -> None:
        """Write results in one transaction; a unit that has one keeps it."""
        now = time.time()
        with _Transaction(self._base):
            self._base.executemany(
                "INSERT OR IGNORE INTO result VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        row.key,
                        engine,
                        None if told["found"] is None else json.dumps(told["found"]),
                        told["nodes"],
                        digest(row.unit, engine, told["nodes"], told["found"]),
                        told["seconds"],
                        now,
                    )
                    for row, told in results
                ),
            )

    def results(self, stage: int, engine: str) -> dict[str, tuple[list[int] | None, int, str]]:
        """Return (found, nodes, digest) by the key of each finished unit of a stage."""
        rows = self._base.execute(
            "SELECT r.key, r.found, r.nodes, r.digest FROM result r JOIN unit u ON u.key = r.key "
            "WHERE u.stage = ? AND r.engine = ?",
            (stage, engine),
        )
        return {key: (json.loads(found) if found else None, nodes, d) for key, found, nodes, d in rows}

    def engines(self) -> list[str]:
        """Return the engines with results."""
        return [r[0] for r in self._base.execute("SELECT DISTINCT engine FROM result ORDER BY engine")]

    def spent(self, engine: str) -> float:
        """Return the seconds of all results of an engine, added up over threads."""
        row = self._base.execute("SELECT SUM(seconds) FROM result WHERE engine = ?", (engine,)).fetchone()
        return float(row[0] or 0.0)

    def recent(self, engine: str, seconds: float) -> tuple[int, float]:
        """Return the nodes written in the last seconds, and the age of the oldest of them."""
        now = time.time()
        row = self._base.execute(
            "SELECT SUM(nodes), MIN(at) FROM result WHERE engine = ? AND at > ?", (engine, now - seconds)
        ).fetchone()
        return int(row[0] or 0), (now - row[1]) if row[1] else 0.0

    def driver(self) -> bool:
        """Return whether a driver is at work on the ledger."""
        try:
            lock = os.open(f"{self.path}.lock", os.O_RDWR)
        except OSError:
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
        finally:
            os.close(lock)
        return False


class _Transaction:
    """All or nothing, whatever ends the process."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base

    def __enter__(self) -> None:
        self._base.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, *_: object) -> None:
        self._base.execute("ROLLBACK" if kind else "COMMIT")
