"""I9: with the noise replayed so that noisy outputs are equal, neighbouring tables show the same bytes on every page.

What is random for its own sake (identifiers, tickets, clock, the chain's hashes) is scripted or left out.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import numpy as np
import pytest

import dpcore.release.run
from dpcore import clock
from dpcore.present.text import history
from pages.ui import job
from tests.pages.conftest import ASK, HOME, LEDGER, LOAD, RESULTS, close
from tests.pages.test_load import CSV, describe

HEADER, *ROWS = CSV.splitlines()
TARGET = ROWS[7].split(b",")


def changed(place: int, cell: bytes) -> list[bytes]:
    cells = [*TARGET[:place], cell, *TARGET[place + 1 :]]
    return [*ROWS[:7], b",".join(cells), *ROWS[8:]]


NEIGHBORS = {
    "missing": changed(1, b""),
    "huge": changed(1, b"1e400"),
    "text": changed(1, b"secret-55"),
    "other category": changed(2, b"secret-56"),
    "no date": changed(4, b"31.2.24"),
    "no identifier": changed(0, b""),
    "one row less": [*ROWS[:7], *ROWS[8:]],
    "one row more": [*ROWS, b"newcomer,119,C,yes,2024-12-31"],
}


def story(fresh, sent, rows) -> list[bytes]:
    """Every protobuf of one pass through every page, loading included, with identifiers made alike."""
    sent.clear()
    screen = fresh().go(LOAD).upload(b"\n".join([HEADER, *rows]) + b"\n")
    describe(screen).press("Open the dataset").go(ASK)
    for starter in ("Histogram of age", "Add to the plan"):
        screen.press(starter)
    for kind in ("mean", "sum"):
        screen.fill("Question", kind).press("Add to the plan")
    screen.fill("Question", "cross_table").fill("Columns", ["ward", "smoker"]).press("Add to the plan")
    screen.release()
    dataset = screen.desk.datasets()[0]
    for switch in screen.go(RESULTS).at.toggle:
        if switch.label == "Values under the pointer":  # a picture rounds to its pixels, these charts do not
            switch.set_value(True)
    screen.run()
    for page in (LEDGER, HOME, LOAD, ASK):
        screen.go(page)
    screen.go(LEDGER).press("Verify the chain").fill("Yes, delete the rows.", True).press("Delete the rows").go(ASK)
    private = [dataset.id, *(release.id for release in screen.desk.releases("visits"))]
    close()
    return [scrubbed(message, private) for message in sent]


def scrubbed(message, private: list[str]) -> bytes:
    text = re.sub(rb'^hash: "\w+"$', b"", str(message).encode(), flags=re.M)
    text = re.sub(rb'deferred_file_id: "\w+"', b"", text)
    text = re.sub(rb"\$\$ID-\w{32}", b"$$ID", text)
    text = re.sub(
        rb'(uuid: "|#T_)\w{10}', b"", text
    )  # of a table's style: a digest of its key, which names the dataset
    text = re.sub(rb"(header-\w+-)[\w-]{16}-", rb"\1", text)  # the ticket of an upload
    for word in private:
        text = text.replace(word.encode(), b"x" * len(word))
    return text


class Inline:
    def __init__(self, *_options) -> None:
        self.submit = lambda function, *args: function(*args)
        self.shutdown = lambda: None


@pytest.fixture
def replayed(monkeypatch):
    """Noisy outputs that do not depend on rows, a clock that stands, jobs that end at once."""
    said = history.line
    monkeypatch.setattr(dpcore.release.run, "perturb", lambda priced, exact: np.full_like(exact, 7))
    monkeypatch.setattr(clock, "now", lambda: "2024-01-01T00:00:00.000000Z")
    monkeypatch.setattr(history, "line", lambda entry, scale=None: replace(said(entry, scale), hash=""))
    # a job ends before its click returns: how often a test polls is not repeatable
    monkeypatch.setattr(job, "ThreadPoolExecutor", Inline)


@pytest.fixture
def shown(fresh, sent, replayed, monkeypatch, own_home):
    """What the table and some of its neighbours show, each on a desk of its own."""

    def show(names) -> dict[str, list[bytes]]:
        pages = {}
        for name in ("the table", *names):
            monkeypatch.setenv("MURMUR_HOME", str(own_home / "desks" / f"{len(pages):02}"))
            tickets = itertools.count()
            monkeypatch.setattr(job, "ticket", lambda tickets=tickets: f"ticket-{next(tickets)}")
            pages[name] = story(fresh, sent, NEIGHBORS.get(name, ROWS))
        return pages

    return show


@pytest.mark.parametrize(
    "names", [("text", "one row less"), pytest.param(tuple(NEIGHBORS), marks=pytest.mark.audit)], ids=len
)
def test_neighbours_show_the_same_bytes(shown, names):
    pages = shown(names)
    reference = pages.pop("the table")
    different = {
        name: [(a, b) for a, b in itertools.zip_longest(reference, other) if a != b][:1]
        for name, other in pages.items()
        if other != reference
    }
    assert different == {}
    assert not [text for text in reference if b"secret-5" in text or b"newcomer" in text]


@pytest.mark.audit
def test_an_exact_answer_on_a_screen_would_be_seen(shown, monkeypatch):
    monkeypatch.setattr(dpcore.release.run, "perturb", lambda priced, exact: exact)
    pages = shown(["one row less"])
    assert pages["the table"] != pages["one row less"]
