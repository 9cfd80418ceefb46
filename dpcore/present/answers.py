"""All measurements of one question as one answer; and the list of answers, made without reading any of them.

Where the measurements of a question are not averaged, each one is an answer of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

from dpcore.errors import QueryError
from dpcore.mechanisms import recorded
from dpcore.plan.facts import Basis
from dpcore.plan.request import key_of
from dpcore.queries import query_from_dict
from dpcore.release.combine import digest_of, together
from dpcore.release.dataset import facts_since
from dpcore.release.record import Release
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.ledger.entry import Entry

Group = tuple[str, str, int, str]
"""Measurements that are combined: one question (as JSON), one kind of noise, one version of the rows, and the digest of
the question's own facts where the dataset was described several times."""
Paid = tuple[str, int, str, str, str]
"""The key of a measurement, and the entry that paid for it: its number, the question in words, its time and user."""
Alone = str
"""The key of a measurement that is never combined with others; empty for all others."""


@final
@dataclass(frozen=True, slots=True)
class Listed:
    """An answer as listed in its dataset's ledger.

    facts: see `Group`. keys: of its measurements. seq: the entry that paid for the last one. time, user: when that was
    (ISO, UTC), and by whom. words: the question as recorded at that time.
    """

    question: str
    lane: str
    version: int
    keys: tuple[str, ...]
    seq: int
    words: str = field(default="", compare=False)
    time: str = field(default="", compare=False)
    user: str = field(default="", compare=False)
    facts: str = field(default="", compare=False)


def all_of(releases: Iterable[Release], *, as_before: bool = False) -> list[Release]:
    """Releases, oldest first; measurements of one question, kind of noise, version and description are combined.

    as_before: with intervals as earlier versions had them; see `combine`.
    """
    groups: dict[tuple[Group, Alone], list[Release]] = {}
    for release in releases:
        question = json.dumps(dict(release.query_data), sort_keys=True)
        group = question, release.lane, release.dataset_version, digest_of(release)
        groups.setdefault((group, _alone(release.query_data, release.key)), []).append(release)
    return [together(group, as_before=as_before) for group in groups.values()]


def listed(entries: Iterable[Entry]) -> list[Listed]:
    """The answers that `all_of` makes of all stored releases of a dataset, in the same order, from its entries."""
    ledger = list(entries)
    answered = {key for entry in ledger if entry.kind == "answer" for key in entry.payload["releases"]}
    groups: dict[tuple[Group, Alone], list[Paid]] = {}
    latest, described = 1, list[Table]()
    for entry in ledger:
        latest = entry.payload["version"] if entry.kind == "version" else latest
        if entry.kind in ("open", "describe"):
            described.append(Table.from_dict(entry.payload["facts"]))
        for line in entry.payload["asks"] if entry.kind == "charge" else ():
            if line["key"] in answered:
                group = _group(entry.dataset, line["key"], line["ask"], latest, described)
                alone = _alone(line["ask"]["query"], line["key"])
                one = (line["key"], entry.seq, line["ask"]["words"], entry.time, entry.user)
                groups.setdefault((group, alone), []).append(one)
    return [_last(group, paid) for (group, _), paid in groups.items()]


def _last(group: Group, paid: Sequence[Paid]) -> Listed:
    """The answer of these measurements, as the last one was paid."""
    _, seq, words, time, user = paid[-1]
    return Listed(*group[:3], tuple(key for key, *_ in paid), seq, words, time, user, facts=group[3])


def _alone(query: Mapping[str, Any], key: str) -> Alone:
    """The measurement's own key where measurements are not combined or the question is not known; else empty."""
    try:
        return "" if query_from_dict(query).combines else key
    except QueryError:
        return key


def _group(dataset: str, key: str, ask: Mapping[str, Any], latest: int, described: Sequence[Table]) -> Group:
    """The group of a paid ask. Its version of the rows, and the facts of its question, follow from its key.

    They are the latest, or earlier ones for an ask that was paid while rows were loaded or described.
    """
    question = json.dumps(ask["query"], sort_keys=True)
    if latest == len(described) == 1:
        return question, ask["lane"], 1, ""
    try:
        query, price = query_from_dict(ask["query"]), recorded(ask["lane"], ask["price"])
    except QueryError:  # of another version of the program
        return question, ask["lane"], latest, ""
    first = described[0] if len(described) > 1 else None
    facts = list(dict.fromkeys(facts_since(first, query, table) for table in reversed(described)))
    for version in range(latest, 0, -1):
        for known in facts:
            if key == key_of(dataset, Basis(version, known), ask["query"], price, ask["measurement"]):
                return question, ask["lane"], version, known
    return question, ask["lane"], 1, ""
