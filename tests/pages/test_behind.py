"""What stands behind the screens: the redacted log, and what is loaded once."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from pages.server import log_redaction

ROOT = Path(__file__).parents[2]
SECRET = "secret-55"


@pytest.fixture
def said(caplog):
    """Logs through a redacting factory, and returns what a handler would print."""
    plain = logging.getLogRecordFactory()
    yield lambda: "\n".join(logging.Formatter().format(record) for record in caplog.records)
    logging.setLogRecordFactory(plain)


def stumble() -> None:
    try:
        int(SECRET)
    except ValueError as error:
        error.add_note(SECRET)
        raise RuntimeError(f"while reading {SECRET}") from error


def log_it() -> None:
    try:
        stumble()
    except RuntimeError as error:
        log = logging.getLogger("any.library")
        log.exception("failed")
        log.error("failed", exc_info=error)
        log.error("failed: %s, %r", error, error)
        log.error(error)


def test_no_exceptions_words_reach_a_log(said):
    log_redaction.install()
    log_redaction.install()
    log_it()
    assert SECRET not in said()
    assert said().count("RuntimeError") == 5
    assert "test_behind.py" in said()


def test_what_a_request_says_fills_no_log_and_begins_no_line(said):
    log_redaction.install()
    logging.getLogger("any.library").error("Error: %s, %s, %d", "A" * 60_000, "b\n2026 forged\r\x1b[31m\x00\x9bc", 7)
    assert len(said()) < 1_100 and said().endswith("…, b?2026 forged??[31m??c, 7")


def test_what_goes_wrong_again_and_again_fills_no_log():
    now = [0.0]
    made = log_redaction.redacting(logging.LogRecord, lambda: now[0])
    lines = 0
    for minute in range(3):
        for number in range(1_000):
            now[0] = 60 * minute + number * 0.059
            record = made("uvicorn.error", logging.WARNING, "x", 1, "Invalid HTTP request %s", ("received.",), None)
            lines += record.levelno >= logging.NOTSET
            assert ("is omitted" in record.getMessage()) == (number + 1 >= log_redaction.LINES)
    assert lines == 3 * log_redaction.LINES
    other = (("asyncio", logging.WARNING), ("uvicorn.error", logging.ERROR), ("uvicorn.error", logging.INFO))
    for name, level in other * (log_redaction.LINES - 1):
        assert made(name, level, "x", 1, "another", (), None).levelno == level
    for _ in range(1_000):  # what an operator asked for
        assert made("uvicorn.access", logging.INFO, "x", 1, "GET /", (), None).getMessage() == "GET /"


def test_a_level_below_all_is_not_written(said):
    log_redaction.install()
    for _ in range(10 * log_redaction.LINES):
        logging.getLogger("any.library.again").error("again")
    assert said().count("again") == log_redaction.LINES


def test_python_logs_them_otherwise(said):
    logging.setLogRecordFactory(logging.LogRecord)
    log_it()
    assert said().count(SECRET) >= 5


def test_slow_modules_are_frozen_out_of_garbage_collection():
    asked = "print(gc.get_freeze_count(), 'duckdb' in sys.modules)"
    code = f"import gc, sys; from pages.server.startup import load; load(); {asked}"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert (int(printed[0]) > 50_000, printed[1]) == (True, "True")
