"""Names that `dpcore` exports are a promise: a name that was exported once stays. A new one needs no line here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import dpcore

EXPORTED = Path(__file__).with_name("exported.txt").read_text(encoding="utf-8").split()


def lost(names: Iterable[str]) -> list[str]:
    return [name for name in names if name not in dpcore.__all__ or not hasattr(dpcore, name)]


def test_no_exported_name_is_lost() -> None:
    assert len(set(EXPORTED)) == len(EXPORTED) >= 78
    assert lost(EXPORTED) == []


def test_a_lost_name_is_seen() -> None:
    assert lost(["Desk", "Gone", "budget"]) == ["Gone", "budget"]
