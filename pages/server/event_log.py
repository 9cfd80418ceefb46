"""The structured log: with `MURMUR_LOG=json`, one JSON object a line on stderr, and nothing else there.

Events of the server (`pages.ui.event`) are lines of known fields. Records of Murmur's own logger keep their constant
sentences. Of all other loggers only the level and the place in the program are kept: their sentences may quote a
request, a path or a cell.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import threading
import time
from types import TracebackType

from streamlit import logger as streamlit_logger

import dpcore
from pages.server.log_redaction import outline
from pages.ui import event

WORD, JSON = "MURMUR_LOG", "json"
_TOKEN = re.compile(r"[a-z0-9.]{0,40}")


def wanted() -> bool:
    """Whether the structured log is on."""
    return os.environ.get(WORD) == JSON


def install() -> None:
    """Turn the structured log on if it is wanted; nothing else of this process writes to stderr from then on."""
    if not wanted():
        return
    streamlit_logger.setup_formatter = _to_root
    gather()
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = lambda caught: _uncaught(caught.exc_type, None, caught.exc_traceback)


def gather() -> None:
    """Let the records of every logger reach the one handler; again at the start, since uvicorn sets up its own."""
    if not wanted():
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(lambda record: record.name == event.LOGGER or record.levelno >= logging.WARNING)
    logging.root.handlers[:] = [handler]
    logging.getLogger(event.LOGGER).setLevel(logging.INFO)
    for logger in list(logging.root.manager.loggerDict.values()):
        if isinstance(logger, logging.Logger):
            _to_root(logger)


def started() -> None:
    """The server answers from now on."""
    gather()
    event.record("start")


def stopped() -> None:
    """The server was told to stop; releases under way are still waited for."""
    event.record("stop")


class Lines(logging.Formatter):
    """One line of JSON a record."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without anything that was not written into this program as a constant."""
        line: dict[str, object] = {"time": _time(record.created), "level": record.levelname.lower()}
        if record.name == event.LOGGER:
            facts = getattr(record, "facts", {})
            line |= {"event": record.getMessage(), "process": record.process, "version": dpcore.__version__}
            line |= {name: value if _plain(value) else "?" for name, value in facts.items()}
        else:
            line |= {"event": "log", "process": record.process, "logger": record.name}
            line |= {"message": record.getMessage()} if record.name == "murmur" else {}
            line["place"] = f"{record.module}:{record.lineno}"
            line |= {"error": record.exc_text} if record.exc_text else {}
        return json.dumps(line)


def _plain(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and _TOKEN.fullmatch(value) is not None)


def _time(created: float) -> str:
    """In whole seconds, of UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(created))


def _to_root(logger: logging.Logger) -> None:
    logger.handlers.clear()
    logger.propagate = True


def _uncaught(kind: type[BaseException], _: BaseException | None, where: TracebackType | None) -> None:
    logging.getLogger("murmur").error(outline(kind, where))
