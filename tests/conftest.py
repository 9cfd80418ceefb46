"""Settings that every test shares."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `MURMUR_HOME` of the test's own, so that none meets another's ledger or the developer's."""
    home = tmp_path / "murmur-home"
    monkeypatch.setenv("MURMUR_HOME", str(home))
    return home
