"""Keyed fingerprints that recognise rows loaded before, in any order of rows and columns and in any file format.

Numbers are compared as doubles, times as instants, text trimmed and without case. Fingerprints are stored in the ledger
and never shown. Without the key they cannot be used to test guessed rows.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from dpcore.engine.duckdb_connection import LOADING, connect
from dpcore.engine.source.room import check_room
from dpcore.engine.source.sketch import MEANING, SKETCH, scan
from dpcore.errors import SourceError
from dpcore.scratch import scratch
from dpcore.text import Text

if TYPE_CHECKING:
    pass

SAME = 0.5
_UNREADABLE = (
    Text("The Parquet data cannot be read."),
    Text("The file is corrupt or incomplete. Write or copy it again."),
)


@final
@dataclass(frozen=True, slots=True)
class Fingerprint:
    """rows: keyed digest of the multiset of rows. sketch: the 64 smallest row hashes, in order. tag: of its kind."""

    tag: str
    rows: str
    sketch: tuple[str, ...]

    def same_rows(self, other: Fingerprint) -> bool:
        """Whether both belong to exactly the same rows."""
        return self.tag == other.tag and hmac.compare_digest(self.rows, other.rows)

    def same_population(self, other: Fingerprint) -> bool:
        """Whether about half or more of the distinct rows are in both tables, estimated from the 64 smallest hashes.

        The share of common hashes among the 64 smallest of the union is an unbiased estimate of the Jaccard index
        (Cohen & Kaplan 2007, bottom-k sketches). Both sketches are ordered by row hash, so the rank of a row in the
        union is the sum of its ranks in both, minus the number of common rows up to it. Tables with few distinct rows
        (of two flags, for example) cannot be distinguished.
        """
        if self.tag != other.tag:
            return False
        if self.same_rows(other):
            return True
        theirs = {mark: rank for rank, mark in enumerate(other.sketch, 1)}
        ranks = [rank + theirs[mark] for rank, mark in enumerate(self.sketch, 1) if mark in theirs]
        size = min(SKETCH, len({*self.sketch, *other.sketch}))
        common = sum(both - count <= size for count, both in enumerate(ranks, 1))
        return common > 0 and common >= SAME * size

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `from_dict` reads it back."""
        return {"tag": self.tag, "rows": self.rows, "sketch": list(self.sketch)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Fingerprint:
        """The fingerprint that `to_dict` wrote."""
        return cls(data["tag"], data["rows"], tuple(data["sketch"]))


def of_location(tag: str, place: tuple[str, ...], key: bytes, loader: bytes | None) -> tuple[Fingerprint, ...]:
    """Fingerprints of a table's location, one for each user who may recognise it. tag: of their kind."""
    keys = [key] if loader is None else list(dict.fromkeys((key, loader)))
    digests = [hmac.new(mark_key, repr(place).encode(), hashlib.sha256).hexdigest() for mark_key in keys]
    return tuple(Fingerprint(tag, digest[:32], ()) for digest in digests)


def fingerprint(path: Path, key: bytes, meaning: int = MEANING, decimal: str = ".") -> Fingerprint:
    """The fingerprint of a Parquet file, from one scan. Raises SourceError if the file cannot be read completely.

    decimal: a comma if both comma and point are decimal marks of numbers in text.
    """
    import duckdb
    import pyarrow

    unreadable = True
    try:
        # sizes in the file are unverified, so it is read completely once with a small memory limit
        with scratch(path.parent) as folder, connect(folder, files=[path], memory=LOADING, wide=True) as connection:
            bag = scan(connection, path, key, meaning, decimal)
        unreadable = False
    except (duckdb.IOException, OSError) as error:
        check_room(error)
    except (duckdb.Error, pyarrow.ArrowException):
        pass
    if unreadable:
        raise SourceError(*_UNREADABLE)
    rows = _keyed_hash(key, bag.total, bag.count)
    return Fingerprint(tag(meaning), rows, tuple(_keyed_hash(key, int(value)) for value in bag.smallest))


def tag(meaning: int = MEANING) -> str:
    """The tag of fingerprints of this kind. Fingerprints with different tags cannot be compared."""
    import duckdb

    return f"{meaning}/duckdb-{'.'.join(duckdb.__version__.split('.')[:2])}"


def earlier(path: Path, key: bytes, tags: Collection[str], decimal: str = ".") -> list[Fingerprint]:
    """Fingerprints of the older kinds among these tags. Raises SourceError."""
    return [fingerprint(path, key, meaning, decimal) for meaning in range(1, MEANING) if tag(meaning) in tags]


def _keyed_hash(key: bytes, *values: int) -> str:
    return hmac.new(key, repr(values).encode(), hashlib.sha256).hexdigest()[:32]
