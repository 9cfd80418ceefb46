"""Redacts the log: no exception texts (a conversion error quotes the cell that it could not convert) and no tokens of
share links. Warnings and errors are limited per minute, so that faulty requests cannot fill the disk.

Streamlit hides tracebacks from the browser (`showErrorDetails`), yet logs them whole, from several loggers; so do
uvicorn and asyncio. What is kept is enough to find the line: the exception's type and the position of each frame.
"""

from __future__ import annotations

import logging
import re
import time
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any

_MOST = 1_000
"""Maximum characters of one value in a record, since values may come from requests."""
LINES, SECONDS = 20, 60.0
"""Maximum number of warnings or errors of one logger and level in this time."""
_MORE = " (More of this logger is omitted for a minute.)"
_DROPPED = -1
"""A level below that of every handler."""
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_LINK = re.compile(r"(/s/|[?&]share=)[^\s\"'?&#]+")


def install() -> None:
    """Every log record made in this process from now on is redacted. Calling it again changes nothing."""
    factory = logging.getLogRecordFactory()
    if not getattr(factory, "redacts", False):
        logging.setLogRecordFactory(redacting(factory))


def redacting(
    factory: Callable[..., logging.LogRecord], clock: Callable[[], float] = time.monotonic
) -> Callable[..., logging.LogRecord]:
    """A record factory that drops exception messages and limits records of one logger and level per minute."""
    kept: dict[tuple[str, int], tuple[float, int]] = {}

    def place(record: logging.LogRecord) -> int:
        """The record's number among those of its logger and level in this minute."""
        now, kind = clock(), (record.name, record.levelno)
        since, count = kept.get(kind, (now, 0))
        kept[kind] = since, count = (since, count + 1) if now - since < SECONDS else (now, 1)
        return count

    def make(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = factory(*args, **kwargs)
        record.msg = _named(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(_short(_named(value)) for value in record.args)
        if record.exc_info and record.exc_info[0] is not None:
            record.exc_text = outline(record.exc_info[0], record.exc_info[2])
            record.exc_info = None
        if record.levelno >= logging.WARNING and (number := place(record)) >= LINES:
            record.msg = f"{record.msg}{_MORE}"
            record.levelno = record.levelno if number == LINES else _DROPPED
        return record

    make.redacts = True  # type: ignore[attr-defined]
    return make


def outline(kind: type[BaseException], where: TracebackType | None) -> str:
    """An exception's type and the lines it passed through, without its message, causes or notes."""
    frames = [f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(where)]
    return "\n".join([*frames, kind.__name__])


def _named(value: object) -> object:
    if isinstance(value, BaseException):
        return type(value).__name__
    return _LINK.sub(r"\1…", value) if isinstance(value, str) else value


def _short(value: object) -> object:
    """A value shortened, without line breaks or control characters."""
    if not isinstance(value, str):
        return value
    return _CONTROL.sub("?", value[:_MOST]) + ("…" if len(value) > _MOST else "")
