"""Every measurement of one question as one answer; and which answers there are, without reading one.

Questions whose measurements are not averaged keep an answer for each.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

from dpcore.errors import QueryError
from dpcore.mechanisms import recorded
from dpcore.plan.quote import key_of
from dpcore.queries import query_from_dict
from dpcore.release.combine import together
from dpcore.release.record import Release

if TYPE_CHECKING:
    from dpcore.ledger.entry import Entry

Group = tuple[str, str, int]
"""What is combined: measurements of one question (as JSON), with one kind of noise, on one version of the rows."""
Alone = str
"""The key of a measurement that is combined with no other; empty for all others."""


@final
@dataclass(frozen=True, slots=True)
class Listed:
    """An answer as its dataset's ledger tells of it. keys: its measurements'. seq: the entry that paid the last one.

    words: the question as it was written down then.
    """

    question: str
    lane: str
    version: int
    keys: tuple[str, ...]
    seq: int
    words: str = field(default="", compare=False)


def all_of(releases: Iterable[Release]) -> list[Release]:
    """Releases, oldest first, with measurements of one question on the same rows and of one kind of noise combined."""
    groups: dict[tuple[Group, Alone], list[Release]] = {}
    for release in releases:
        question = json.dumps(dict(release.query_data), sort_keys=True)
        group = question, release.lane, release.dataset_version
        groups.setdefault((group, _alone(release.query_data, release.key)), []).append(release)
    return [together(group) for group in groups.values()]


def listed(entries: Iterable[Entry]) -> list[Listed]:
    """What `all_of` makes of every stored answer of a dataset, in the same order, from its ledger's entries."""
    known = list(entries)
    answered = {key for entry in known if entry.kind == "answer" for key in entry.payload["releases"]}
    groups: dict[tuple[Group, Alone], list[tuple[str, int, str]]] = {}
    latest = 1
    for entry in known:
        latest = entry.payload["version"] if entry.kind == "version" else latest
        for line in entry.payload["asks"] if entry.kind == "charge" else ():
            if line["key"] in answered:
                group = _group(entry.dataset, line["key"], line["ask"], latest)
                alone = _alone(line["ask"]["query"], line["key"])
                groups.setdefault((group, alone), []).append((line["key"], entry.seq, line["ask"]["words"]))
    return [Listed(*group, tuple(key for key, *_ in paid), *paid[-1][1:]) for (group, _), paid in groups.items()]


def _alone(query: Mapping[str, Any], key: str) -> Alone:
    """What keeps a measurement apart where those of its question are not combined, or the question is not known."""
    try:
        return "" if query_from_dict(query).combines else key
    except QueryError:
        return key


def _group(dataset: str, key: str, ask: Mapping[str, Any], latest: int) -> Group:
    """Of which rows an ask was paid is in its key: of the latest, but for what was paid while new ones were loaded."""
    question = json.dumps(ask["query"], sort_keys=True)
    try:
        terms = ask["query"], recorded(ask["lane"], ask["price"]), ask["measurement"]
    except QueryError:  # of another version of the program
        return question, ask["lane"], latest
    before = (older for older in range(latest, 1, -1) if key == key_of(dataset, older, *terms))
    return question, ask["lane"], next(before, 1)
