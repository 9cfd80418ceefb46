"""Sessions of Spark, at the address of a Spark Connect server or from a session of this process, with our settings.

Every reading has a new session, so that views, functions and settings of other sessions have no effect on it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import time
import warnings
from collections.abc import Callable, Collection, Iterator
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
"""Seconds until a connection is ended if its server does not answer, after a stop and at the end of a session."""
_PREPARED: Final = 4.0
"""Seconds that a stop waits for the job of a statement to begin. See `OpenSession`."""
_PROGRESS: Final = ("spark.connect.progress.reportInterval", "200ms")
# Settings that override those of server and user, so that statements and cells are always read the same way.
_SETTINGS: Final = {
    "spark.sql.variable.substitute": "false",  # otherwise ${env:NAME} in a value would be replaced
    "spark.sql.runSQLOnFiles": "false",  # otherwise a name such as parquet.`/folder` would read files
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.ansi.doubleQuotedIdentifiers": "false",
    "spark.sql.ansi.enforceReservedKeywords": "false",
    # otherwise the cells of a column would be missing in files that write its name in another case
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
"""The session of this process that was last passed to `give`."""


def give(session: Any) -> str:
    """Stores a session of this process for later readings, and returns the address that refers to it."""
    _given[:] = [session]
    return HERE


@final
class OpenSession:
    """A session. `cancel`, called repeatedly from another thread, ends its statements, or later the connection.

    A Spark Connect server counts a statement that is interrupted while it is prepared as ended, but its job may begin
    all the same, and no later interruption reaches it. So a stop waits until the server tells of a job,
    for `_PREPARED` seconds at most.
    """

    def __init__(self, session: Any, close: Callable[[], object]) -> None:
        self.session, self._close = session, close
        self.cancel = Canceller(self._cancel, self._disconnect, GRACE)
        self._running, self._asked = not _is_remote(session), 0.0
        if not self._running:
            session.registerProgressHandler(self._progress)

    def _progress(self, stages: Collection[object] | None, inflight_tasks: int, operation_id: str, done: bool) -> None:
        """Called by PySpark, which names the arguments, while a statement runs."""
        del inflight_tasks, operation_id
        self._running = bool(stages) and not done

    def _cancel(self) -> None:
        self._asked = self._asked or time.monotonic()
        if self._running or time.monotonic() - self._asked >= _PREPARED:
            self.session.interruptAll()

    def _disconnect(self) -> None:
        if _is_remote(self.session):
            self.session.client.close()

    def finish(self, act: Callable[[Any], object]) -> None:
        """Calls `act` with the session before it is closed; gives up if the server does not answer."""
        if not within(lambda: attempt(lambda: act(self.session), UNREAD), CLOSING):
            self._disconnect()

    def close(self) -> None:
        """Ends the session."""
        self.finish(lambda session: self._close())


@contextlib.contextmanager
def open_session(address: str) -> Iterator[OpenSession]:
    """A new session. Its statements are cancelled when the work of this thread is stopped."""
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
    """A new session, and a function that ends it."""
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
    """Whether the session is a separate connection to a Spark Connect server."""
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
    """Drops PySpark's log records of errors of our statements, because the text of an error may quote a cell."""
    for name in _LOGS:
        _module("pyspark.logger").PySparkLogger.getLogger(name).addFilter(_elsewhere)


def _elsewhere(record: logging.LogRecord) -> bool:
    del record
    return not _reading.get()


def _configure(session: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about deprecated settings
        for name, value in _SETTINGS.items():
            session.conf.set(name, value)
        if _is_remote(session):
            session.conf.set(*_PROGRESS)


def _module(name: str) -> Any:
    """A module of PySpark, without warnings about versions of pandas, which is not used here. Raises SourceError."""
    with warnings.catch_warnings(), contextlib.suppress(ImportError):
        warnings.simplefilter("ignore")
        return import_module(name)
    raise SourceError(*_MISSING)
