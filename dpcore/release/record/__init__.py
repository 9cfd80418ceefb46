"""Release: the record of one answered question. Immutable, without exact numbers, stored as versioned JSON.

Stored releases must load in all later versions: a field keeps its name and meaning, new fields get a default, and the
version number rises when an old reader would misread a new record. The stored figures are authoritative; `from_dict`
does not recompute them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore import tradeoff
from dpcore.budget.loss import Loss, UnknownLoss
from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import Epsilon, Kind, Mechanism, Mu, Price, recorded
from dpcore.number import fraction
from dpcore.queries import Query, query_from_dict
from dpcore.queries.question.recounted import Recounted
from dpcore.queries.question.round import Rounds
from dpcore.release.record import first as first
from dpcore.release.record import plain, shown, step
from dpcore.release.record.check import check, check_cells, fitting
from dpcore.release.record.evaluate import RecordSource
from dpcore.release.record.facts import facts_of as facts_of
from dpcore.release.record.figure import as_columns, keys_of, result_of
from dpcore.result import Result
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray


VERSION = 2


@final
@dataclass(frozen=True)
class Release:
    """A noisy answer with the public facts needed to read it.

    key: identity of the request. seq, time: number and time of the ledger entry that paid for it.
    lane, price: the kind of price, and its additive amount (mu squared or epsilon) as an exact fraction.
    rounds: for each step, the noisy integers and the mechanism that drew them.
    combined: keys of the measurements combined by inverse-variance weighting, if there are several.
    standardised: the average for intervals, if it is not the average in `rounds`; stored only then.
    resumed: whether its rounds read rows in place at different times; stored only if true.
    described: the number of the description by which it was asked; stored only above 1.
    """

    key: str
    dataset: str
    dataset_version: int
    query_data: Mapping[str, Any]
    facts: Mapping[str, Any]
    lane: str
    price: str
    rounds: Rounds
    level: float
    seq: int
    time: str
    user: str
    estimates: Mapping[str, tuple[float, ...]]
    measurement: int = 0
    combined: tuple[str, ...] = ()
    version: int = VERSION
    resumed: bool = False
    standardised: Rounds = ()
    described: int = 1

    @cached_property
    def query(self) -> Query:
        """The question."""
        return query_from_dict(self.query_data)

    @cached_property
    def facts_table(self) -> Table:
        """The public facts of the table when the question was answered."""
        return Table.from_dict(self.facts)

    @property
    def id(self) -> str:
        """A short name, unique within a desk."""
        return self.key[:12]

    @cached_property
    def paid(self) -> Price:
        """The price that was paid."""
        return recorded(self.lane, self.price)

    @property
    def kind(self) -> Kind:
        """The kind of price: mu or pure epsilon."""
        return type(self.paid)

    @property
    def mu(self) -> float | None:
        """The price in mu, or None if it was paid in epsilon."""
        return self.paid.amount if isinstance(self.paid, Mu) else None

    @property
    def epsilon(self) -> float | None:
        """The price in pure epsilon, or None if it was paid in mu."""
        return self.paid.amount if isinstance(self.paid, Epsilon) else None

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism of the step that determines the answer's error; for most questions, of the last step."""
        return self.query.reading.decisive(self.rounds).mechanism

    @property
    def noisy(self) -> tuple[tuple[int | float, ...], ...]:
        """The noisy numbers of the step of `mechanism`, shape (coordinates, cells)."""
        return self.query.reading.decisive(self.rounds).noisy

    @property
    def losses(self) -> tuple[Loss, ...]:
        """The privacy loss of each step with a loss (of the last measurement, if several were combined)."""
        return tuple(
            drawn.mechanism.loss for steps in self.rounds for drawn in steps if drawn.mechanism.loss is not None
        )

    @property
    def exact(self) -> bool:
        """Whether the answer has no noise, because no row can change it."""
        return not self.losses

    @property
    def cells(self) -> int:
        """How many cells the answer has."""
        return len(self.estimates["estimate"])

    @property
    def curve(self) -> tradeoff.Curve:
        """The trade-off curve of the composed losses."""
        curves = [loss.curve for loss in self.losses]
        return tradeoff.compose(curves) if len(curves) > 1 else curves[0] if curves else tradeoff.identity()

    @cached_property
    def result(self) -> Result:
        """The answer in its shape."""
        with fitting():
            return self.query.shaped(self.facts_table, self.keys, self.figures)

    @cached_property
    def figures(self) -> Mapping[str, tuple[float, ...]]:
        """The columns estimate, std_error, low, high: as stored, with intervals that an earlier version left out."""
        return shown.figures(self)

    @cached_property
    def recounted(self) -> Recounted | None:
        """The rank of each answer according to paid counts of rows; None without such counts."""
        return shown.recount(self)

    @cached_property
    def keys(self) -> dict[str, list[Any]]:
        """The key columns of the answer, with one entry per cell."""
        return keys_of(self.query, self.facts_table, self.rounds)

    def at(self, points: float | Iterable[float], **views: bool) -> pd.DataFrame:
        """The values of a function at any points, without standard errors: `evaluate`. Raises QueryError."""
        return self.evaluate(points, **views).drop(columns="std_error", errors="ignore")

    def evaluate(self, points: float | Iterable[float] | Mapping[str, Any], **settings: Any) -> pd.DataFrame:
        """A released function at any points, or a model for any rows, computed from its record at no cost.

        For a model, `points` is a DataFrame, a mapping of columns or a list of rows; the result has its columns first.
        settings: `monotone` of a distribution; `bandwidth` and `fold` of a density; `whole_curve`, intervals that hold
        at all points together. Columns: group keys, x, estimate, std_error (not for a distribution), low, high. A
        point NaN has the value NaN. Raises QueryError.
        """
        import pandas as pd

        columns = self.result.evaluated(RecordSource(self), points, settings)
        with fitting():
            return pd.DataFrame(columns)

    def quantile(self, shares: float | Iterable[float]) -> pd.DataFrame:
        """The quantiles of a function for shares from 0 to 1; columns as for `at`, with q. Raises QueryError."""
        import pandas as pd

        return pd.DataFrame(self.result.quantiles(RecordSource(self), shares))

    @property
    def table(self) -> pd.DataFrame:
        """The key columns (or bin_low, bin_high), then estimate, std_error, low, high; one row per cell."""
        import pandas as pd

        return pd.DataFrame({name: list(values) for name, values in self.result.columns.items()})

    def at_level(self, level: float) -> Release:
        """The same answer with intervals at another level: post-processing.

        Raises QueryError if its public tables differ from those of this version, or if its numbers are invalid.
        """
        if level == self.level:
            return self
        found = estimates_of(self, level)
        with fitting():
            check_cells(found, self.cells)
        return replace(self, level=level, estimates=found)

    @property
    def of_intervals(self) -> Release:
        """The answer computed from the average for intervals. Raises OtherTables, or QueryError as `at_level`."""
        if not self.standardised:
            return self
        other = replace(self, rounds=self.standardised, standardised=())
        found = estimates_of(other, self.level)
        with fitting():
            check_cells(found, self.cells)
        return replace(other, estimates=found)

    def near_level(self, level: float) -> Release:
        """The same answer at that level, or unchanged if this version cannot recompute the answer."""
        try:
            return self.at_level(level)
        except step.OtherTables:
            return self

    @property
    def sentence(self) -> Text:
        """The question in words."""
        return self.query.sentence

    def __str__(self) -> str:
        return str(self.query)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; `from_dict` reads it back."""
        return plain.write(_values(self))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Release:
        """The release that `to_dict` wrote. Unknown fields are ignored.

        Raises QueryError if the data is not a record, Newer or UnknownLoss if the record or its loss needs a newer
        version.
        """
        try:
            return cls._read(data)
        except (Newer, UnknownLoss):
            raise
        except (DpError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
            raise QueryError("This is not a release.", "See `Release.to_dict`.") from None

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Release:
        if type(data["version"]) is not int or data["version"] > VERSION:
            raise Newer("This release was written by a newer version of the program.", "Update the program.")
        release = cls(**plain.read(data, [field.name for field in fields(cls)]))
        for look in (lambda: release.paid, lambda: release.query, lambda: release.facts_table):
            with contextlib.suppress(DpError):  # needs a newer version; the figures can still be read
                look()
        exact_but_paid = release.exact and fraction(release.price)
        if type(release.resumed) is not bool or exact_but_paid:
            raise ValueError
        check(_values(release), release.estimates)
        with contextlib.suppress(DpError):  # skipped if this version does not know the question or the facts
            if any(len(values) != release.cells for values in list(release.keys.values()) or [[0]]):
                raise ValueError
        return release


def _values(release: Release) -> dict[str, Any]:
    return {field.name: getattr(release, field.name) for field in fields(release)}


@final
class Newer(QueryError):
    """The record was written by a newer version of the program."""


def reach(release: Release) -> NDArray[np.float64]:
    """The half width of each interval, measured on its longer side: intervals of ratios are not symmetric."""
    answer, low, high = (np.array(release.figures[name]) for name in ("estimate", "low", "high"))
    far: NDArray[np.float64] = np.maximum(high - answer, answer - low)
    return far


def estimates_of(release: Release, level: float) -> dict[str, tuple[float, ...]]:
    """The figures of an answer at a confidence level, computed from the noisy integers. Raises OtherTables."""
    step.check(release.query, release.facts_table, release.paid, release.rounds)
    with fitting():
        return as_columns(result_of(release, level))
