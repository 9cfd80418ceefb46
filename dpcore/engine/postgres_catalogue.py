"""Reads names, types and rights of a table from PostgreSQL's catalogue. Reads no row."""

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
"""Physical types by name of the built-in type. All others are "other" and never read: their casts to text may fail."""
_SERVER = """SELECT system_identifier, current_schemas(false),
    current_setting('server_version_num')::int
    FROM pg_catalog.pg_control_system()"""
_TABLE = """SELECT c.oid, n.nspname, c.relname, c.relkind, pg_catalog.row_security_active(c.oid)
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = ANY(%s) AND n.nspname = ANY(%s)"""
_COLUMNS = """SELECT attname FROM pg_catalog.pg_attribute
    WHERE attrelid = %s AND attnum > 0 AND NOT attisdropped
    AND attgenerated <> 'v' AND pg_catalog.has_column_privilege(attrelid, attnum, 'SELECT') ORDER BY attnum"""
# An enumeration with a user-defined cast to text is not read, because the cast function may fail for a cell.
_TYPES = """SELECT t.oid, n.nspname, t.typname, CASE WHEN EXISTS (SELECT FROM pg_catalog.pg_cast c
    WHERE c.castsource = t.oid AND c.casttarget = 'pg_catalog.text'::pg_catalog.regtype AND c.oid >= 16384)
    THEN 'b' ELSE t.typtype END FROM pg_catalog.pg_type t
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace WHERE t.oid = ANY(%s)"""
_STORED_STILL = """SELECT c.relkind FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = %s AND c.relname = %s"""
# A table is read with its partitions and children at every depth. A member whose rows are elsewhere (a foreign table)
# or computed (a virtual generated column) may fail for a cell. `pg_inherits` lists each member once for each parent.
_MEMBERS = """WITH RECURSIVE member AS (
    SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = %s AND c.relname = %s
    UNION SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN member m ON i.inhparent = m.oid)
    SELECT c.relname FROM member m JOIN pg_catalog.pg_class c ON c.oid = m.oid
    WHERE c.relkind NOT IN ('r', 'p', 'm') OR EXISTS (SELECT FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = c.oid AND a.attgenerated = 'v' AND a.attname = ANY(%s))
    ORDER BY c.relname LIMIT 1"""
_MAY_STORE = "SELECT pg_catalog.has_database_privilege(current_database(), 'TEMPORARY'), pg_catalog.pg_is_in_recovery()"
_OLDEST: Final = 140_000
_STORED: Final = ("r", "p", "m")


@final
@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table and the columns that this user may read. server: identity of the server, independent of its address."""

    server: str
    schema: str
    name: str
    columns: tuple[str, ...]


def find(connection: psycopg.Connection[Any], schema: str | None, name: str) -> FoundTable:
    """The table of that name or, as in SQL, of the name in lower case. Raises SourceError."""
    server, path, version = connection.execute(_SERVER).fetchall()[0]
    if version < _OLDEST:
        raise SourceError(
            "This version of PostgreSQL is too old.", "Use PostgreSQL {oldest} or later.", oldest=_OLDEST // 10000
        )
    check_encoding(connection)
    names = list(dict.fromkeys((name, name.lower())))
    schemas = list(path) if schema is None else list(dict.fromkeys((schema, schema.lower())))
    rows = connection.execute(_TABLE, (names, schemas)).fetchall()
    rows.sort(key=lambda row: (names.index(row[2]), schemas.index(row[1])))
    if not rows:
        raise SourceError(
            "This database user cannot find a table {name}.",
            ("Write schema.table with the exact capital letters. The user needs the right USAGE on the schema."),
            name=shown(name),
        )
    oid, schema, name, kind, guarded = rows[0]
    if kind not in _STORED:
        raise SourceError(
            "{name} is not a table with stored rows.",
            (
                "A view computes its cells while it is read, which may fail for some rows. Use a table "
                "or a materialized view."
            ),
            name=shown(name),
        )
    if guarded:
        raise SourceError(
            "A row security policy hides rows of {name} from this database user.",
            "Grant the user BYPASSRLS, or use a separate table.",
            name=shown(name),
        )
    columns = [row[0] for row in connection.execute(_COLUMNS, (oid,)).fetchall()]
    if not columns:
        raise SourceError(
            "This database user may not read {name}.", "Grant the user SELECT on the table.", name=shown(name)
        )
    check_members(connection, schema, name, columns)
    return FoundTable(str(server), schema, name, checked(columns, "The table"))


def check_encoding(connection: psycopg.Connection[Any]) -> None:
    """Raises SourceError unless the database's encoding is UTF8: with others, forms of Unicode cannot be compared."""
    ((encoding,),) = connection.execute("SELECT current_setting('server_encoding')").fetchall()
    if encoding != "UTF8":
        raise SourceError(
            "The database uses the encoding {encoding}.", "Use a database with the encoding UTF8.", encoding=encoding
        )


def column_types(connection: psycopg.Connection[Any], relation: exp.Expr, names: Sequence[str]) -> dict[str, str]:
    """The type of each column from the catalogue. Types cannot change until the transaction ends. Reads no row."""
    from sqlglot import exp

    from dpcore.engine.sql.postgres_dialect import PostgresDialect

    query = exp.select(*(exp.column(name, quoted=True) for name in names)).from_(relation).limit(0)
    cursor = connection.execute(PostgresDialect().sql(query).encode())
    columns = [(column.name, column.type_code) for column in cursor.description or ()]
    types = {row[0]: row[1:] for row in connection.execute(_TYPES, (list({oid for _, oid in columns}),)).fetchall()}
    return {name: ".".join(_word(*types[oid])) for name, oid in columns if oid in types}


def is_stored(connection: psycopg.Connection[Any], schema: str, name: str) -> bool:
    """Whether the name still belongs to a table with stored rows and not, for example, to a view."""
    rows = connection.execute(_STORED_STILL, (schema, name)).fetchall()
    return [row[0] for row in rows if row[0] in _STORED] != []


def check_members(connection: psycopg.Connection[Any], schema: str, name: str, columns: Sequence[str]) -> None:
    """Raises SourceError if the table has a partition or child, at any depth, whose cells are not stored."""
    rows = connection.execute(_MEMBERS, (schema, name, list(columns))).fetchall()
    if rows:
        raise SourceError(
            "{member}, a part of this table, computes its cells or fetches them elsewhere while it is read.",
            "Reading it may fail for some rows. Detach it, or use a table or a materialized view without such a part. "
            "Charges are kept, and paid questions are answered at no further cost.",
            member=shown(rows[0][0]),
        )


def may_store(connection: psycopg.Connection[Any]) -> bool:
    """Whether the user may create a temporary table on this server."""
    (may, replica), *_ = connection.execute(_MAY_STORE).fetchall()
    return bool(may) and not replica


def kind_of(type_name: str) -> Physical:
    """The physical type of a column for a type name returned by `column_types`."""
    schema, _, name = type_name.partition(".")
    if schema == "enum":
        return "text"
    return _KINDS.get(name, "other") if schema == "pg_catalog" else "other"


def _word(schema: str, name: str, kind: str) -> tuple[str, str]:
    return ("enum" if kind == "e" else schema), name
