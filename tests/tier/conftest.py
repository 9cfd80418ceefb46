"""What this repository imports, read once for all tests, and not again where a run before has read it."""

from __future__ import annotations

import pytest

from tests.tier.graph import Graph
from tests.tier.plugin import TIERS


@pytest.fixture(scope="session")
def here(request: pytest.FixtureRequest) -> Graph:
    return request.config.stash[TIERS].graph
