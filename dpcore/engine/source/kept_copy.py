"""The rows of a frozen copy as a source, to be read by other formats of their cells."""

from __future__ import annotations

import os
import secrets
import shutil
from dataclasses import replace
from pathlib import Path
from typing import final

from dpcore.engine.rows import Source
from dpcore.engine.source.frozen import RELOAD, Frozen
from dpcore.engine.source.room import check_room
from dpcore.errors import SourceError


@final
class KeptCopy(Source):
    """The rows of a frozen copy once more, as they were written, for a version that reads them by other formats."""

    def __init__(self, rows: Frozen) -> None:
        self._rows, self.columns = rows, rows.columns

    def load(self, folder: Path, key: bytes, loader: bytes | None = None) -> Frozen:
        """A second name, or a copy, of the same file. Raises SourceError if it has other rows by now."""
        del loader  # the fingerprints are the same
        self._rows.check(key)
        path = folder / f"{secrets.token_hex(16)}.parquet"
        kept = True
        try:
            try:
                os.link(self._rows.path, path)
            except OSError:  # a file system without links, or a file that is gone
                shutil.copy2(self._rows.path, path)
        except OSError as error:
            check_room(error)
            kept = False
        if not kept:
            raise SourceError("The frozen copy of the rows is missing.", RELOAD)
        return replace(self._rows, path=path, mtime_ns=path.stat().st_mtime_ns, formats=dict(self.formats or {}))
