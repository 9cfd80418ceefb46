"""Release: one answered question. Immutable, nothing exact in it, versioned JSON that loads for ever.

What may never change: a field once written keeps its name and meaning; new fields get a default; the version number
rises when an old reader would misread a new record. A stored release is the truth; `from_dict` recomputes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore import noise, tradeoff
from dpcore.budget.loss import Gaussian, Laplace, Loss, Pure
from dpcore.data.table import Table
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Kind, Mu, Price, Spread, recorded
from dpcore.queries import Estimates, Query, query_from_dict

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from dpcore.quote import Priced

VERSION = 1
_FIGURES = ("estimate", "std_error", "low", "high")


@final
@dataclass(frozen=True)
class Release:
    """A noisy answer with everything public about it.

    key: the request's identity. seq, time: the ledger entry that paid for it, and that entry's time.
    lane, price: the kind of its price, and what adds up of it as an exact fraction. noisy: the released integers, shape
    (coordinates, cells); scales: their noise, in grid units.
    combined: keys of the measurements that were combined by inverse variance, if several.
    """

    key: str
    dataset: str
    dataset_version: int
    query_data: Mapping[str, Any]
    facts: Mapping[str, Any]
    lane: str
    law: str
    price: str
    scales: tuple[float, ...]
    noisy: tuple[tuple[int | float, ...], ...]
    level: float
    seq: int
    time: str
    user: str
    estimates: Mapping[str, tuple[float, ...]]
    measurement: int = 0
    combined: tuple[str, ...] = ()
    version: int = VERSION

    @cached_property
    def query(self) -> Query:
        """The question."""
        return query_from_dict(self.query_data)

    @cached_property
    def facts_table(self) -> Table:
        """The public facts it was answered under."""
        return Table.from_dict(self.facts)

    @property
    def id(self) -> str:
        """A short name, unique within a desk."""
        return self.key[:12]

    @cached_property
    def paid(self) -> Price:
        """Its price."""
        return recorded(self.lane, self.price)

    @property
    def kind(self) -> Kind:
        """What it was paid in."""
        return type(self.paid)

    @property
    def mu(self) -> float | None:
        """The price in mu, where it was paid in mu."""
        return self.paid.amount if isinstance(self.paid, Mu) else None

    @property
    def epsilon(self) -> float | None:
        """The price in pure epsilon, where it was paid in epsilon."""
        return self.paid.amount if isinstance(self.paid, Epsilon) else None

    @property
    def loss(self) -> Loss | None:
        """What it may lose (the first measurement, where several were combined); None where no row can change it."""
        if not self.paid.total:
            return None
        match self.paid:
            case Mu(squared):
                return Gaussian(squared)
            case Epsilon(epsilon):
                return Pure(epsilon) if self.law == "DiscreteLaplace" else Laplace(epsilon)

    @property
    def curve(self) -> tradeoff.Curve:
        """The trade-off curve of its loss."""
        return tradeoff.identity() if self.loss is None else self.loss.curve

    @property
    def table(self) -> pd.DataFrame:
        """The key columns (or bin_low, bin_high), then estimate, std_error, low, high: one row a cell."""
        import pandas as pd

        keys = key_table(self.query, self.facts_table)
        return pd.DataFrame({**keys, **{name: list(values) for name, values in self.estimates.items()}})

    def at_level(self, level: float) -> Release:
        """The same answer with intervals at another level: post-processing."""
        if level == self.level:
            return self
        return replace(self, level=level, estimates=_estimates(self, spread_of(self, level)))

    def __str__(self) -> str:
        return str(self.query)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; `from_dict` reads it back."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Release:
        """The release that `to_dict` wrote. Raises QueryError for a record from a newer version."""
        if data.get("version", 0) > VERSION:
            raise QueryError("This release was written by a newer version.", "Update the program.")
        return cls(
            **{
                **data,
                "scales": tuple(data["scales"]),
                "noisy": tuple(tuple(row) for row in data["noisy"]),
                "estimates": {name: tuple(values) for name, values in data["estimates"].items()},
                "combined": tuple(data.get("combined", ())),
            }
        )


def key_table(query: Query, table: Table) -> dict[str, list[Any]]:
    """The key columns of an answer, one entry a cell: every public key, whether any row has it or not.

    A key column that is called like a figure of the answer (estimate, low, …) gets an underscore behind its name.
    """
    axes = query.axes(table.schema)
    sizes = [axis.size for axis in axes]
    columns: dict[str, list[Any]] = {}
    for position, axis in enumerate(axes):
        index = np.repeat(np.tile(np.arange(axis.size), math.prod(sizes[:position])), math.prod(sizes[position + 1 :]))
        for column, name in enumerate(axis.columns):
            while name in columns or name in _FIGURES:  # a column of the table may have an answer's name
                name += "_"
            columns[name] = [axis.labels[cell][column] for cell in index]
    return columns


def spread_of(release: Release, level: float) -> Spread:
    """How wrong the coordinates of a release may be, from its public scales."""
    law = _law(release.law)
    if release.combined:
        return combined_spread(release.kind, release.scales, level)
    from dpcore.mechanisms import Additive

    return Additive(law, tuple(Fraction(scale) for scale in release.scales), release.loss).spread(level)


def combined_spread(kind: Kind, stds: tuple[float, ...], level: float) -> Spread:
    """How wrong the coordinates of a combined answer may be, from their standard deviations."""
    factor = noise.Gaussian().quantile(level)
    if kind is Epsilon:
        factor = max(factor, noise.Laplace().quantile(level) / noise.Laplace().std(1.0))
    return Spread(stds, tuple(factor * std for std in stds), factor)


def reach(release: Release) -> NDArray[np.float64]:
    """How far each interval reaches from its answer, to the farther end: those of ratios are not symmetric."""
    answer, low, high = (np.array(release.estimates[name]) for name in ("estimate", "low", "high"))
    far: NDArray[np.float64] = np.maximum(high - answer, answer - low)
    return far


def _law(name: str) -> noise.Law:
    laws: dict[str, noise.Law] = {
        "Gaussian": noise.Gaussian(),
        "Laplace": noise.Laplace(),
        "DiscreteLaplace": noise.DiscreteLaplace(),
    }
    return laws[name]


def _estimates(release: Release, spread: Spread) -> dict[str, tuple[float, ...]]:
    noisy = np.array(release.noisy, dtype=np.float64)
    return as_columns(release.query.estimate(release.facts_table, release.paid, noisy, spread))


def as_columns(estimates: Estimates) -> dict[str, tuple[float, ...]]:
    """The columns estimate, std_error, low, high of an answer."""
    return {
        name: tuple(float(value) for value in np.broadcast_to(getattr(estimates, name), estimates.estimate.shape))
        for name in _FIGURES
    }


def facts_of(priced: Priced, table: Table) -> dict[str, Any]:
    """The public facts that a record keeps: the unit, the relation, and the declarations of the columns asked about."""
    named = priced.query.columns()
    asked = {name: column for name, column in table.schema.to_dict().items() if name in named}
    identifier = table.unit.identifier
    if identifier is not None:
        asked[identifier] = {"kind": "identifier"}
    if not asked:
        asked = {name: {"kind": "text"} for name in list(table.schema)[:1]}
    return {**table.to_dict(), "schema": asked}


def combine(releases: list[Release]) -> Release:
    """Several measurements of one question as one answer, by inverse variance: post-processing.

    Each coordinate is averaged with weights 1 / variance of its noise; public coordinates (scale 0) are equal anyway.
    """
    first = releases[0]
    stds = np.array([spread_of(release, first.level).std for release in releases])
    weights = np.where(stds > 0, 1.0 / np.square(np.where(stds > 0, stds, 1.0)), 1.0)
    total = weights.sum(axis=0)
    values = np.array([np.array(release.noisy, dtype=np.float64) for release in releases])
    mixed = np.einsum("rc,rck->ck", weights / total, values)
    scales = np.where(stds.min(axis=0) > 0, 1.0 / np.sqrt(total), 0.0)
    joined = replace(
        releases[-1],
        noisy=tuple(tuple(float(value) for value in row) for row in mixed),
        scales=tuple(float(scale) for scale in scales),
        combined=tuple(release.key for release in releases),
    )
    return replace(joined, estimates=_estimates(joined, spread_of(joined, joined.level)))
