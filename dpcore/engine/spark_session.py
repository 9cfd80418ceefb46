"""Sessions of Spark: the address of a Spark Connect server, or a session of this process, with settings of their own.

Every reading has a session of its own, so that it meets no view, function or setting of others.
"""

from __future__ import annotations

import contextlib
import logging
import os
import warnings
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from importlib import import_module
from typing import Any, Final, TypeVar, final

from dpcore.engine.address_list import as_listed
from dpcore.engine.spark_address import TOKEN, Address
from dpcore.errors import DpError, SourceError
from dpcore.stop import Canceller, check, interruptible, within
from dpcore.text import Text

T = TypeVar("T")
HERE: Final = "session"
"""The address of tables that are read through a session of this process."""
UNREACHABLE: Final = (
    Text("Spark cannot be reached, or it refuses this user."),
    Text("Check that it is running, and check the address and the token in {token}.", token=TOKEN),
)
UNREAD: Final = (
    Text("The table could not be read."),
    Text(
        "Check that Spark is running and that the table is unchanged, then ask again. "
        "Charges are kept, and paid questions are answered at no further cost."
    ),
)
_MISSING: Final = (
    Text("Reading from Spark needs PySpark 4, which is not installed."),
    Text("Install it with: pip install -r requirements-spark.txt"),
)
_NO_SESSION: Final = (
    Text("This table is read through a Spark session of the program, and there is none."),
    Text("Start the session first, or load the table by the address of a Spark Connect server."),
)
_RETRIES: Final = 4
GRACE, CLOSING = 5.0, 20.0
"""Seconds until a connection is ended whose server does not answer: after a stop, and at the end of a session."""
# They override those of server and user, so that cells are always read the same way and a statement is what it says.
_SETTINGS: Final = {
    "spark.sql.variable.substitute": "false",  # otherwise ${env:NAME} in a value would be replaced
    "spark.sql.runSQLOnFiles": "false",  # otherwise a name such as parquet.`/folder` would read files
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.ansi.doubleQuotedIdentifiers": "false",
    "spark.sql.ansi.enforceReservedKeywords": "false",
    # as tables were made: otherwise cells of files that spell a column in another case would be missing
    "spark.sql.caseSensitive": "false",
    "spark.sql.legacy.exponentLiteralAsDecimal.enabled": "false",
    "spark.sql.groupByOrdinal": "true",
    "spark.sql.orderByOrdinal": "true",
    "spark.sql.crossJoin.enabled": "true",
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.parser.quotedRegexColumnNames": "false",
    "spark.sql.decimalOperations.allowPrecisionLoss": "true",
    "spark.sql.legacy.timeParserPolicy": "CORRECTED",
    "spark.sql.legacy.sizeOfNull": "false",
    "spark.sql.legacy.charVarcharAsString": "false",
    # otherwise a date before 1900 in an old file would raise an error
    "spark.sql.parquet.datetimeRebaseModeInRead": "CORRECTED",
    "spark.sql.parquet.int96RebaseModeInRead": "CORRECTED",
    "spark.sql.avro.datetimeRebaseModeInRead": "CORRECTED",
    "spark.sql.files.ignoreCorruptFiles": "false",
    "spark.sql.files.ignoreMissingFiles": "false",
}
_LOGS: Final = ("DataFrameQueryContextLogger", "SQLQueryContextLogger")
_reading: ContextVar[bool] = ContextVar("reading", default=False)
_given: list[Any] = []
"""The session of this process that was used last to read a table."""


def give(session: Any) -> str:
    """Remembers a session of this process for later readings, and returns the address that stands for it."""
    _given[:] = [session]
    return HERE


@final
class OpenSession:
    """A session. `cancel` ends its statements from another thread, or the connection; to be called repeatedly."""

    def __init__(self, session: Any, close: Callable[[], object]) -> None:
        self.session, self._close = session, close
        self.cancel = Canceller(self._cancel, self._disconnect, GRACE)

    def _cancel(self) -> None:
        self.session.interruptAll()

    def _disconnect(self) -> None:
        if _is_remote(self.session):
            self.session.client.close()

    def finish(self, act: Callable[[Any], object]) -> None:
        """Does something in the session before it is closed, unless its server does not answer."""
        if not within(lambda: attempt(lambda: act(self.session), UNREAD), CLOSING):
            self._disconnect()

    def close(self) -> None:
        """Ends the session."""
        self.finish(lambda session: self._close())


@contextlib.contextmanager
def open_session(address: str) -> Iterator[OpenSession]:
    """A session of its own. Its statements are cancelled when the work of this thread is stopped."""
    held = OpenSession(*_session(address))
    _silence()
    try:
        with interruptible(held.cancel):
            attempt(lambda: _configure(held.session), UNREACHABLE)
            yield held
    finally:
        held.close()


def attempt(act: Callable[[], T], failure: tuple[str, str]) -> T:
    """The result of `act`. An error of Spark may quote a cell, so it is dropped, including its context."""
    token = _reading.set(True)
    try:
        return act()
    except DpError:
        raise
    except Exception:
        pass
    finally:
        _reading.reset(token)
    check()
    raise SourceError(*failure)


def _session(address: str) -> tuple[Any, Callable[[], None]]:
    """A new session, and what ends it."""
    if address != HERE:
        place = as_listed(Address.parse(address), Address.parse)
        session = attempt(lambda: _connect(place), UNREACHABLE)
        return session, lambda: _release(session)
    parent = _given[0] if _given else _active()
    if parent is None:
        raise SourceError(*_NO_SESSION)
    session = attempt(parent.newSession, UNREACHABLE)
    return session, lambda: _release(session) if _is_remote(session) else None  # `stop` would stop all of Spark


def _release(session: Any) -> None:
    """As `SparkSession.stop`, which holds a lock of all sessions while it waits for the server."""
    try:
        session.client.release_session()
    finally:
        session.client.close()


def _is_remote(session: Any) -> bool:
    """Whether it is a connection of its own to a Spark Connect server."""
    return ".connect." in type(session).__module__


def _active() -> Any:
    with contextlib.suppress(Exception):
        return _module("pyspark.sql").SparkSession.getActiveSession()
    return None


def _connect(address: Address) -> Any:
    client = _module("pyspark.sql.connect.client")
    host = f"[{address.host}]" if ":" in address.host else address.host
    builder = client.DefaultChannelBuilder(f"sc://{host}:{address.port}")
    for name, value in address.options.items():
        builder.set(name, value)
    if token := os.environ.get(TOKEN):
        builder.set("token", token)
        builder.set("use_ssl", "true")  # never sends a token to a server whose identity is not verified
    session = _module("pyspark.sql.connect.session").SparkSession(builder)
    retries = _module("pyspark.sql.connect.client.retries").DefaultPolicy(max_retries=_RETRIES)
    session.client.set_retry_policies([retries])
    return session


def _silence() -> None:
    """PySpark logs the text of each error of a statement, which may quote a cell; not that of statements from here."""
    for name in _LOGS:
        _module("pyspark.logger").PySparkLogger.getLogger(name).addFilter(_elsewhere)


def _elsewhere(record: logging.LogRecord) -> bool:
    del record
    return not _reading.get()


def _configure(session: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of settings that Spark means to drop
        for name, value in _SETTINGS.items():
            session.conf.set(name, value)


def _module(name: str) -> Any:
    """A module of PySpark, which warns of newer versions of pandas that are not used here. Raises SourceError."""
    with warnings.catch_warnings(), contextlib.suppress(ImportError):
        warnings.simplefilter("ignore")
        return import_module(name)
    raise SourceError(*_MISSING)
