"""The address of a PostgreSQL table: where it is and who reads it, never a password."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar, final
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from dpcore.errors import SourceError
from dpcore.stop import interruptible
from dpcore.text import Text

if TYPE_CHECKING:
    import psycopg

T = TypeVar("T")
SCHEMES: Final = ("postgresql+psycopg", "postgresql", "postgres")
PASSWORD: Final = "MURMUR_SOURCE_PASSWORD"
"""The environment variable of the password; where it is not set, libpq's own ways count (PGPASSWORD, ~/.pgpass)."""
EXAMPLE: Final = "postgresql+psycopg://user@host/database"
CONNECT_SECONDS: Final = 10
_CANCEL_SECONDS: Final = 5.0
UNREACHABLE: Final = (
    Text("The database of this table cannot be opened."),
    Text(
        "Check that its server runs, the address, and the password in {password}; what was charged stays.",
        password=PASSWORD,
    ),
)
_OPTIONS: Final = ("host", "sslmode", "sslrootcert", "sslcert", "sslkey", "channel_binding")
_VERIFIED: Final = ("verify-ca", "verify-full")
_NAME = r'("(?:[^"]|"")+"|[^".]+)'
_TABLE: Final = re.compile(rf"(?:{_NAME}\.)?{_NAME}")
# Spellings, names and comparisons are the session's, whatever the server, the database or the user is set to.
_SETTINGS: Final = {
    "TimeZone": "UTC",
    "DateStyle": "ISO, YMD",
    "extra_float_digits": "1",
    "standard_conforming_strings": "on",
    "transform_null_equals": "off",
    "search_path": "pg_catalog, pg_temp",
    "row_security": "off",
    "default_transaction_read_only": "off",  # a temporary table is made; the snapshot itself is read only
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "lock_timeout": "30s",
    "work_mem": "64MB",
    "jit": "off",
    "synchronous_commit": "off",
}


@final
@dataclass(frozen=True, slots=True)
class Address:
    """A database and its user. options: what of libpq's connection options the address names."""

    user: str
    host: str
    port: int
    database: str
    options: Mapping[str, str]

    @classmethod
    def parse(cls, text: str) -> Address:
        """The address that a URL says. Raises SourceError, which never quotes it: it may hold a password."""
        split = None
        with contextlib.suppress(ValueError):  # which would quote a password
            parts = urlsplit(text)
            options = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
            split = parts, options, parts.port or 5432, parts.hostname or ""
        if split is None:
            raise SourceError(*_BROKEN)
        parts, options, port, host = split
        if parts.password is not None or "password" in options:
            raise SourceError(
                "An address with a password in it is not taken: addresses are stored and shown.",
                "Leave the password out, and set it in the environment variable {password}.",
                password=PASSWORD,
            )
        database, host = unquote(parts.path[1:]), unquote(host) or options.pop("host", "")
        known = parts.scheme in SCHEMES and set(options) <= set(_OPTIONS) and not parts.fragment
        texts = (database, host, parts.username or "", *options.values())
        if not known or not database or not host or "," in host or any(not word.isprintable() for word in texts):
            raise SourceError(*_BROKEN)
        return cls(unquote(parts.username or ""), host, port, database, dict(sorted(options.items())))

    def __str__(self) -> str:
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        socket = self.host.startswith("/")
        host = f"[{self.host}]" if ":" in self.host else self.host
        options = {**({"host": self.host} if socket else {}), **self.options}
        place = f"{'' if socket else host}:{self.port}/{quote(self.database, safe='')}"
        return f"{SCHEMES[0]}://{user}{place}{'?' + urlencode(options) if options else ''}"

    def parameters(self) -> dict[str, Any]:
        """What libpq is told, the password of the environment included."""
        import psycopg

        found: dict[str, Any] = {
            **self.options,
            "host": self.host,
            "port": self.port,
            "dbname": self.database,
            "connect_timeout": CONNECT_SECONDS,
            "client_encoding": "utf8",
            "application_name": "murmur",
            "options": "-c timezone=UTC",  # in place of PGOPTIONS
        }
        if self.user:
            found["user"] = self.user
        if password := os.environ.get(PASSWORD):
            found["password"] = password
        # A server that is not known to be the right one is never told the password itself.
        if psycopg.pq.version() >= 160000 and self.options.get("sslmode") not in _VERIFIED:
            found["require_auth"] = "!password"
        return found


@contextlib.contextmanager
def opened(address: Address) -> Iterator[psycopg.Connection[Any]]:
    """A connection whose every statement is by itself until BEGIN; a stop of this thread's work cancels it."""
    import psycopg

    connection = None
    with contextlib.suppress(psycopg.Error, ValueError):
        connection = psycopg.connect(**address.parameters(), autocommit=True, prepare_threshold=None)
    if connection is None:
        raise SourceError(*UNREACHABLE)
    try:
        with interruptible(lambda: cancel(connection)):
            yield connection
    finally:
        with contextlib.suppress(psycopg.Error):
            connection.close()


def asked(address: Address, failure: tuple[str, str], act: Callable[[psycopg.Connection[Any]], T]) -> T:
    """What `act` gives. Raises SourceError: `failure`, whatever the server says, since that may quote a cell."""
    import psycopg

    with opened(address) as connection, contextlib.suppress(psycopg.Error):
        return act(connection)
    raise SourceError(*failure)


def cancel(connection: psycopg.Connection[Any]) -> None:
    """Ends the statement that runs on it, from another thread."""
    import psycopg

    with contextlib.suppress(psycopg.Error):
        connection.cancel_safe(timeout=_CANCEL_SECONDS)


def configure(connection: psycopg.Connection[Any]) -> None:
    """The session's settings, by which a cell has one reading whatever the server is set to."""
    names = "; ".join(f"SET {name} = '{value}'" for name, value in _SETTINGS.items())
    connection.execute(names)


def parts_of(table: str) -> tuple[str | None, str]:
    """Schema and name of schema.table; a part in double quotes stands as it is.

    Raises SourceError. Inside quotes a doubled quote is one, as in SQL.
    """
    whole = _TABLE.fullmatch(table) if isinstance(table, str) else None
    found = [] if whole is None else [part for part in whole.groups() if part is not None]
    names = [part[1:-1].replace('""', '"') if part.startswith('"') else part.strip() for part in found]
    if not names or not all(name and name.isprintable() for name in names):
        raise SourceError(
            "This is not the name of a table.",
            'Write schema.table; a name with dots, capitals or quotes in double quotes: clinic."Visits 2024".',
        )
    return (names[0] if len(names) == 2 else None), names[-1]


_BROKEN = (
    Text("This is not the address of a PostgreSQL database."),
    Text("For example {example}, with a table; options: {options}.", example=EXAMPLE, options=", ".join(_OPTIONS)),
)
