"""A folder for a ledger, whose database is of each kind in turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ledger.world import URL


@pytest.fixture
def folder(tmp_path: Path, either: str) -> Path:
    """The home of a ledger; a file in it says where its database is, to other processes too."""
    (tmp_path / URL).write_text(either)
    return tmp_path
