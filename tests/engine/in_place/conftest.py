"""A server whose tables a test may make, and the password that reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.engine.in_place.world import owner, types
from tests.postgres import SECRET, Cluster


@pytest.fixture
def server(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[psycopg.Connection[Any]]:
    """A connection of whoever owns the tables."""
    postgres.empty()
    monkeypatch.setenv("MURMUR_SOURCE_PASSWORD", SECRET)
    with owner(postgres) as connection:
        types(connection)
        yield connection
