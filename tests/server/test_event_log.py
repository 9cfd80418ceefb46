"""The structured log: a line of JSON an event, of known fields, and nothing of a table, a person or a link in any."""

from __future__ import annotations

import io
import json
import logging
import threading
import warnings
from collections.abc import Iterator

import pandas as pd
import pytest

import dpcore as dp
from pages.server import event_log, log_redaction
from pages.ui import event
from tests.browser.server import Server
from tests.server.conftest import SECRET, Visitor
from tests.server.provider import Provider
from tests.server.wire import window

CANARY = "zqcanary"
ADA = f"{CANARY}-ada@example.org"
KNOWN = {"time", "level", "event", "process", "version", "state", "job", "user", "seconds", "form", "status"}
OTHER = {"time", "level", "event", "process", "logger", "message", "place", "error"}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What this process writes to stderr with the structured log on; the loggers are put back afterwards."""
    loggers = [
        logging.root,
        *(log for log in logging.root.manager.loggerDict.values() if isinstance(log, logging.Logger)),
    ]
    before = [(log, list(log.handlers), log.propagate, log.level) for log in loggers]
    factory, out = logging.getLogRecordFactory(), io.StringIO()
    for module, name in ((event_log.streamlit_logger, "setup_formatter"), (threading, "excepthook")):
        monkeypatch.setattr(module, name, getattr(module, name))
    monkeypatch.setattr("sys.excepthook", lambda *_: None)
    monkeypatch.setattr("sys.stderr", out)
    monkeypatch.setenv(event_log.WORD, event_log.JSON)
    log_redaction.install()
    event_log.install()
    yield out
    logging.captureWarnings(False)
    logging.setLogRecordFactory(factory)
    for log, handlers, propagate, level in before:
        log.handlers[:], log.propagate = handlers, propagate
        log.setLevel(level)


def lines(text: str) -> list[dict[str, object]]:
    """Every line, each one JSON of fields that are known."""
    found = [json.loads(line) for line in text.splitlines()]
    for line in found:
        assert set(line) <= (OTHER if line["event"] == "log" else KNOWN)
    return found


def test_what_others_log_is_its_place_alone(written):
    logging.getLogger("streamlit.some").error("the cell %s", CANARY)
    logging.getLogger("uvicorn.error").warning(f"GET /s/{CANARY}")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(f"{CANARY} is odd", stacklevel=1)
    event_log.streamlit_logger.get_logger("streamlit.made.later").error(CANARY)
    try:
        raise ValueError(CANARY)
    except ValueError as error:
        logging.getLogger("murmur").error("a page failed", exc_info=error)
    thread = threading.Thread(target=lambda: int(CANARY))
    thread.start()
    thread.join()
    found = lines(written.getvalue())
    assert [line["logger"] for line in found] == [
        *("streamlit.some", "uvicorn.error", "py.warnings", "streamlit.made.later", "murmur", "murmur")
    ]
    assert CANARY not in written.getvalue() and str(found[4]["error"]).endswith("ValueError")
    assert "ValueError" in str(found[5]["message"])


def test_a_fact_that_is_no_word_is_not_written(written):
    logging.getLogger("uvicorn.error").info("started")
    event.record("share", form=f"{CANARY} A", status=200)
    event.record("release", user="0a", seconds=5)
    first, second = lines(written.getvalue())
    assert (first["form"], first["status"], second["user"], second["seconds"]) == ("?", 200, "0a", 5)


def test_without_the_setting_nothing_changes(monkeypatch, capfd):
    monkeypatch.delenv(event_log.WORD, raising=False)
    before = list(logging.root.handlers)
    event_log.install()
    event_log.started()
    assert logging.root.handlers == before and capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, 1), (1, 1), (1.01, 2), (2, 2), (4.9, 5), (5.1, 10), (10, 10), (11, 20), (999, 1000)]
)
def test_a_duration_is_said_in_coarse_steps(seconds, said):
    assert event.rounded(seconds) == said


def test_a_story_leaves_events_and_no_private_byte(provider: Provider, tmp_path, monkeypatch):
    monkeypatch.setenv(event_log.WORD, event_log.JSON)
    rows = pd.DataFrame(
        {f"{CANARY}_ward": [f"{CANARY}A", "B", f"{CANARY}A", "unlisted-55"], "age": [918273645, 3, 4, 5]}
    )
    with dp.Desk(home=tmp_path / "home", user=ADA) as desk:
        schema = dp.Schema(**{f"{CANARY}_ward": dp.Category([f"{CANARY}A", "B"]), "age": dp.Number(0, 10**9)})
        made = desk.add_dataset(f"{CANARY} visits", dp.read(rows), schema=schema, budget=dp.Budget(mu=1, delta=1e-6))
        answers = desk.release(made.id, dp.Plan([dp.Ask(dp.Count())], mu=0.1))
        _, token = desk.sharing(made.id).publish(answers, f"{CANARY} title", until=None)
        pseudonym = desk.home.key("log")
    with Server(tmp_path / "home", secrets=provider.secrets(tmp_path / "secrets.toml", SECRET)) as server:
        for path in (token, f"{token}.csv", f"{token}?at={CANARY}", f"{CANARY}{token[8:]}", f"{token}.{CANARY}"):
            server.get(f"/s/{path}")
        visitor = Visitor(server)
        visitor.sign_in(ADA)
        with window(server, visitor.cookies) as ask:
            ask.open("ask", f"dataset={made.id}")
            ask.press(f"Count by {CANARY}_ward")
            ask.press("Check and release")
            ask.press("Release")
            ask.settle()
            assert "Answers" in "\n".join(element.heading.body for element in ask.page.drawn("heading"))
    found = lines(errors(server.log))
    begun, answered = (line for line in found if line["event"] == "release")
    assert (begun["state"], answered["state"], begun["job"]) == ("begun", "answered", answered["job"])
    assert begun["user"] == answered["user"] == event.pseudonym_of(pseudonym, ADA)
    assert [line["form"] for line in found if line["event"] == "share"] == ["page", "csv", "page", "page", "none"]
    assert [line["status"] for line in found if line["event"] == "share"][:2] == [200, 200]
    assert {"start", "stop"} <= {line["event"] for line in found}
    private = (CANARY, "918273645", "unlisted-55", token, token[:12], made.id, SECRET, visitor.header[-40:])
    assert [word for word in private if word in server.log] == []


def errors(log: str) -> str:
    """What was written to stderr: all but Streamlit's banner on stdout."""
    banner = ("", "You can now view your Streamlit app in your browser.", "Stopping...")
    written_ = [line for line in log.splitlines() if line.strip() not in banner and not line.startswith("  URL: ")]
    return "\n".join(written_)
