"""Copies that were frozen by earlier versions, frozen anew at their first use, so that every copy's cells are bounded.

Where another version of DuckDB made their fingerprints, these are made anew likewise.

The ledger keeps what it wrote of the old copy, for ever; of the new one a file of the desk's own, `frozen/` in its
folder, has the same: where it is, and its fingerprints, by which rows are recognised beside the old ones, also after
they are deleted. It is written when the new copy is whole and on the disk; until then the old copy counts.
"""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import final

from dpcore.desk.home import Home
from dpcore.engine.duckdb_connection import connect
from dpcore.engine.source.fingerprint import tag
from dpcore.engine.source.frozen import READING, Frozen, described
from dpcore.engine.sql.plain import copy, everything, plain, types
from dpcore.errors import SourceError
from dpcore.scratch import scratch


@final
class Renewals:
    """The copies of a desk's folder that were frozen anew."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def find(self, dataset: str, version: int) -> Frozen | None:
        """The new copy of a version's rows, if one was made."""
        try:
            data = json.loads(self._note(dataset, version).read_bytes())
        except FileNotFoundError:
            return None
        return Frozen.from_dict({**data, "path": self._home.path / data["path"]})

    def current(self, dataset: str, version: int, old: Frozen, key: bytes, loader: bytes) -> Frozen:
        """The copy to read: the old one if it is kept as copies are now, else the new one, made where there is none.

        The keys are those of `Source.freeze`. Raises SourceError where the copy is gone or was altered.
        """
        if old.reading == READING:
            return old
        found = self._renewed(dataset, version)
        if found is None:
            try:
                found = self._made(dataset, version, self.find(dataset, version) or old, old.path.stem, key, loader)
            except SourceError:
                found = self._renewed(dataset, version)  # by another process, which then removed the old copy
                if found is None:
                    raise
        return found

    def marked(self, dataset: str, version: int, old: Frozen, key: bytes, loader: bytes) -> Frozen:
        """The copy to read, with fingerprints as they are made now; arguments and errors as of `current`."""
        here = self.current(dataset, version, old, key, loader)
        for known in (here, self.find(dataset, version)):
            if known and known.fingerprint.tag == tag():
                return known
        here.check(key)
        new = described(here.path, here.columns, key, loader)
        self._keep(dataset, version, new)
        return new

    def sweep(self) -> None:
        """Remove old copies that were left by a process killed after it had written the note of the new ones."""
        for note in (self._home.path / "frozen").glob("*.json"):
            with contextlib.suppress(ValueError, KeyError):
                dataset, _, version = note.stem.rpartition("-")
                new = self.find(dataset, int(version))
                if new is not None and new.path.exists():
                    _remove_earlier(new)

    def _renewed(self, dataset: str, version: int) -> Frozen | None:
        """The new copy, if it is kept as copies are now."""
        found = self.find(dataset, version)
        return found if found and found.reading == READING else None

    def _made(self, dataset: str, version: int, old: Frozen, stem: str, key: bytes, loader: bytes) -> Frozen:
        old.check(key)
        path = old.path.with_name(f"{stem}-{READING}.parquet")
        with scratch(path.parent) as folder:
            part = folder / "rows.part"
            _copy(old.path, part)
            new = replace(described(part, old.columns, key, loader), path=path)
            os.replace(part, path)
        self._keep(dataset, version, new)
        old.path.unlink(missing_ok=True)
        return new

    def _keep(self, dataset: str, version: int, new: Frozen) -> None:
        note = self._note(dataset, version)
        note.parent.mkdir(mode=0o700, exist_ok=True)
        # From the home folder on, which may be moved.
        data = {**new.to_dict(), "path": os.path.relpath(new.path, self._home.path)}
        self._home.write(note, json.dumps(data).encode())

    def _note(self, dataset: str, version: int) -> Path:
        return self._home.path / "frozen" / f"{dataset}-{version}.json"


def _remove_earlier(new: Frozen) -> None:
    """Remove the copies that this one was made of."""
    stem = new.path.stem.partition("-")[0]
    for name in (f"{stem}.parquet", *(f"{stem}-{reading}.parquet" for reading in range(1, new.reading))):
        if name != new.path.name:
            new.path.with_name(name).unlink(missing_ok=True)


def _copy(old: Path, new: Path) -> None:
    """The rows with every cell as it is kept now, on the disk when this returns."""
    import duckdb

    failed = True
    try:
        with connect(new.parent, files=[old]) as connection:
            rows = everything(old)
            copy(connection, plain(rows, types(connection, rows)), new)
        failed = False
    except duckdb.Error:
        pass
    if failed:
        raise SourceError("The rows could not be frozen anew.", "Load the table again; what was charged stays.")
    new.chmod(0o600)
    with new.open("rb") as file:
        os.fsync(file.fileno())
