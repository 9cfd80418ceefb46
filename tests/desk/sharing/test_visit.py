"""Openings of links are counted beside the ledger, and read once they are written."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from dpcore.ledger.ledger import Ledger
from dpcore.ledger.side import opening
from dpcore.ledger.store.database import Database


def test_whoever_reads_the_counts_waits_for_a_write_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'murmur.db'}"
    Ledger(url, tmp_path / "home").close()
    database, found = Database(url), dict[str, tuple[int, str]]()
    visits, begun, go = opening.Visits(database), threading.Event(), threading.Event()
    honest = opening._count

    def slow(*arguments: object) -> None:
        begun.set()
        assert go.wait(60)
        honest(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(opening, "_count", slow)
    visits.add("link")
    writer = threading.Thread(target=visits.write)
    writer.start()
    assert begun.wait(60)
    reader = threading.Thread(target=lambda: found.update(visits.of(["link"])))
    reader.start()
    reader.join(0.5)
    go.set()
    writer.join(60)
    reader.join(60)
    visits.close()
    database.close()
    assert found["link"][0] == 1
