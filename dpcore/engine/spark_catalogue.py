"""Reads names and types of a table from Spark's catalogue. Reads no row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from dpcore.engine.spark_session import UNREAD, attempt
from dpcore.engine.sql.physical import Physical
from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.text import Text

if TYPE_CHECKING:
    from sqlglot import exp

_STORED: Final = ("MANAGED", "EXTERNAL")
_FORMATS: Final = ("parquet", "orc", "avro", "delta", "iceberg", "hudi")
"""Formats of files whose cells have types. Other tables are parsed or computed, which may fail for some rows."""
_DETAILS: Final = "# Detailed Table Information"
_KINDS: Final[Mapping[str, Physical]] = {
    **dict.fromkeys(("tinyint", "smallint", "int", "bigint"), "integer"),
    **dict.fromkeys(("float", "double"), "float"),
    **dict.fromkeys(("date", "timestamp", "timestamp_ntz"), "date"),
    "boolean": "flag",
}
"""Physical types by Spark's names. Others are "other" and never read, except decimals and texts."""


def find_table(session: Any, parts: tuple[str, ...]) -> tuple[tuple[str, str, str], str]:
    """Catalogue, schema and name of a stored table, and the location of its files ("" if unknown)."""
    *above, name = parts
    schema = above[-1] if above else attempt(session.catalog.currentDatabase, UNREAD)
    catalogue = above[0] if len(above) > 1 else attempt(session.catalog.currentCatalog, UNREAD)
    place = (catalogue, schema, name)
    missing = (
        Text("This Spark user cannot find a table {name}.", name=shown(name)),
        Text("Write schema.table or catalogue.schema.table."),
    )
    if not attempt(lambda: is_stored(session, place), missing):
        raise SourceError(
            "{name} is not a table with stored rows.",
            "Cells of views, and of tables over text files, are made while they are read, which may fail for some "
            "rows. Save it as a table of Parquet files.",
            name=shown(name),
        )
    details = attempt(lambda: _details(session, place), UNREAD)
    # one spelling for each table, because names are found in any case
    place = (catalogue, details.get("Database") or schema, details.get("Table") or name)
    return place, details.get("Location") or ""


def is_stored(session: Any, place: tuple[str, str, str]) -> bool:
    """Whether the name belongs to a table with stored rows and not, for example, to a view or a file of text."""
    if session.catalog.getTable(quote(place)).tableType not in _STORED:
        return False
    details = _details(session, place)
    provider, serde = (details.get(name, "").lower() for name in ("Provider", "Serde Library"))
    return provider in _FORMATS or (provider == "hive" and serde.endswith(("parquethiveserde", "orcserde")))


def _details(session: Any, place: tuple[str, str, str]) -> dict[str, str]:
    """Spark's details of a table: the lines of DESCRIBE after its columns, which may have the same names."""
    lines = [
        (str(row[0]), str(row[1] or "")) for row in session.sql(f"DESCRIBE TABLE EXTENDED {quote(place)}").collect()
    ]
    last = max((at for at, (name, _) in enumerate(lines) if name == _DETAILS), default=len(lines))
    return dict(lines[last:])


def column_types(session: Any, relation: exp.Expr, names: list[str] | None = None) -> dict[str, str]:
    """Spark's simple name of the type of each column, or of the columns `names`. Reads no row."""
    from sqlglot import exp

    from dpcore.engine.sql.spark import SparkDialect

    columns = ["*"] if names is None else [exp.column(name, quoted=True) for name in names]
    fields = session.sql(SparkDialect().sql(exp.select(*columns).from_(relation))).schema.fields
    return {column.name: column.dataType.simpleString() for column in fields}


def kind_of(type_name: str) -> Physical:
    """The physical type of a column for a type name returned by `column_types`."""
    if type_name.startswith(("string", "char(", "varchar(")):
        return "text"
    return "decimal" if type_name.startswith("decimal(") else _KINDS.get(type_name, "other")


def quote(place: tuple[str, ...]) -> str:
    """The name of a table in Spark's SQL."""
    return ".".join("`" + part.replace("`", "``") + "`" for part in place)
