"""Connections to PostgreSQL: their settings, protection and cancelling."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, final

from dpcore.engine.address_list import SOURCES, as_listed
from dpcore.engine.postgres_address import AUTH, GRACE, LOCKED, PLAIN, SCRAM, UNREACHABLE, Address, T
from dpcore.errors import SourceError
from dpcore.stop import Canceller, interruptible
from dpcore.text import Text

if TYPE_CHECKING:
    import psycopg


_REQUESTED: Final = {"hashed": "md5", "cleartext": PLAIN, "did not complete": "none", "GSSAPI": "gss", "SSPI": "sspi"}
"""Words in libpq's error for the authentication method that a server requested -> libpq's name of the method."""
# Session settings that override those of server, database and user, so that cells are always read the same way.
_SETTINGS: Final = {
    "TimeZone": "UTC",
    "DateStyle": "ISO, YMD",
    "extra_float_digits": "1",
    "standard_conforming_strings": "on",
    "transform_null_equals": "off",
    "search_path": "pg_catalog, pg_temp",
    "row_security": "off",
    "default_transaction_read_only": "off",  # needed to create a temporary table; the snapshot itself is read only
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "lock_timeout": "30s",
    "work_mem": "64MB",
    "jit": "off",
    "synchronous_commit": "off",
}


@final
class OpenConnection:
    """A connection. `cancel`, called repeatedly from another thread, ends its statement, or later the connection."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection = connection
        # a duplicate, because libpq may close its descriptor, whose number another connection may then get
        self._socket = socket.socket(fileno=os.dup(connection.fileno()))
        self.cancel = Canceller(self._cancel, lambda: self._socket.shutdown(socket.SHUT_RDWR), GRACE)

    def _cancel(self) -> None:
        self.connection.cancel_safe(timeout=GRACE)

    def close(self) -> None:
        """Closes the connection."""
        with self._socket:
            self.connection.close()


@contextlib.contextmanager
def open_connection(address: Address) -> Iterator[OpenConnection]:
    """A connection in autocommit mode. Its statements are cancelled when the work of this thread is stopped.

    Raises SourceError, also for an address that is not listed, before anything is sent.
    """
    import psycopg

    parameters = as_listed(address, Address.parse).parameters()
    held, failure = None, UNREACHABLE
    try:
        held = OpenConnection(psycopg.connect(**parameters, autocommit=True, prepare_threshold=None))
    except (psycopg.Error, ValueError, OSError) as error:
        failure = _weaker(str(error)) or UNREACHABLE
    if held is None:
        raise SourceError(*failure)
    try:
        with interruptible(held.cancel):
            yield held
    finally:
        with contextlib.suppress(psycopg.Error):
            held.close()


def run_act(address: Address, failure: tuple[str, str], act: Callable[[psycopg.Connection[Any]], T]) -> T:
    """The result of `act`. Raises SourceError with `failure` for any server error, whose text may quote a cell."""
    import psycopg

    with open_connection(address) as held:
        try:
            return act(held.connection)
        except psycopg.errors.LockNotAvailable:
            failure = LOCKED
        except psycopg.Error:
            pass
    raise SourceError(*failure)


def _weaker(error: str) -> tuple[Text, Text] | None:
    """Message and hint if a server requested a weaker authentication method than permitted; else None."""
    _, found, reason = error.partition("authentication method requirement")
    way = next((way for words, way in _REQUESTED.items() if words in reason), None) if found else None
    if way is None:
        return None
    setting = f"{AUTH}={way}" if way != PLAIN else f"sslmode=verify-full&{AUTH}={way}"
    return _WEAK, Text(
        "Set up {scram} for this user on the server. Or permit this server's way for this address alone: add {setting} "
        "to its options, also where it is listed in {sources}.",
        scram=SCRAM,
        setting=setting,
        sources=SOURCES,
    )


def configure(connection: psycopg.Connection[Any]) -> None:
    """Sets the session's settings, so that cells are read the same way on every server."""
    names = "; ".join(f"SET {name} = '{value}'" for name, value in _SETTINGS.items())
    connection.execute(names)


_WEAK: Final = Text("The database does not ask for the password by SCRAM-SHA-256, so the password was not sent to it.")
