"""One entry of the ledger: its fields, its canonical text and its hash."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple, final

from dpcore.errors import LedgerError
from dpcore.ledger.anchor import Mark
from dpcore.text import Text

SCHEMA = 1
GENESIS: Mark = (0, "0" * 64)

# seq, prev, hash, time, user, dataset, kind, payload
Row = tuple[int, str, str, str, str, str, str, str]

MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")
"""The format of times in entries, UTC."""

_EDITED = Text("Restore the database from the last intact copy. Nothing can be released until then.")


@final
@dataclass(frozen=True)
class Entry:
    """One entry of the ledger. text: the payload as canonical JSON. prev: the hash of the previous entry."""

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
        """The payload as plain data."""
        return dict(json.loads(self.text))


def alteration(seq: int) -> LedgerError:
    """The error that names the first invalid entry."""
    return LedgerError(Text("Entry {seq} of the ledger was altered after it was written.", seq=seq), _EDITED)


def canonical(data: Any) -> str:
    """The canonical JSON text of plain data."""
    return json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def digest(row: Row) -> str:
    """The hash of an entry: SHA-256 over all its other fields."""
    covered = json.dumps([row[0], row[1], *row[3:]], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(covered.encode()).hexdigest()


def sha256(text: object) -> str:
    """The SHA-256 of a text, in hex; empty for a value that is not text, as from a damaged database."""
    if not isinstance(text, str):
        return ""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Opening(NamedTuple):
    """What else an entry says that opens a dataset.

    began: `now()` before any row was read, so that the entry's time does not reveal how long reading took. apart: the
    owner's word that it is another population than other datasets.
    """

    began: str = ""
    apart: Mapping[str, Any] | None = None


PLAIN = Opening()
