"""The process that unpacks one file, which may be hostile: it restricts itself, then reads the file and writes a table.

It is run as a script that imports nothing of `dpcore`. It inherits the file, open for reading, and two pipes: one for
what it is asked, one for what it writes, which its parent counts. Before it restricts itself it has read no byte of the
file. What it writes is the length of a head and the head (JSON); then, if the head names a kind, the table. Every
failure is the same exit code and no further word.
"""

from __future__ import annotations

import gzip
import importlib
import importlib.util
import json
import os
import pickle
import resource
import stat
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from typing import IO, Any

TABLES = (".csv", ".tsv", ".parquet")
UNPROTECTED = "unprotected"
"""Instead of a kind, if the system grants too few protections for reading the file."""
_CHUNK, _ANY_SIZE = 2**20, 2**62
_PARQUET = b"PAR1"
_PACKED = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\xd0\xcf\x11\xe0", b"7z\xbc\xaf", b"BZh", b"\xfd7zXZ")
"""How archives and binary workbooks begin, which are no table themselves."""
_ARCHIVES = ".7z .br .bz2 .gz .lz .lz4 .lzma .rar .tar .tgz .xz .z .zip .zst"
_OTHERS = ".dta .ods .por .rda .rdata .rds .sas7bdat .sav .xls .xlsb .xlsm .xlsx .xpt .feather .arrow .avro .orc"
_LANGUAGES = ".json .jsonl .ndjson .html .xml .sql .yaml .pdf .db .sqlite .pickle .pkl"
NO_TABLES = tuple(f"{_ARCHIVES} {_OTHERS} {_LANGUAGES}".split())
"""Suffixes inside that of compressed text whose files are no delimited text."""
_BESIDE = ("Thumbs.db", ".DS_Store", "__MACOSX")
"""What archivers of operating systems add."""


class Refused(Exception):
    """The file is not one table in a supported form."""


def main() -> None:
    """Reads what is asked, a pickle, and restricts itself; then unpacks."""
    asked = pickle.load(sys.stdin.buffer)
    file, answers = asked["file"], os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.close(null)
    sys.path[:] = asked["modules"]
    protection = _load(Path(asked["sandbox"]) / "protection.py")
    unpack = _reader(asked["suffix"])
    protection.offer()
    folders = [*asked["places"], asked["sandbox"]]
    granted = protection.isolate(folders, asked["hidden"])
    resource.setrlimit(resource.RLIMIT_CPU, (asked["seconds"], asked["seconds"]))
    granted |= protection.restrict(folders, (), asked["hidden"], asked["memory"])
    enough = protection.CALLS | protection.MEMORY
    protected = granted & enough == enough and granted & (protection.HIDDEN | protection.FOLDERS)
    with os.fdopen(answers, "wb", _CHUNK) as output, os.fdopen(file, "rb") as opened:
        if protected:
            unpack(opened, Output(output, granted), asked)
        else:
            Output(output, granted).head(UNPROTECTED)


class Output:
    """What the parent reads: the head once, then the table."""

    def __init__(self, file: IO[bytes], granted: int) -> None:
        self._file, self._granted = file, granted

    def head(self, kind: str, sheets: Sequence[str] = (), titles: int | None = None) -> None:
        """kind: the suffix of the table; empty or `UNPROTECTED` if no table follows. sheets: names, to choose from.

        titles: of a table whose cells are separated by commas, the lines between those skipped and the header.
        """
        said = {"kind": kind, "sheets": list(sheets), "titles": titles, "granted": self._granted}
        head = json.dumps(said).encode()
        self._file.write(len(head).to_bytes(4, "big") + head)

    def write(self, data: bytes) -> None:
        """Writes a part of the table."""
        self._file.write(data)


Reader = Callable[[IO[bytes], Output, dict[str, Any]], None]


def _reader(suffix: str) -> Reader:
    """The function for a kind of file. Modules are imported now, while they can be read."""
    importlib.import_module("encodings.cp437")  # names in archives
    if suffix == ".gz":
        return ungzip
    if suffix == ".zip":
        return unzip
    if suffix in (".xlsx", ".xlsm", ".xls"):
        read: Reader = _beside("workbook").reader(_beside("stored_cell"))
        return read
    if suffix in (".dta", ".sav", ".xpt"):
        found: Reader = _beside("statistics_file").reader(_beside("stored_cell"), suffix)
        return found
    raise Refused


def ungzip(file: IO[bytes], output: Output, asked: dict[str, Any]) -> None:
    """The content of a .gz file."""
    inner = asked["inner"]
    if not os.fstat(file.fileno()).st_size or inner in NO_TABLES:
        raise Refused
    with gzip.GzipFile(fileobj=file) as content:
        _copy(content, inner, output)


def unzip(file: IO[bytes], output: Output, asked: dict[str, Any]) -> None:
    """The only member of an archive. Of its name, only the suffix is used."""
    with zipfile.ZipFile(file) as archive:
        members = [member for member in archive.infolist() if not _is_beside(member)]
        if len(members) != 1:
            raise Refused
        (member,) = members
        suffix, mode = PurePosixPath(member.filename).suffix.lower(), member.external_attr >> 16
        if member.flag_bits & 1 or suffix not in TABLES or (stat.S_IFMT(mode) and not stat.S_ISREG(mode)):
            raise Refused
        size, member.file_size = member.file_size, _ANY_SIZE  # so that more than the declared size is read
        with archive.open(member) as content:
            _copy(content, suffix, output)
            reader: Any = content
            if content.tell() != size or reader._compress_left or getattr(reader._decompressor, "unused_data", b""):
                raise Refused


def _is_beside(member: zipfile.ZipInfo) -> bool:
    """Whether a member is a folder, or was added by the operating system."""
    parts = PurePosixPath(member.filename).parts
    return member.is_dir() or not parts or parts[0] in _BESIDE or parts[-1] in _BESIDE


def _copy(content: IO[bytes] | gzip.GzipFile, suffix: str, output: Output) -> None:
    """Writes a table as it is. Raises Refused if it begins like something else."""
    start = content.read(_CHUNK)
    kind = ".parquet" if start.startswith(_PARQUET) else ".csv"
    if start.startswith(_PACKED) or (suffix in TABLES and (suffix == ".parquet") != (kind == ".parquet")):
        raise Refused
    output.head(suffix if suffix in TABLES else kind)
    while start:
        output.write(start)
        start = content.read(_CHUNK)


def _beside(name: str) -> Any:
    """The module of that name in this folder."""
    return _load(Path(__file__).with_name(f"{name}.py"))


def _load(path: Path) -> Any:
    """The module of a file."""
    spec = importlib.util.spec_from_file_location(f"_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    code = 1
    try:
        main()
        code = 0
    finally:
        os._exit(code)
