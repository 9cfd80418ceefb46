"""The private copy of the rows: one Parquet file in the desk's folder, and how it is known to be unchanged."""

from __future__ import annotations

import os
import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from dpcore.data.fingerprint import Fingerprint, fingerprint
from dpcore.errors import SourceError

_RELOAD = "Load the table again; what was charged and released stays."


@final
@dataclass(frozen=True, slots=True)
class Frozen:
    """A frozen copy: where it is, its columns (name -> type word), its fingerprint, and its size and time on disk."""

    path: Path
    columns: Mapping[str, str]
    fingerprint: Fingerprint
    size: int
    mtime_ns: int

    def check(self, key: bytes) -> None:
        """Raises SourceError when the copy is gone or holds other rows. Cheap unless its size or time changed."""
        try:
            stat = self.path.stat()
        except OSError:
            raise SourceError("The frozen copy of the rows is gone.", _RELOAD) from None
        if (stat.st_size, stat.st_mtime_ns) == (self.size, self.mtime_ns):
            return
        try:
            same = fingerprint(self.path, key).same_rows(self.fingerprint)
        except SourceError:
            same = False
        if not same:
            raise SourceError("The frozen copy of the rows was altered.", _RELOAD)

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `from_dict` reads it back."""
        return {
            "path": str(self.path),
            "columns": dict(self.columns),
            "fingerprint": self.fingerprint.to_dict(),
            "size": self.size,
            "mtime_ns": self.mtime_ns,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Frozen:
        """The copy that `to_dict` described."""
        mark = Fingerprint.from_dict(data["fingerprint"])
        return cls(Path(data["path"]), dict(data["columns"]), mark, data["size"], data["mtime_ns"])


class Source(ABC):
    """Rows that can be frozen. Its columns are known from a header or file metadata; no row was looked at for them."""

    columns: Mapping[str, str]
    """Type word by column name: number, text, flag, date or other."""

    @abstractmethod
    def write(self, target: Path) -> None:
        """Writes all rows to one Parquet file. Raises SourceError, and then the file is not to be used."""

    @final
    def freeze(self, folder: Path, key: bytes) -> Frozen:
        """Copies the rows into `folder` (made private) under a random name. Raises SourceError and leaves nothing."""
        folder = Path(folder).absolute()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        path = folder / f"{secrets.token_hex(16)}.parquet"
        try:
            self.write(path)
            path.chmod(0o600)
            mark = fingerprint(path, key)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        stat = os.stat(path)
        return Frozen(path, dict(self.columns), mark, stat.st_size, stat.st_mtime_ns)
