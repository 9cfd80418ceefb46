"""The address of a PostgreSQL database: host, database and user, never a password."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar, final
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from dpcore.errors import SourceError
from dpcore.text import Text

if TYPE_CHECKING:
    pass

T = TypeVar("T")
SCHEMES: Final = ("postgresql+psycopg", "postgresql", "postgres")
PASSWORD: Final = "MURMUR_SOURCE_PASSWORD"
"""The environment variable with the password. If it is not set, libpq's settings apply (PGPASSWORD, ~/.pgpass)."""
EXAMPLE: Final = "postgresql+psycopg://user@host/database"
CONNECT_SECONDS: Final = 10
GRACE = 5.0
"""Seconds after a stop until the connection is ended, if the server has not ended the statement by then."""
# A lost network is noticed within two minutes, not after hours; a statement may take as long as it needs.
_ALIVE: Final = {
    "keepalives_idle": 60,
    "keepalives_interval": 10,
    "keepalives_count": 6,
    "tcp_user_timeout": 120_000,
}
UNREACHABLE: Final = (
    Text("The database of this table cannot be opened."),
    Text("Check that the server is running, and check the address and the password in {password}.", password=PASSWORD),
)
LOCKED: Final = (
    Text("The table is locked by another program."),
    Text("Wait until that has finished, then try again. Charges are kept."),
)
AUTH: Final = "require_auth"
_OPTIONS: Final = ("host", "sslmode", "sslrootcert", "sslcert", "sslkey", "channel_binding", AUTH)
_VERIFIED: Final = ("verify-ca", "verify-full")
_MODES: Final = ("disable", "allow", "prefer", "require", *_VERIFIED)
SCRAM, PLAIN = "scram-sha-256", "password"
_WEAKER: Final = ("md5", PLAIN, "none", "gss", "sspi")
"""Authentication methods that an address can permit in addition to SCRAM, by libpq's names."""
_WITHOUT: Final = (SCRAM, "none", "gss", "sspi")
"""Authentication methods permitted if the program has no password, which they could reveal."""
_NAME = r'("(?:[^"]|"")+"|[^".]+)'
_TABLE: Final = re.compile(rf"(?:{_NAME}\.)?{_NAME}")


@final
@dataclass(frozen=True, slots=True)
class Address:
    """A database and its user. options: libpq connection options in the address."""

    user: str
    host: str
    port: int
    database: str
    options: Mapping[str, str]

    @classmethod
    def parse(cls, text: str) -> Address:
        """The address in a URL. Raises SourceError, which never quotes the URL, because it may contain a password."""
        split = None
        with contextlib.suppress(ValueError):  # its message could quote a password
            parts = urlsplit(text)
            pairs = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
            split = parts, pairs, parts.port or 5432, parts.hostname or ""
        if split is None:
            raise SourceError(*_BROKEN)
        parts, pairs, port, host = split
        options = dict(pairs)
        if parts.password is not None or "password" in options:
            raise SourceError(
                "The address must not contain a password, because addresses are stored and displayed.",
                "Remove the password and set it in the environment variable {password}.",
                password=PASSWORD,
            )
        database, host = unquote(parts.path[1:]), unquote(host) or options.pop("host", "")
        ways = set(options.get(AUTH, SCRAM).split(",")) <= {SCRAM, *_WEAKER}
        once = len(dict(pairs)) == len(pairs) and "host" not in options  # libpq might use the other one of two values
        supported = parts.scheme in SCHEMES and set(options) <= set(_OPTIONS) and not parts.fragment and once and ways
        texts = (database, host, parts.username or "", *options.values())
        if not supported or not database or not host or "," in host or any(not word.isprintable() for word in texts):
            raise SourceError(*_BROKEN)
        return cls(unquote(parts.username or ""), host, port, database, dict(sorted(options.items())))

    def __str__(self) -> str:
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        local = self.host.startswith("/")
        host = f"[{self.host}]" if ":" in self.host else self.host
        options = {**({"host": self.host} if local else {}), **self.options}
        place = f"{'' if local else host}:{self.port}/{quote(self.database, safe='')}"
        return f"{SCHEMES[0]}://{user}{place}{'?' + urlencode(options) if options else ''}"

    @property
    def place(self) -> tuple[str | int, ...]:
        """Host, port, database and user."""
        return self.host, self.port, self.database, self.user

    def as_listed(self, other: Address) -> Address:
        """This address with the stricter TLS mode of both addresses."""
        modes = [mode for address in (self, other) if (mode := address.options.get("sslmode")) in _MODES]
        if not modes:
            return self
        strictest = max(["prefer", *modes] if len(modes) == 1 else modes, key=_MODES.index)
        return replace(self, options=dict(sorted({**self.options, "sslmode": strictest}.items())))

    def parameters(self) -> dict[str, Any]:
        """The parameters for libpq, including the password from the environment. Raises SourceError.

        A password is used only with SCRAM, which does not reveal it, unless the address permits another method.
        """
        import psycopg

        password = os.environ.get(PASSWORD)
        permitted = self.options.get(AUTH, "").split(",")
        if password and psycopg.pq.version() < 160000:
            raise SourceError(*_TOO_OLD)
        if PLAIN in permitted and self.options.get("sslmode") not in _VERIFIED:
            raise SourceError(*_IN_CLEAR)

        parameters: dict[str, Any] = {
            **self.options,
            "host": self.host,
            "port": self.port,
            "dbname": self.database,
            "connect_timeout": CONNECT_SECONDS,
            **_ALIVE,
            "client_encoding": "utf8",
            "application_name": "murmur",
            "options": "-c timezone=UTC",  # overrides PGOPTIONS
        }
        if self.user:
            parameters["user"] = self.user
        if password:
            parameters["password"] = password
        if psycopg.pq.version() >= 160000:
            ways = (SCRAM,) if password else _WITHOUT
            parameters[AUTH] = ",".join(dict.fromkeys([*ways, *filter(None, permitted)]))
        return parameters


def parts_of(table: str) -> tuple[str | None, str]:
    """Schema (or None) and name from "schema.table"; each part may be in double quotes, as in SQL.

    Raises SourceError. Inside quotes, two double quotes stand for one.
    """
    whole = _TABLE.fullmatch(table) if isinstance(table, str) else None
    parts = [] if whole is None else [part for part in whole.groups() if part is not None]
    names = [part[1:-1].replace('""', '"') if part.startswith('"') else part.strip() for part in parts]
    if not names or not all(name and name.isprintable() for name in names):
        raise SourceError(
            "This is not a valid name of a table.",
            (
                "Write schema.table. Put names with dots, capital letters or quotes in double quotes: "
                'clinic."Visits 2024".'
            ),
        )
    return (names[0] if len(names) == 2 else None), names[-1]


_TOO_OLD: Final = (
    Text("The password cannot be sent safely with this version of PostgreSQL's client library."),
    Text("Install version 16 or later of libpq, for example with psycopg[binary]."),
)
_IN_CLEAR: Final = (
    Text("A password is sent in clear text only to a server whose identity is verified."),
    Text("Add sslmode=verify-full to the options of the address, or remove require_auth=password."),
)
_BROKEN = (
    Text("This is not a valid address of a PostgreSQL database."),
    Text(
        "Use the form {example} together with a table. Supported options: {options}.",
        example=EXAMPLE,
        options=", ".join(_OPTIONS),
    ),
)
