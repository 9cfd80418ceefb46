"""What PostgreSQL's catalogue says of a table: its names, types and rights. No row is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from dpcore.engine.sql.physical import Physical
from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.table.heading import checked

if TYPE_CHECKING:
    import psycopg
    from sqlglot import exp

_KINDS: Final[Mapping[str, Physical]] = {
    **dict.fromkeys(("int2", "int4", "int8"), "integer"),
    **dict.fromkeys(("float4", "float8"), "float"),
    **dict.fromkeys(("text", "varchar", "bpchar", "name", "uuid", "json", "jsonb", "time"), "text"),
    **dict.fromkeys(("date", "timestamp", "timestamptz"), "date"),
    "numeric": "decimal",
    "bool": "flag",
}
"""By the name of a built-in type. Any other is "other" and never read: its spelling may fail or be another's matter."""
_SERVER = """SELECT current_setting('server_encoding'), system_identifier, current_schemas(false),
    current_setting('server_version_num')::int
    FROM pg_catalog.pg_control_system()"""
_TABLE = """SELECT c.oid, n.nspname, c.relname, c.relkind, pg_catalog.row_security_active(c.oid)
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = ANY(%s) AND n.nspname = ANY(%s)"""
_COLUMNS = """SELECT attname FROM pg_catalog.pg_attribute
    WHERE attrelid = %s AND attnum > 0 AND NOT attisdropped
    AND attgenerated <> 'v' AND pg_catalog.has_column_privilege(attrelid, attnum, 'SELECT') ORDER BY attnum"""
# An enumeration whose owner made a cast to text is spelt by a function, which may fail for a cell: it is not read.
_TYPES = """SELECT t.oid, n.nspname, t.typname, CASE WHEN EXISTS (SELECT FROM pg_catalog.pg_cast c
    WHERE c.castsource = t.oid AND c.casttarget = 'pg_catalog.text'::pg_catalog.regtype AND c.oid >= 16384)
    THEN 'b' ELSE t.typtype END FROM pg_catalog.pg_type t
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace WHERE t.oid = ANY(%s)"""
_STORED_STILL = """SELECT c.relkind FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = %s AND c.relname = %s"""
_OLDEST: Final = 140_000
_STORED: Final = ("r", "p", "m")


@final
@dataclass(frozen=True, slots=True)
class Found:
    """A table and the columns that this user may read. server: its identity, the same under every address."""

    server: str
    schema: str
    name: str
    columns: tuple[str, ...]


def find(connection: psycopg.Connection[Any], schema: str | None, name: str) -> Found:
    """The table of that name, else of the name in small letters, as SQL folds it. Raises SourceError."""
    encoding, server, path, version = connection.execute(_SERVER).fetchall()[0]
    if version < _OLDEST:
        raise SourceError(
            "This server is too old.", "Tables are read from PostgreSQL {oldest} on.", oldest=_OLDEST // 10000
        )
    if encoding != "UTF8":
        raise SourceError(
            "The database stores text in {encoding}.", "Only databases in UTF8 can be read.", encoding=encoding
        )
    names = list(dict.fromkeys((name, name.lower())))
    schemas = list(path) if schema is None else list(dict.fromkeys((schema, schema.lower())))
    rows = connection.execute(_TABLE, (names, schemas)).fetchall()
    rows.sort(key=lambda row: (names.index(row[2]), schemas.index(row[1])))
    if not rows:
        raise SourceError(
            "There is no table {name} that this database user can see.",
            "Write schema.table, and names with capitals as they are; ask for USAGE on the schema.",
            name=shown(name),
        )
    oid, schema, name, kind, guarded = rows[0]
    if kind not in _STORED:
        raise SourceError(
            "{name} is not a table with rows of its own.",
            (
                "A view computes its cells while they are read, which may fail for one of them: use a table, or "
                "a materialized view."
            ),
            name=shown(name),
        )
    if guarded:
        raise SourceError(
            "A row security policy hides rows of {name} from this database user.",
            "Grant it BYPASSRLS, or a table of its own.",
            name=shown(name),
        )
    columns = [row[0] for row in connection.execute(_COLUMNS, (oid,)).fetchall()]
    if not columns:
        raise SourceError("This database user may not read {name}.", "Grant it SELECT on the table.", name=shown(name))
    return Found(str(server), schema, name, checked(columns, "The table"))


def typed(connection: psycopg.Connection[Any], relation: exp.Expr, names: Sequence[str]) -> dict[str, str]:
    """The type of each column, as catalogues have it; it cannot change until the end of a transaction. Reads no row."""
    from sqlglot import exp

    from dpcore.engine.sql.dialect import PostgresDialect

    query = exp.select(*(exp.column(name, quoted=True) for name in names)).from_(relation).limit(0)
    cursor = connection.execute(PostgresDialect().sql(query).encode())
    found = [(column.name, column.type_code) for column in cursor.description or ()]
    known = {row[0]: row[1:] for row in connection.execute(_TYPES, (list({oid for _, oid in found}),)).fetchall()}
    return {name: ".".join(_word(*known[oid])) for name, oid in found if oid in known}


def is_stored(connection: psycopg.Connection[Any], schema: str, name: str) -> bool:
    """Whether a table still has rows of its own: a view may have taken its name."""
    rows = connection.execute(_STORED_STILL, (schema, name)).fetchall()
    return [row[0] for row in rows if row[0] in _STORED] != []


def kind_of(type_name: str) -> Physical:
    """How a column of this type, as `typed` gives it, is read."""
    schema, _, name = type_name.partition(".")
    if schema == "enum":
        return "text"
    return _KINDS.get(name, "other") if schema == "pg_catalog" else "other"


def _word(schema: str, name: str, kind: str) -> tuple[str, str]:
    return ("enum" if kind == "e" else schema), name
