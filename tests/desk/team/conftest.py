"""A ledger with a team."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dpcore.ledger.ledger import Ledger
from tests.desk.team.house import House, built
from tests.desk.team.people import opened


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """Everybody in their roles, mu 1 to spend."""
    one = opened(f"sqlite:///{tmp_path / 'murmur.db'}", tmp_path)
    yield one
    one.close()


@pytest.fixture(scope="session")
def plot(tmp_path_factory: pytest.TempPathFactory) -> House:
    """The house as it was built; nobody moves in."""
    return built(tmp_path_factory.mktemp("plot") / "house")


@pytest.fixture
def house(plot: House, tmp_path: Path) -> House:
    """A house of the test's own."""
    return plot.copy(tmp_path / "house")
