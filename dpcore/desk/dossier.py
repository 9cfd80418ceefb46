"""Dossier: everything public about some releases of one dataset, as one immutable thing.

The one waist between the desk and whatever travels: a share page, an offline file and a bundle are written from a
dossier alone. Nothing exact is in it, and no row was read for it. What may never change: a field keeps its meaning.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.budget import Budget
from dpcore.errors import QueryError
from dpcore.release.combine import Unread, understood
from dpcore.release.record import Release
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger import chain
    from dpcore.ledger.entry import Entry
    from dpcore.ledger.ledger import Ledger

VERSION = 2
"""That of the newest releases it can hold: an older program then says that it is newer, and not that it is wrong."""
_TEXTS = ("dataset", "owner", "ledger", "by", "time", "title", "note")


@final
@dataclass(frozen=True, slots=True)
class Position:
    """Where a charge stands in the hash chain: its entry, the hashes of it and of the one before, and what it paid.

    charge: of all that it paid for. keys: of the releases here that it paid for.
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
    "It was written by another version of the program, and this one cannot read it. It is kept as it was stored, and "
    "what is said here of costs and errors leaves it out. Update the program to see it."
)


@final
@dataclass(frozen=True)
class Dossier:
    """Stored releases of one dataset with its public facts, what they cost, and the words of whoever passes them on.

    table: of its columns, those that the answers are about. releases: as stored, each with its own charge;
    `dpcore.present.answers.all_of` combines measurements.
    charges: the paying entries, oldest first. ledger: the ledger's identity. by, time: who passes it on, and when.
    until: when the link to it ends (UTC), if it has one. unread: answers that only another version can read.
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
    def records(self) -> list[Mapping[str, Any]]:
        """Every answer as it is stored, also those that this version cannot read."""
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
                raise QueryError("This was written by a newer version.", "Update the program.")
            for name in _TEXTS:
                if not isinstance(data[name], str):
                    raise TypeError
            for moment in (data["time"], *([] if data["until"] is None else [data["until"]])):
                dt.datetime.fromisoformat(moment)
            read = [understood(one) for one in data["releases"]]
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
                    Unread("", one) for one, known in zip(data["releases"], read, strict=True) if known is None
                ),
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            raise QueryError("This is not a dossier.", "See `Dossier.to_dict`.") from None


def collect(
    ledger: Ledger,
    dataset: chain.Dataset,
    keys: Sequence[str],
    by: str,
    time: str,
    title: str = "",
    note: str = "",
    until: str | None = None,
) -> Dossier:
    """The dossier of stored answers of one dataset. Reads no row. Raises QueryError where one is not stored there."""
    entries = ledger.entries(dataset.id)
    wanted = set(keys)
    charges = [_position(entry, wanted) for entry in entries if entry.kind == "charge"]
    paying = tuple(charge for charge in charges if charge.keys)
    stored = ledger.stored(list(keys)) if wanted <= {key for charge in paying for key in charge.keys} else {}
    if not wanted or stored.keys() != wanted:
        raise QueryError("These are not stored answers of this dataset.", "Take them from `Desk.releases`.")
    records = {key: json.loads(text) for key, text in stored.items()}
    read = {key: understood(data) for key, data in records.items()}
    releases = tuple(_narrow(release) for release in read.values() if release is not None)
    words = {
        ask["key"]: ask["ask"]["words"] for entry in entries if entry.kind == "charge" for ask in entry.payload["asks"]
    }
    return Dossier(
        dataset=dataset.name,
        owner=dataset.owner,
        table=Table.from_dict({**dataset.facts, "schema": _asked(releases, dataset.facts["schema"])}),
        budget=dataset.budget,
        releases=releases,
        charges=paying,
        ledger=ledger.identity,
        by=by,
        time=time,
        title=title,
        note=note,
        until=until,
        unread=tuple(Unread(words[key], records[key]) for key, release in read.items() if release is None),
    )


def _narrow(release: Release) -> Release:
    """The release without declarations of columns that its question does not name; earlier versions kept some."""
    schema, named = release.facts["schema"], {*release.query.columns(), release.facts_table.unit.identifier}
    kept = {name: column for name, column in schema.items() if name in named}
    kept = kept or {name: {"kind": "text"} for name in list(schema)[:1]}
    return release if kept == schema else replace(release, facts={**release.facts, "schema": kept})


def _asked(releases: Sequence[Release], declared: Mapping[str, Any]) -> dict[str, Any]:
    """The declarations of the columns that these answers are about: who passes on a count passes on no other column."""
    facts = [release.facts["schema"] for release in releases]
    found = {name: column for schema in facts for name, column in schema.items() if column["kind"] != "text"}
    return found or (dict(facts[0]) if facts else {name: {"kind": "text"} for name in list(declared)[:1]})


def _position(entry: Entry, wanted: Set[str]) -> Position:
    """The charge with the keys of what is passed on: a key tells of its question to whoever can guess that."""
    data = entry.payload
    keys = tuple(ask["key"] for ask in data["asks"] if ask["key"] in wanted)
    return Position(entry.seq, entry.hash, entry.prev, entry.time, entry.user, data["charge"], keys)
