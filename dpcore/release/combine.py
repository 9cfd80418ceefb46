"""Several records: stored ones, as far as this version can read them, and measurements of one question as one."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, final

import numpy as np

from dpcore.budget.loss import UnknownLoss
from dpcore.errors import DpError
from dpcore.mechanisms import combine as combined
from dpcore.queries.base import not_combined
from dpcore.queries.round import Drawn
from dpcore.release.record import Newer, Release, estimates_of, step
from dpcore.text import Text


@final
@dataclass(frozen=True)
class Unread:
    """A stored answer of another version of the program, which this one cannot read: it is passed on as it is stored.

    words: the question as it was written down, where that is known.
    """

    words: str
    data: Mapping[str, Any]

    @property
    def key(self) -> str:
        """That of the ask it answers."""
        return str(self.data.get("key", ""))

    @property
    def id(self) -> str:
        """As a release's."""
        return self.key[:12]

    @property
    def seq(self) -> int:
        """The entry of the ledger that paid for it; 0 where it does not say."""
        seq = self.data.get("seq")
        return seq if type(seq) is int else 0

    @property
    def sentence(self) -> Text:
        """The question as it was written down, else what this is."""
        if not self.words:
            return Text("An answer of another version of the program")
        return Text("{question}", question=self.words)

    def __str__(self) -> str:
        return str(self.sentence)


def known(texts: Iterable[str]) -> list[Release]:
    """The stored releases that this version can read, in their order; another version's stay where they are."""
    found = []
    for text in texts:
        with contextlib.suppress(DpError):
            release = understood(json.loads(text))
            found += [] if release is None else [release]
    return found


def understood(data: Mapping[str, Any]) -> Release | None:
    """As `Release.from_dict`; None for a record of another version, with a question, a loss or facts not known here.

    Raises QueryError for what is no record.
    """
    try:
        made = Release.from_dict(data)
    except (Newer, UnknownLoss):
        return None
    try:
        _ = made.query, made.facts_table, made.paid
    except DpError:
        return None
    return made


def combine(releases: Sequence[Release]) -> Release:
    """Several measurements of one question as one answer, by inverse variance: post-processing.

    Raises QueryError for answers that cannot be combined, such as those drawn with different public tables.
    """
    tables = {release.rounds[-1][-1].tables for release in releases}
    if len(tables) > 1:
        raise step.OtherTables(
            "These answers to “{question}” were drawn with different public tables, so they are not averaged.",
            "Read each by itself.",
            question=releases[-1].sentence,
        )
    parts = [(release.mechanism, np.array(release.noisy, dtype=np.float64)) for release in releases]
    found = combined(parts) if all(release.query.combines for release in releases) else None
    if found is None:
        raise not_combined(releases[-1].query)
    mechanism, noisy = found
    rows = tuple(tuple(float(value) for value in row) for row in noisy)
    keys = tuple(release.key for release in releases)
    resumed = any(release.resumed for release in releases)
    joined = replace(releases[-1], rounds=((Drawn(mechanism, rows, *tables),),), combined=keys, resumed=resumed)
    return replace(joined, estimates=estimates_of(joined, joined.level))


def together(releases: Sequence[Release]) -> Release:
    """As `combine`; the last one alone where their public tables, or this version's, differ."""
    if len(releases) == 1:
        return releases[0]
    try:
        return combine(releases)
    except step.OtherTables:
        return releases[-1]
