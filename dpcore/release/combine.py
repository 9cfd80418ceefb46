"""Reads stored records, as far as this version can, and combines several measurements of one question."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, final

import numpy as np

from dpcore.budget.loss import UnknownLoss
from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import Mechanism, standardised
from dpcore.mechanisms import combine as combined
from dpcore.plan.facts import digest
from dpcore.queries.question.refusal import not_combined
from dpcore.queries.question.round import Drawn, Rounds
from dpcore.release.record import Newer, Release, estimates_of, step
from dpcore.text import Text

PRICES = Text(
    "The measurements had different prices. The interval holds even if each price was chosen after the earlier answers "
    "were seen, so it is wider than that of their average, and the answer need not be in its middle."
)


@final
@dataclass(frozen=True)
class Unread:
    """A stored answer that only another version of the program can read. It is passed on unchanged.

    words: the question as stored in the ledger, or empty.
    """

    words: str
    data: Mapping[str, Any]

    @property
    def key(self) -> str:
        """The key of the ask that was answered."""
        return str(self.data.get("key", ""))

    @property
    def id(self) -> str:
        """The same short name as `Release.id`."""
        return self.key[:12]

    @property
    def seq(self) -> int:
        """The number of the ledger entry that paid for the answer; 0 if the record does not contain this number."""
        seq = self.data.get("seq")
        return seq if type(seq) is int else 0

    @property
    def sentence(self) -> Text:
        """The question as stored in the ledger, or a description of the record if `words` is empty."""
        if not self.words:
            return Text("An answer from another version of the program")
        return Text("{question}", question=self.words)

    def __str__(self) -> str:
        return str(self.sentence)


def read_all(texts: Iterable[str]) -> list[Release]:
    """The stored releases that this version can read, in the given order. All others are skipped."""
    releases = []
    for text in texts:
        with contextlib.suppress(DpError):
            release = read(json.loads(text))
            releases += [] if release is None else [release]
    return releases


def read(data: Mapping[str, Any]) -> Release | None:
    """The release, as `Release.from_dict` reads it; None if it has a question, loss or facts unknown to this version.

    Raises QueryError if the data is not a record.
    """
    try:
        release = Release.from_dict(data)
    except (Newer, UnknownLoss):
        return None
    try:
        _ = release.query, release.facts_table, release.paid
    except DpError:
        return None
    return release


def combine(releases: Sequence[Release], *, as_before: bool = False) -> Release:
    """Combines several measurements of one question by inverse-variance weighting. Post-processing: costs nothing.

    If prices differ, intervals come from a second average, because a price may have been chosen after an answer was
    seen; see `dpcore.mechanisms.combined`. An answer whose parts depend on the noise (`unaligned`) comes from the
    second average alone. as_before: intervals of the first average, as in files of earlier versions. Raises QueryError
    for answers that cannot be combined, for example answers drawn with different public tables.
    """
    if len({digest_of(release) for release in releases}) > 1:
        raise QueryError(
            "These answers to “{question}” were measured under different descriptions of the table, so they are not "
            "averaged.",
            "Read each answer separately.",
            question=releases[-1].sentence,
        )
    tables = {release.query.reading.decisive(release.rounds).tables for release in releases}
    if len(tables) > 1:
        raise step.OtherTables(
            "These answers to “{question}” were computed with different public tables, so they cannot be averaged.",
            "Read each answer separately.",
            question=releases[-1].sentence,
        )
    parts = [(release.mechanism, np.array(release.noisy, dtype=np.float64)) for release in releases]
    average = combined(parts) if all(release.query.combines for release in releases) else None
    if average is None:
        raise not_combined(releases[-1].query.sentence)
    keys = tuple(release.key for release in releases)
    resumed = any(release.resumed for release in releases)
    rounds, wide = _round(average, *tables), () if as_before else _standard_average(releases, *tables)
    if wide and releases[-1].query.reading.unaligned:
        rounds, wide = wide, ()
    rounds = (*rounds, *releases[-1].rounds[1:])  # a check in a later round is not averaged: the latest one is kept
    joined = replace(releases[-1], rounds=rounds, standardised=wide, combined=keys, resumed=resumed)
    return replace(joined, estimates=estimates_of(joined, joined.level))


def _standard_average(releases: Sequence[Release], tables: tuple[str, ...]) -> Rounds:
    """The average for intervals; empty if all prices are the same.

    A release that is itself combined enters with its own average for intervals and its number of measurements.
    """
    drawn = [release.query.reading.decisive(release.standardised or release.rounds) for release in releases]
    counts = [len(release.combined) or 1 for release in releases]
    average = standardised([(drawing.mechanism, drawing.array) for drawing in drawn], counts)
    return () if average is None else _round(average, tables)


def _round(average: tuple[Mechanism, Any], tables: tuple[str, ...]) -> Rounds:
    """An average as the answer of the one step of one round."""
    mechanism, noisy = average
    return ((Drawn(mechanism, tuple(tuple(float(value) for value in row) for row in noisy), tables),),)


def together(releases: Sequence[Release], *, as_before: bool = False) -> Release:
    """The combined release; the last one alone if public tables differ among the releases or from this version's."""
    if len(releases) == 1:
        return releases[0]
    try:
        return combine(releases, as_before=as_before)
    except step.OtherTables:
        return releases[-1]


def digest_of(release: Release) -> str:
    """The digest of the facts that decide what an answer measures: only answers with equal ones may be combined.

    Where all declared columns decide, the record has those of its question only, so the number of the description is
    part of the digest.
    """
    own, table = digest(release.query, release.facts_table), release.facts_table
    whole = release.query.limits.by_whole_row and table.unit.identifier is None
    return f"{own} {release.described}" if whole else own
