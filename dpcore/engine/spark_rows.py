"""A table of Spark whose rows are read in place: its address, column types and fingerprints. Reads no row."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final

from dpcore.engine.rows import CHANGED, DatabaseTable, TableRows
from dpcore.engine.source.fingerprint import Fingerprint, of_location
from dpcore.engine.spark_address import EXAMPLE, SCHEMES, TOKEN, Address
from dpcore.engine.spark_catalogue import column_types, find_table, is_stored, kind_of
from dpcore.engine.spark_session import attempt, give, open_session
from dpcore.engine.sql.physical import Physical, word
from dpcore.errors import SourceError
from dpcore.table.cell_format import Format, from_data, plain_data
from dpcore.table.heading import checked
from dpcore.table.table import Table, check_columns
from dpcore.text import Text

if TYPE_CHECKING:
    from sqlglot import exp

    from dpcore.engine.base import Engine

_TAG: Final = "1/spark"
_NAME: Final = r"(`(?:[^`]|``)+`|[^`.]+)"
_TABLE: Final = re.compile(rf"(?:(?:{_NAME}\.)?{_NAME}\.)?{_NAME}")


@final
@dataclass(frozen=True, slots=True)
class SparkRows(TableRows):
    """The rows of a table at the time of reading. types: Spark's simple names. place: catalogue, schema and name."""

    kind, without_forms = "spark", "Spark"
    address: str
    place: tuple[str, str, str]
    types: Mapping[str, str]
    marks: tuple[Fingerprint, ...] = ()
    formats: Mapping[str, Format] = field(default_factory=dict)
    columns: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", {name: word(kind) for name, kind in self.kinds.items()})

    @staticmethod
    def kind_of(type_name: str) -> Physical:
        """See `dpcore.engine.spark_catalogue.kind_of`."""
        return kind_of(type_name)

    @property
    def relation(self) -> exp.Expr:
        """The table, to select from."""
        from sqlglot import exp

        catalogue, schema, name = self.place
        return exp.table_(name, db=schema, catalog=catalogue, quoted=True)

    @property
    def mark(self) -> str:
        """The location of the table: address, catalogue, schema and name."""
        return "\0".join((self.address, *self.place))

    def check(self, key: bytes, table: Table | None = None) -> None:
        """Checks the catalogue only; see `Rows.check`."""
        del key
        if table is not None:
            check_columns(table, self.columns)
        with open_session(self.address) as held:
            self.verify(held.session, table)

    def verify(self, session: Any, table: Table | None = None) -> None:
        """Raises SourceError if the table is no longer stored, or types of declared columns have changed."""
        names = list(self.types) if table is None else table.read
        types = attempt(lambda: column_types(session, self.relation, names), CHANGED)
        stored = attempt(lambda: is_stored(session, self.place), CHANGED)
        if not stored or types != {name: self.types[name] for name in names}:
            raise SourceError(*CHANGED)

    def engine(self, table: Table, key: bytes, folder: Path) -> Engine:
        """A Spark engine."""
        del folder
        from dpcore.engine.spark import Spark

        return Spark(self, table, key)

    def to_dict(self) -> dict[str, Any]:
        """The descriptor as plain data. Contains no token."""
        return {
            "kind": self.kind,
            "address": self.address,
            "table": list(self.place),
            "types": dict(self.types),
            "marks": [mark.to_dict() for mark in self.marks],
            **({"formats": plain_data(self.formats)} if self.formats else {}),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SparkRows:
        """The table that `to_dict` described."""
        catalogue, schema, name = data["table"]
        marks = tuple(Fingerprint.from_dict(mark) for mark in data["marks"])
        formats = from_data(data.get("formats", {}))
        return cls(data["address"], (catalogue, schema, name), data["types"], marks, formats)

    def again(self) -> SparkTable:
        """The same table, read from the catalogue again."""
        return SparkTable(self.address, self.place).with_formats_of(self)


@final
class SparkTable(DatabaseTable):
    """A table of Spark, described from its catalogue."""

    database, schemes, example, rows = "Spark", SCHEMES, EXAMPLE, SparkRows
    about = Text(
        "The rows stay where Spark keeps them, and Spark computes the sums. If a privacy unit may have several rows, "
        "the rows that count are cached on Spark's disks during a release. The token, if the server asks for one, is "
        "read from this program's environment variable {token}; it is never stored or shown. A new version of the rows "
        "begins when you declare it; until then a repeated question returns its stored answer.",
        token=TOKEN,
    )

    def __init__(self, address: str, parts: tuple[str, ...]) -> None:
        with open_session(address) as held:
            place, self._location = find_table(held.session, parts)
            rows = SparkRows(address, place, {})
            types = attempt(lambda: column_types(held.session, rows.relation), CHANGED)
        checked(types, "The table")
        self._rows = replace(rows, types=types)
        self.columns = self._rows.columns

    @classmethod
    def opens(cls, what: object) -> bool:
        """Whether this is an address of Spark Connect, or a Spark session. Raises SourceError for a Spark DataFrame."""
        if not type(what).__module__.startswith("pyspark"):
            return DatabaseTable.opens.__func__(cls, what)  # type: ignore[attr-defined, no-any-return]
        if type(what).__name__ != "SparkSession":
            raise SourceError(
                "A Spark DataFrame computes its rows anew each time it is read.",
                "Save it as a table, and read that: dp.read(session, table=…).",
            )
        return True

    @classmethod
    def at(cls, address: Any, table: str) -> SparkTable:
        """The table of that name, at an address or through a session of this process."""
        parts = _parts(table)
        return cls(str(Address.parse(address)) if isinstance(address, str) else give(address), parts)

    def load(self, folder: Path, key: bytes, loader: bytes | None = None) -> SparkRows:
        """The descriptor, with fingerprints of the location."""
        del folder
        place = (self._location,) if self._location else (self._rows.address, *self._rows.place)
        return replace(self._rows, marks=of_location(_TAG, place, key, loader), formats=dict(self.formats or {}))


def _parts(table: str) -> tuple[str, ...]:
    """The parts of "catalogue.schema.table", each of which may be in backticks, as in Spark's SQL. Raises SourceError.

    Inside backticks, two backticks stand for one.
    """
    whole = _TABLE.fullmatch(table) if isinstance(table, str) else None
    parts = [] if whole is None else [part for part in whole.groups() if part is not None]
    names = [part[1:-1].replace("``", "`") if part.startswith("`") else part.strip() for part in parts]
    if not names or not all(name and name.isprintable() for name in names):
        raise SourceError(
            "This is not a valid name of a table.",
            "Write schema.table. Put names with dots or backticks in backticks: clinic.`visits.2024`.",
        )
    return tuple(names)
