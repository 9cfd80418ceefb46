"""All measurements of one question as one answer; and the list of answers, made without reading any of them.

Where the measurements of a question are not averaged, each one is an answer of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

from dpcore.errors import QueryError
from dpcore.mechanisms import recorded
from dpcore.plan.request import key_of
from dpcore.queries import query_from_dict
from dpcore.release.combine import together
from dpcore.release.record import Release

if TYPE_CHECKING:
    from dpcore.ledger.entry import Entry

Group = tuple[str, str, int]
"""Measurements that are combined: one question (as JSON), one kind of noise, one version of the rows."""
Alone = str
"""The key of a measurement that is never combined with others; empty for all others."""


@final
@dataclass(frozen=True, slots=True)
class Listed:
    """An answer as listed in its dataset's ledger.

    keys: of its measurements. seq: the entry that paid for the last one. words: the question as recorded at that time.
    """

    question: str
    lane: str
    version: int
    keys: tuple[str, ...]
    seq: int
    words: str = field(default="", compare=False)


def all_of(releases: Iterable[Release], *, as_before: bool = False) -> list[Release]:
    """Releases, oldest first; measurements of one question, one kind of noise and one version are combined.

    as_before: with intervals as earlier versions had them; see `combine`.
    """
    groups: dict[tuple[Group, Alone], list[Release]] = {}
    for release in releases:
        question = json.dumps(dict(release.query_data), sort_keys=True)
        group = question, release.lane, release.dataset_version
        groups.setdefault((group, _alone(release.query_data, release.key)), []).append(release)
    return [together(group, as_before=as_before) for group in groups.values()]


def listed(entries: Iterable[Entry]) -> list[Listed]:
    """The answers that `all_of` makes of all stored releases of a dataset, in the same order, from its entries."""
    ledger = list(entries)
    answered = {key for entry in ledger if entry.kind == "answer" for key in entry.payload["releases"]}
    groups: dict[tuple[Group, Alone], list[tuple[str, int, str]]] = {}
    latest = 1
    for entry in ledger:
        latest = entry.payload["version"] if entry.kind == "version" else latest
        for line in entry.payload["asks"] if entry.kind == "charge" else ():
            if line["key"] in answered:
                group = _group(entry.dataset, line["key"], line["ask"], latest)
                alone = _alone(line["ask"]["query"], line["key"])
                groups.setdefault((group, alone), []).append((line["key"], entry.seq, line["ask"]["words"]))
    return [Listed(*group, tuple(key for key, *_ in paid), *paid[-1][1:]) for (group, _), paid in groups.items()]


def _alone(query: Mapping[str, Any], key: str) -> Alone:
    """The measurement's own key where measurements are not combined or the question is not known; else empty."""
    try:
        return "" if query_from_dict(query).combines else key
    except QueryError:
        return key


def _group(dataset: str, key: str, ask: Mapping[str, Any], latest: int) -> Group:
    """The group of a paid ask. Its version of the rows follows from its key.

    That is the latest version, or an earlier one for an ask that was paid while new rows were loaded.
    """
    question = json.dumps(ask["query"], sort_keys=True)
    try:
        terms = ask["query"], recorded(ask["lane"], ask["price"]), ask["measurement"]
    except QueryError:  # of another version of the program
        return question, ask["lane"], latest
    before = (older for older in range(latest, 1, -1) if key == key_of(dataset, older, *terms))
    return question, ask["lane"], next(before, 1)
