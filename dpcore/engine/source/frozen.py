"""The frozen copy: one private Parquet file with the rows in the home folder, and checks that it is unchanged."""

from __future__ import annotations

import os
import secrets
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy as copied
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Self, final

from dpcore.engine.duckdb_connection import LOADING, connect
from dpcore.engine.rows import Rows, Source, limits_of
from dpcore.engine.source.fingerprint import Fingerprint, earlier, fingerprint
from dpcore.engine.source.room import check_room
from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.scratch import scratch
from dpcore.table.cell_format import Format, from_data, plain_data
from dpcore.table.heading import folded
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.engine.base import Engine
    from dpcore.engine.sql.physical import Physical

RELOAD = Text("Load the table again. Charges and releases are kept.")


READING = 3
"""The format of cells: 3 as described in `dpcore.engine.sql.plain`. In format 2, floats and times may be as in the
source. The first format has no number, and cells of any length.
"""
DOUBLES: Final = "double"
"""The word in `Frozen.file` that all numbers of the file were doubles, as in a workbook."""


@final
@dataclass(frozen=True, slots=True)
class Frozen(Rows):
    """A frozen copy: its path, its columns (name -> type word), its fingerprints, and its size and time on disk.

    fingerprint: with the key of the user who opened the dataset. loaded: with the key of the user who loaded the
    rows, if different. reading: the format of cells. file: `Reading.to_dict`, and the decimal mark of numbers in
    text if it may be a comma, and whether all numbers were doubles. left_out: columns that were left out of the
    copy. whole: the fingerprints of the rows with them, by which rows are recognised too. formats: of cells, which the
    copy has as they were written, so that they can be read otherwise later.
    """

    kind, in_place = "frozen", False
    path: Path
    columns: Mapping[str, str]
    fingerprint: Fingerprint
    size: int
    mtime_ns: int
    loaded: Fingerprint | None = None
    reading: int = READING
    file: Mapping[str, Any] = field(default_factory=dict)
    whole: tuple[Fingerprint, ...] = ()
    left_out: tuple[str, ...] = ()
    formats: Mapping[str, Format] = field(default_factory=dict)

    @property
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """The fingerprints by which these rows are recognised."""
        return (self.fingerprint, *([self.loaded] if self.loaded else []), *self.whole)

    @property
    def decimal(self) -> str:
        """A comma if both comma and point are decimal marks of numbers in text."""
        return str(self.file.get("decimal", "."))

    @property
    def mark(self) -> str:
        """The path of the copy."""
        return str(self.path)

    def earlier(self, key: bytes, tags: Collection[str]) -> list[Fingerprint]:
        """Fingerprints of the older kinds among these tags, from the rows of the copy."""
        return earlier(self.path, key, tags, self.decimal)

    def marks_without(self, names: Collection[str], keys: Sequence[bytes]) -> list[Fingerprint]:
        """Fingerprints of these rows without the columns of these names; none if it has none or no others."""
        kept = _without(self.columns, names)
        if not kept or len(kept) == len(self.columns):
            return []
        with scratch(self.path.parent) as folder:
            _leave_out(self.path, narrow := folder / "rows.parquet", kept)
            return [fingerprint(narrow, key, decimal=self.decimal) for key in keys]

    def physical(self, name: str) -> Physical:
        """From the copy; text if it is missing. Numbers stored as text were floats in one of the files."""
        if self.columns[name] != "number":
            return "text"
        import pyarrow
        import pyarrow.parquet

        from dpcore.engine.source.arrow import kind_of

        try:
            kind = kind_of(pyarrow.parquet.read_schema(self.path).field(name).type)
        except (OSError, KeyError, pyarrow.ArrowException):
            return "text"
        return "float" if kind == "text" else kind

    def limits(self, table: Table) -> tuple[Text, ...]:
        """As of all rows; numbers of a workbook are floats, although its cells are stored as text."""
        unit = table.unit.identifier
        if self.file.get("numbers") == DOUBLES and unit is not None and unit in self.columns:
            return limits_of(unit, "float")
        return Rows.limits(self, table)

    def prepare(self, table: Table, key: bytes, folder: Path) -> None:
        """Prepares the copy that releases read: of truncated units, or of cells that have a format.

        Raises SchemaError if the rows lack a declared column.
        """
        from dpcore.engine.duckdb import has_declared

        has_declared(self, table)
        if table.unit.identifier is None and not self.formats:
            return
        with self.engine(table, key, folder) as engine:
            engine.prepare()

    def engine(self, table: Table, key: bytes, folder: Path) -> Engine:
        """A DuckDB engine."""
        from dpcore.engine.duckdb import DuckDB

        return DuckDB(self, table, key, folder)

    def relocate(self, place: Callable[[Path], Path]) -> Frozen:
        """The copy at the path returned by `place`."""
        return replace(self, path=place(self.path))

    def in_folder(self, folder: Path) -> Frozen:
        """The copy in this folder, if it exists there."""
        path = folder / self.path.name
        return replace(self, path=path) if path.exists() else self

    def again(self) -> Source:
        """Raises SourceError: the source of a copy is not stored."""
        raise SourceError("These rows are a copy whose source is not stored.", "Provide the source of the new rows.")

    def check(self, key: bytes, table: Table | None = None) -> None:
        """Raises SourceError if the copy is missing or contains other rows. Fast unless its size or time changed.

        If the fingerprint was made with another version of DuckDB, a copy of the same size is accepted.
        """
        del table  # the columns of a copy cannot change
        try:
            stat = self.path.stat()
        except OSError:
            raise SourceError("The frozen copy of the rows is missing.", RELOAD) from None
        if (stat.st_size, stat.st_mtime_ns) == (self.size, self.mtime_ns):
            return
        try:
            new = fingerprint(self.path, key, decimal=self.decimal)
            older = new.tag != self.fingerprint.tag and stat.st_size == self.size
            same = older or new.same_rows(self.fingerprint)
        except SourceError:
            same = False
        if not same:
            raise SourceError("The frozen copy of the rows was altered.", RELOAD)

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `from_dict` reads it back."""
        return {
            "path": str(self.path),
            "columns": dict(self.columns),
            "order": list(self.columns),  # the ledger sorts the names of a mapping
            "fingerprint": self.fingerprint.to_dict(),
            "size": self.size,
            "mtime_ns": self.mtime_ns,
            "loaded": self.loaded and self.loaded.to_dict(),
            "reading": self.reading,
            **({"file": dict(self.file)} if self.file else {}),
            **({"whole": [mark.to_dict() for mark in self.whole]} if self.whole else {}),
            **({"left_out": list(self.left_out)} if self.left_out else {}),
            **({"formats": plain_data(self.formats)} if self.formats else {}),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Frozen:
        """The copy that `to_dict` described."""
        mark = Fingerprint.from_dict(data["fingerprint"])
        loaded = Fingerprint.from_dict(data["loaded"]) if data.get("loaded") else None
        path, types = Path(data["path"]), data["columns"]
        columns = {name: types[name] for name in data.get("order", types)}
        file, left_out = dict(data.get("file", {})), tuple(data.get("left_out", ()))
        whole = tuple(map(Fingerprint.from_dict, data.get("whole", ())))
        size, time = data["size"], data["mtime_ns"]
        formats = from_data(data.get("formats", {}))
        return cls(path, columns, mark, size, time, loaded, data.get("reading", 1), file, whole, left_out, formats)


class Copied(Source):
    """A source whose rows are copied once and then read only from the copy."""

    file: Mapping[str, Any] = MappingProxyType({})
    """See `Frozen.file`."""
    left_out: frozenset[str] | None = None
    """The columns that are not copied; None if nothing is said of them."""
    unpacked: object = None
    """The unpacked table that is read, removed when no source refers to it."""

    @abstractmethod
    def write(self, target: Path) -> None:
        """Writes all rows to one Parquet file. After a SourceError the file must not be used."""

    def _write(self, target: Path) -> None:
        read = True
        try:
            self.write(target)
        except OSError as error:
            check_room(error)
            read = False
        if not read:
            raise SourceError(
                "The table can no longer be read.", "Check that its files still exist, then load it again."
            )

    @final
    def load(self, folder: Path, key: bytes, loader: bytes | None = None) -> Frozen:
        """Loads the rows as a frozen copy; see `freeze`."""
        return self.freeze(folder, key, loader)

    @final
    def freeze(self, folder: Path, key: bytes, loader: bytes | None = None) -> Frozen:
        """Copies the rows to `folder` (made private) under a random name. On SourceError nothing is left there.

        key: of the user who opened the dataset; loader: of the user who loads the rows, if different.
        """
        folder = Path(folder).absolute()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        path, fewer = (folder / f"{secrets.token_hex(16)}.parquet" for _ in range(2))
        try:
            self._write(path)
            path.chmod(0o600)
            whole = describe(path, self.columns, key, loader, self.file)
            if len(self.kept) == len(self.columns):
                return self._with_words(whole)
            _leave_out(path, fewer, self.kept)
            fewer.chmod(0o600)
            path.unlink()
            kept = describe(fewer, self.kept, key, loader, self.file)
            return self._with_words(replace(kept, whole=whole.fingerprints))
        except BaseException:
            path.unlink(missing_ok=True)
            fewer.unlink(missing_ok=True)
            raise

    def _with_words(self, copy: Frozen) -> Frozen:
        """The copy with what was said of its columns."""
        formats = {name: said for name, said in (self.formats or {}).items() if name in self.kept}
        return replace(copy, left_out=tuple(sorted(self.left_out or ())), formats=formats)

    @property
    def kept(self) -> Mapping[str, str]:
        """The columns that are copied."""
        return _without(self.columns, self.left_out or ())

    def without(self, *names: str) -> Self:
        """The same rows, of which these columns are not copied. Raises SourceError for names that it does not have.

        New versions of a dataset leave out the same columns, unless their source says otherwise: `without()` of none.
        """
        absent = [name for name in names if name not in self.columns]
        if absent:
            listed = ", ".join(list(self.columns)[:10])
            raise SourceError(
                "The table has no column {absent}.", "Its columns: {listed}.", absent=shown(absent[0]), listed=listed
            )
        return self.omitting(names)

    def omitting(self, names: Collection[str]) -> Self:
        """As `without`, also of names that the table does not have: later versions may have them again."""
        same = copied(self)
        same.left_out = frozenset(names)
        return same


def describe(
    path: Path, columns: Mapping[str, str], key: bytes, loader: bytes | None, file: Mapping[str, Any]
) -> Frozen:
    """The descriptor of a newly written copy. Raises SourceError if it cannot be read completely."""
    decimal = str(file.get("decimal", "."))
    mark = fingerprint(path, key, decimal=decimal)
    loaded = None if loader in (None, key) else fingerprint(path, loader, decimal=decimal)
    stat = os.stat(path)
    return Frozen(path, dict(columns), mark, stat.st_size, stat.st_mtime_ns, loaded, file=dict(file))


def _without(columns: Mapping[str, str], names: Collection[str]) -> Mapping[str, str]:
    """The columns but for these names, in any spelling that names the same column."""
    unwanted = {folded(name) for name in names}
    return {name: kind for name, kind in columns.items() if folded(name) not in unwanted}


def _leave_out(path: Path, fewer: Path, kept: Iterable[str]) -> None:
    """Writes the rows with these columns only. Raises SourceError."""
    import duckdb
    from sqlglot import exp

    from dpcore.engine.sql.plain import copy, parquet

    written = True
    try:
        with connect(path.parent, files=[path], memory=LOADING) as connection:
            columns = [exp.column(name, quoted=True) for name in kept]
            copy(connection, exp.select(*columns).from_(parquet(path)), fewer)
    except OSError as error:
        check_room(error)
        written = False
    except duckdb.Error:
        written = False
    if not written:
        raise SourceError("The table can no longer be read.", "Load it again.")
