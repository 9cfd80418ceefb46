"""Dossier: an immutable object with all public facts about some releases of one dataset.

Share pages, offline pages and bundles are written from a dossier alone. It contains no exact numbers, and no row is
read to make it. Fields never change their meaning.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, final

from dpcore.budget.budget import Budget
from dpcore.errors import QueryError
from dpcore.release.combine import Unread
from dpcore.release.combine import read as read_release
from dpcore.release.record import Release
from dpcore.table.table import Table, Unit
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger import chain
    from dpcore.ledger.entry import Entry
    from dpcore.ledger.ledger import Ledger

VERSION = 2
"""The version of the newest releases that a dossier can contain: older programs then report a newer file."""
_TEXTS = ("dataset", "owner", "ledger", "by", "time", "title", "note")


@final
@dataclass(frozen=True, slots=True)
class Position:
    """The position of a charge in the hash chain: its entry, its hash and the previous hash.

    charge: the whole charge of the entry. keys: of the releases in this dossier that the charge paid for.
    """

    seq: int
    hash: str
    prev: str
    time: str
    user: str
    charge: Mapping[str, Any]
    keys: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "seq": self.seq,
            "hash": self.hash,
            "prev": self.prev,
            "time": self.time,
            "user": self.user,
            "charge": dict(self.charge),
            "keys": list(self.keys),
        }


UNREAD = Text(
    "This answer was written by another version of the program, which this version cannot "
    "read. It is kept as stored, and costs and errors shown here do not include it. Update "
    "the program to see it."
)


@final
@dataclass(frozen=True)
class Dossier:
    """Stored releases of one dataset with its public facts, their charges, and title and note of the publisher.

    table: only with the columns that the answers use. releases: as stored, each with its own charge;
    `dpcore.present.answers.all_of` combines measurements.
    charges: the paying entries, oldest first. ledger: the identifier of the ledger. by, time: publisher and time.
    until: end of the share link (UTC), or None. unread: answers that only another version can read.
    """

    dataset: str
    owner: str
    table: Table
    budget: Budget
    releases: tuple[Release, ...]
    charges: tuple[Position, ...]
    ledger: str
    by: str
    time: str
    title: str = ""
    note: str = ""
    until: str | None = None
    unread: tuple[Unread, ...] = ()

    @property
    def units(self) -> list[Unit]:
        """The privacy unit by each answer, which may differ in how many rows and groups are used, without repeats."""
        units = list(dict.fromkeys(release.facts_table.unit for release in self.releases))
        return units if len(units) > 1 else [self.table.unit]

    @property
    def records(self) -> list[Mapping[str, Any]]:
        """All answers as stored, including those that this version cannot read."""
        return [*(release.to_dict() for release in self.releases), *(answer.data for answer in self.unread)]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; `from_dict` reads it back."""
        return {
            "version": max([1, *(release.version for release in self.releases)]),
            "dataset": self.dataset,
            "owner": self.owner,
            "table": self.table.to_dict(),
            "budget": self.budget.to_dict(),
            "releases": self.records,
            "charges": [charge.to_dict() for charge in self.charges],
            "ledger": self.ledger,
            "by": self.by,
            "time": self.time,
            "title": self.title,
            "note": self.note,
            "until": self.until,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Dossier:
        """The dossier that `to_dict` wrote. Raises QueryError."""
        try:
            if data["version"] > VERSION:
                raise QueryError("This file was written by a newer version of the program.", "Update the program.")
            for name in _TEXTS:
                if not isinstance(data[name], str):
                    raise TypeError
            for moment in (data["time"], *([] if data["until"] is None else [data["until"]])):
                dt.datetime.fromisoformat(moment)
            read = [read_release(record) for record in data["releases"]]
            return cls(
                dataset=data["dataset"],
                owner=data["owner"],
                table=Table.from_dict(data["table"]),
                budget=Budget.from_dict(data["budget"]),
                releases=tuple(release for release in read if release is not None),
                charges=tuple(Position(**{**charge, "keys": tuple(charge["keys"])}) for charge in data["charges"]),
                ledger=data["ledger"],
                by=data["by"],
                time=data["time"],
                title=data["title"],
                note=data["note"],
                until=data["until"],
                unread=tuple(
                    Unread("", record)
                    for record, release in zip(data["releases"], read, strict=True)
                    if release is None
                ),
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            raise QueryError("This is not a dossier.", "See `Dossier.to_dict`.") from None


class Publication(NamedTuple):
    """The facts that a publisher adds to answers; see `Dossier`."""

    by: str
    time: str
    title: str = ""
    note: str = ""
    until: str | None = None


def collect(ledger: Ledger, dataset: chain.Dataset, keys: Sequence[str], publication: Publication) -> Dossier:
    """The dossier of stored answers of one dataset. Reads no row. Raises QueryError if an answer is not found."""
    entries = ledger.entries(dataset.id)
    wanted = set(keys)
    charges = [_position(entry, wanted) for entry in entries if entry.kind == "charge"]
    paying = tuple(charge for charge in charges if charge.keys)
    stored = ledger.stored_answers(list(keys)) if wanted <= {key for charge in paying for key in charge.keys} else {}
    if not wanted or stored.keys() != wanted:
        raise QueryError("These are not stored answers of this dataset.", "Take them from `Desk.releases`.")
    records = {key: json.loads(text) for key, text in stored.items()}
    read = {key: read_release(data) for key, data in records.items()}
    releases = tuple(_narrow(release) for release in read.values() if release is not None)
    # of the answers, so that a later description of the table changes nothing that was published
    facts = max(releases, key=lambda release: release.seq).facts if releases else dataset.descriptions[0]
    words = {
        ask["key"]: ask["ask"]["words"] for entry in entries if entry.kind == "charge" for ask in entry.payload["asks"]
    }
    return Dossier(
        dataset=dataset.name,
        owner=dataset.owner,
        table=Table.from_dict({**facts, "schema": _asked(releases, facts["schema"])}),
        budget=dataset.budget,
        releases=releases,
        charges=paying,
        ledger=ledger.identity,
        **publication._asdict(),
        unread=tuple(Unread(words[key], records[key]) for key, release in read.items() if release is None),
    )


def _narrow(release: Release) -> Release:
    """The release without declarations of columns that its question does not use; earlier versions stored some."""
    schema, named = release.facts["schema"], {*release.query.columns(), release.facts_table.unit.identifier}
    used = {name: column for name, column in schema.items() if name in named}
    used = used or {name: {"kind": "text"} for name in list(schema)[:1]}
    return release if used == schema else replace(release, facts={**release.facts, "schema": used})


def _asked(releases: Sequence[Release], declared: Mapping[str, Any]) -> dict[str, Any]:
    """The declarations of the columns that these answers use. No other column is published."""
    facts = [release.facts["schema"] for release in releases]
    columns = {name: column for schema in facts for name, column in schema.items() if column["kind"] != "text"}
    return columns or (dict(facts[0]) if facts else {name: {"kind": "text"} for name in list(declared)[:1]})


def _position(entry: Entry, wanted: Set[str]) -> Position:
    """The position of a charge, with published keys only: other keys would let readers confirm a guessed question."""
    data = entry.payload
    keys = tuple(ask["key"] for ask in data["asks"] if ask["key"] in wanted)
    return Position(entry.seq, entry.hash, entry.prev, entry.time, entry.user, data["charge"], keys)
