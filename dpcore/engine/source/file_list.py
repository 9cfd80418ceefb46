"""The files of a path, folder or pattern, and what kinds of files can be read."""

from __future__ import annotations

import glob
import os
import stat
from pathlib import Path
from typing import Final

from dpcore.engine.source.delimited import KINDS
from dpcore.engine.source.unpack import KINDS as PACKED
from dpcore.errors import SourceError
from dpcore.number import shown

MAX_BYTES: Final = 20 * 10**9
PARQUET: Final = ".parquet"
_KINDS: Final = (*KINDS, PARQUET)
ALL_KINDS: Final = (*_KINDS, *PACKED)


def packed_file(what: str) -> Path | None:
    """The path of a single file that is unpacked before it is read; None for everything else."""
    if "://" in what or "\0" in what:
        return None
    path = Path(os.path.expanduser(what))
    return path if path.suffix.lower() in PACKED and not path.is_dir() else None


def check_files(what: str) -> list[Path]:
    """The files of a path, folder or glob. Raises SourceError unless they are regular, readable and not too large."""
    if not what or "\0" in what:
        raise SourceError(
            "{what} is not a path.", "Enter the path of a {kinds} file.", what=shown(what), kinds=", ".join(ALL_KINDS)
        )
    try:
        paths = list_files(what)
        stats = [path.stat() for path in paths]
        plain = all(stat.S_ISREG(status.st_mode) for status in stats)
        for path in paths if plain else ():
            path.open("rb").close()
    except OSError:
        raise SourceError(
            "{what} cannot be opened.", "Check that it exists and that you may read it.", what=shown(what)
        ) from None
    if not plain:  # reading a pipe may block forever
        raise SourceError(
            "{what} is or contains something that is not a regular file.", "Save the table as a file.", what=shown(what)
        )
    if sum(status.st_size for status in stats) > MAX_BYTES:
        raise SourceError(
            "{what} is larger than the limit of {max_bytes:g} GB.",
            "Leave out columns that questions will not use.",
            what=shown(what),
            max_bytes=MAX_BYTES / 1000000000.0,
        )
    return paths


def list_files(what: str) -> list[Path]:
    """The files of a path, folder or glob, all of supported kinds. Raises SourceError.

    A file that must be unpacked is given by its own path.
    """
    path = Path(os.path.expanduser(what))
    kinds = _KINDS if packed_file(what) is None else ALL_KINDS
    if path.is_dir():
        paths = sorted(
            file for file in path.iterdir() if file.suffix.lower() in _KINDS and not file.name.startswith(".")
        )
    elif path.exists() or not glob.has_magic(what):
        paths = [path]
    else:
        paths = sorted(Path(name) for name in glob.glob(str(path), recursive=True))
    if not paths:
        raise SourceError(
            "{what} contains no table.", "Supported kinds: {kinds}.", what=shown(what), kinds=", ".join(_KINDS)
        )
    for file in paths:
        if file.suffix.lower() not in kinds:
            raise SourceError(
                "{name} is not a supported kind of file.",
                "Supported kinds: {kinds}. In folders and patterns: {plain}.",
                name=shown(file.name),
                kinds=", ".join(ALL_KINDS),
                plain=", ".join(_KINDS),
            )
        try:
            str(file.absolute()).encode()
        except UnicodeEncodeError:
            raise SourceError(
                "The path of {name} is not UTF-8 text.",
                "Rename the file or its folder, and load it again.",
                name=shown(file.name),
            ) from None
    # A pattern or link may name a file twice, but its rows must count once.
    return list({os.path.realpath(file): file for file in reversed(paths)}.values())[::-1]
