"""Renews frozen copies of earlier versions at their first use, so that the cells of every copy are bounded in length.

Fingerprints made with another version of DuckDB are renewed in the same way.

The ledger keeps the descriptor of the old copy. The descriptor of the new copy (location and fingerprints) is a note in
the folder `frozen/` of the home folder; rows are recognised by both, also after they were deleted. The note is written
once the new copy is complete and on disk; until then the old copy is used.
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
from dpcore.engine.source.frozen import READING, Frozen, describe
from dpcore.engine.sql.plain import copy, everything, plain, types
from dpcore.errors import SourceError
from dpcore.scratch import scratch


@final
class Renewals:
    """The renewed copies in a home folder."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def find(self, dataset: str, version: int) -> Frozen | None:
        """The renewed copy of a version's rows, or None."""
        try:
            data = json.loads(self._note(dataset, version).read_bytes())
        except FileNotFoundError:
            return None
        return Frozen.from_dict({**data, "path": self._home.path / data["path"]})

    def current(self, dataset: str, version: int, old: Frozen, key: bytes, loader: bytes) -> Frozen:
        """The copy to read: the old copy if it has the present format, else the renewed copy, made if missing.

        key, loader: as in `Source.freeze`. Raises SourceError if the copy is missing or was altered.
        """
        if old.reading == READING:
            return old
        renewed = self._renewed(dataset, version)
        if renewed is None:
            try:
                renewed = self._made(dataset, version, self.find(dataset, version) or old, old.path.stem, key, loader)
            except SourceError:
                renewed = self._renewed(dataset, version)  # another process made the new copy and removed the old one
                if renewed is None:
                    raise
        return renewed

    def marked(self, dataset: str, version: int, old: Frozen, key: bytes, loader: bytes) -> Frozen:
        """The copy to read, with fingerprints of the present kind; arguments and errors as in `current`."""
        present = self.current(dataset, version, old, key, loader)
        for candidate in (present, self.find(dataset, version)):
            if candidate and candidate.fingerprint.tag == tag():
                return candidate
        present.check(key)
        new = _described_again(present, present.path, key, loader)
        self._keep(dataset, version, new)
        return new

    def sweep(self) -> None:
        """Removes old copies left by a process that was killed after writing the note of the new copy."""
        for note in (self._home.path / "frozen").glob("*.json"):
            with contextlib.suppress(ValueError, KeyError):
                dataset, _, version = note.stem.rpartition("-")
                new = self.find(dataset, int(version))
                if new is not None and new.path.exists():
                    _remove_earlier(new)

    def _renewed(self, dataset: str, version: int) -> Frozen | None:
        """The renewed copy, if it has the present format."""
        renewed = self.find(dataset, version)
        return renewed if renewed and renewed.reading == READING else None

    def _made(self, dataset: str, version: int, old: Frozen, stem: str, key: bytes, loader: bytes) -> Frozen:
        old.check(key)
        path = old.path.with_name(f"{stem}-{READING}.parquet")
        with scratch(path.parent) as folder:
            part = folder / "rows.part"
            _copy(old.path, part)
            new = replace(_described_again(old, part, key, loader), path=path)
            os.replace(part, path)
        self._keep(dataset, version, new)
        old.path.unlink(missing_ok=True)
        return new

    def _keep(self, dataset: str, version: int, new: Frozen) -> None:
        note = self._note(dataset, version)
        note.parent.mkdir(mode=0o700, exist_ok=True)
        # Relative to the home folder, because that may be moved.
        data = {**new.to_dict(), "path": os.path.relpath(new.path, self._home.path)}
        self._home.write(note, json.dumps(data).encode())

    def _note(self, dataset: str, version: int) -> Path:
        return self._home.path / "frozen" / f"{dataset}-{version}.json"


def _described_again(old: Frozen, path: Path, key: bytes, loader: bytes) -> Frozen:
    """The descriptor of a copy of the same rows; what was left out of them cannot be read again."""
    new = describe(path, old.columns, key, loader, old.file)
    return replace(new, whole=old.whole, left_out=old.left_out, formats=old.formats)


def _remove_earlier(new: Frozen) -> None:
    """Removes the older copies of these rows."""
    stem = new.path.stem.partition("-")[0]
    for name in (f"{stem}.parquet", *(f"{stem}-{reading}.parquet" for reading in range(1, new.reading))):
        if name != new.path.name:
            new.path.with_name(name).unlink(missing_ok=True)


def _copy(old: Path, new: Path) -> None:
    """Writes the rows in the present format and syncs the file to disk."""
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
        raise SourceError(
            "The frozen copy of the rows could not be converted to the present format.",
            "Load the table again. Charges and answers are kept.",
        )
    new.chmod(0o600)
    with new.open("rb") as file:
        os.fsync(file.fileno())
