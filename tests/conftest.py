"""Settings that every test shares."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import Cluster, cluster

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `MURMUR_HOME` of the test's own, so that none meets another's ledger or the developer's."""
    home = tmp_path / "murmur-home"
    monkeypatch.setenv("MURMUR_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def own_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page driven by AppTest leaves app.py as `__main__`, and every process started later would run it."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One server for all tests of a worker that ask for it."""
    with cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'murmur.db'}"
        return
    from dpcore.ledger.database import Database

    url = request.getfixturevalue("postgres").empty()
    yield url
    Database(url).close()  # what this process still holds open
