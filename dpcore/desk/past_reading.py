"""How the rows of a user's own datasets were read, so that next month's file is read in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from dpcore.engine.source.reading import Reading

if TYPE_CHECKING:
    from dpcore.desk.desk import Desk


@final
@dataclass(frozen=True, slots=True)
class PastReading:
    """How the rows of the current version of a dataset were read.

    dataset: its name. described: the columns that are described. reading: what was said about the file. columns: of
    a file without a header, in its order; empty if some were left out, or the order is not known.
    """

    dataset: str
    described: frozenset[str]
    reading: Reading
    columns: tuple[str, ...]


def past_readings(desk: Desk) -> Iterator[PastReading]:
    """Of the datasets that this user opened, those loaded last first; not of synthetic ones, nor of rows in place."""
    own = [dataset for dataset in desk.datasets() if dataset.owner == desk.user and not dataset.table.synthetic]
    for dataset in sorted(reversed(own), key=lambda dataset: dataset.since or dataset.created, reverse=True):
        if not dataset.in_place:
            kept = dataset.kept
            names = () if kept.left_out else kept.names
            yield PastReading(dataset.name, frozenset(dataset.table.schema), kept.reading, names)
