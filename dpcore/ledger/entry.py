"""One entry of the ledger: what its hash covers, and the one text of what it says."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, final

from dpcore.errors import LedgerError
from dpcore.ledger.anchor import Mark
from dpcore.text import Text

SCHEMA = 1
GENESIS: Mark = (0, "0" * 64)

# seq, prev, hash, time, user, dataset, kind, payload
Row = tuple[int, str, str, str, str, str, str, str]

MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")
"""A time as entries say it, UTC."""

_EDITED = Text("Restore the database from where it was last sound; nothing is released until then.")


@final
@dataclass(frozen=True)
class Entry:
    """One entry of the ledger: its number, when, by whom, about which dataset, and what."""

    seq: int
    hash: str
    time: str
    user: str
    dataset: str
    kind: str
    text: str
    prev: str = ""

    @cached_property
    def payload(self) -> dict[str, Any]:
        """What was written, as plain data."""
        return dict(json.loads(self.text))


def broken(seq: int) -> LedgerError:
    """The refusal that names the first bad entry."""
    return LedgerError(Text("Entry {seq} of the ledger is not what was written.", seq=seq), _EDITED)


def canonical(data: Any) -> str:
    """The one JSON text of plain data."""
    return json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def digest(row: Row) -> str:
    """The hash of an entry: SHA-256 over everything else in it."""
    covered = json.dumps([row[0], row[1], *row[3:]], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(covered.encode()).hexdigest()


def sha256(text: object) -> str:
    """The SHA-256 of a text, in hex; of what a damaged database returns instead of a text, nothing."""
    if not isinstance(text, str):
        return ""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
