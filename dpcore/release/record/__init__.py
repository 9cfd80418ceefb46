"""Release: one answered question. Immutable, nothing exact in it, versioned JSON that loads for ever.

What may never change: a field once written keeps its name and meaning; new fields get a default; the version number
rises when an old reader would misread a new record. A stored release is the truth; `from_dict` recomputes nothing.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore import tradeoff
from dpcore.budget.loss import Loss
from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import Epsilon, Kind, Mechanism, Mu, Price, recorded
from dpcore.queries import Query, query_from_dict
from dpcore.queries.key import key_columns
from dpcore.queries.round import Rounds
from dpcore.release.record import first as first
from dpcore.release.record import step
from dpcore.release.record.figure import as_columns, column
from dpcore.result import FIGURES, Function, Result
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from dpcore.plan.quote import Priced

VERSION = 2


@final
@dataclass(frozen=True)
class Release:
    """A noisy answer with everything public about it.

    key: the request's identity. seq, time: the ledger entry that paid for it, and that entry's time.
    lane, price: the kind of its price, and what adds up of it as an exact fraction. rounds: the noisy integers of
    each step, and the mechanism that made them.
    combined: keys of the measurements that were combined by inverse variance, if several.
    resumed: whether its rounds read rows in place at more than one moment; written only where they did.
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
    def mechanism(self) -> Mechanism:
        """That of its last step."""
        return self.rounds[-1][-1].mechanism

    @property
    def noisy(self) -> tuple[tuple[int | float, ...], ...]:
        """The noisy numbers of its last step, shape (coordinates, cells)."""
        return self.rounds[-1][-1].noisy

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What each step may lose (of the last measurement, where several were combined); none where no row counts."""
        return tuple(
            drawn.mechanism.loss for steps in self.rounds for drawn in steps if drawn.mechanism.loss is not None
        )

    @property
    def exact(self) -> bool:
        """Whether no row can change the answer, which has no noise then."""
        return not self.losses

    @property
    def cells(self) -> int:
        """How many cells the answer has."""
        return len(self.estimates["estimate"])

    @property
    def curve(self) -> tradeoff.Curve:
        """The trade-off curve of its losses together."""
        curves = [loss.curve for loss in self.losses]
        return tradeoff.compose(curves) if len(curves) > 1 else curves[0] if curves else tradeoff.identity()

    @cached_property
    def result(self) -> Result:
        """The answer in its shape."""
        return self.query.shaped(self.facts_table, key_table(self.query, self.facts_table), self.estimates)

    def at(self, points: float | Iterable[float], **views: bool) -> pd.DataFrame:
        """A function's values at any points: the keys of its groups, x, estimate, low, high. Costs nothing, for ever.

        views: such as `monotone`. Raises QueryError, also for an answer that is no function.
        """
        import pandas as pd

        if not isinstance(self.result, Function):
            raise QueryError("“{self_}” is no function of a column.", "Its answer is in `table`.", self_=self)
        return pd.DataFrame(self.result.at(points, **views))

    @property
    def table(self) -> pd.DataFrame:
        """The key columns (or bin_low, bin_high), then estimate, std_error, low, high: one row a cell."""
        import pandas as pd

        return pd.DataFrame({name: list(values) for name, values in self.result.columns.items()})

    def at_level(self, level: float) -> Release:
        """The same answer with intervals at another level: post-processing.

        Raises QueryError where this version has other public tables than it was drawn with.
        """
        if level == self.level:
            return self
        return replace(self, level=level, estimates=estimates_of(self, level))

    def near_level(self, level: float) -> Release:
        """The same answer at that level, or as it is stored where this version cannot compute it anew."""
        try:
            return self.at_level(level)
        except step.OtherTables:
            return self

    @property
    def sentence(self) -> Text:
        """The question that it answers, in words."""
        return self.query.sentence

    def __str__(self) -> str:
        return str(self.query)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; `from_dict` reads it back."""
        data = {field.name: getattr(self, field.name) for field in fields(self)}
        data["estimates"] = {
            name: [None if math.isnan(value) else value for value in row] if any(map(math.isnan, row)) else list(row)
            for name, row in self.estimates.items()
        }
        if not self.resumed:
            del data["resumed"]
        if self.version == 1:  # as it was written
            return first.written(data)
        return {**data, "rounds": [[step.written(drawn) for drawn in steps] for steps in self.rounds]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Release:
        """The release that `to_dict` wrote; fields of later versions that change nothing are left out.

        Raises QueryError for a record from a newer version, and for what is no record.
        """
        try:
            return cls._read(data)
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
            raise QueryError("This is not a release.", "See `Release.to_dict`.") from None

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Release:
        if type(data["version"]) is not int or data["version"] > VERSION:
            raise Newer("This release was written by a newer version.", "Update the program.")
        values = {
            name: data[name]
            for name in data.keys() & {field.name for field in fields(cls)} | first.FIELDS & data.keys()
        }
        rounds = values.pop("rounds", None)
        if (rounds is None) is not (data["version"] < 2):
            raise ValueError
        if rounds is None:
            read = first.read(values)
        else:
            read = {**values, "rounds": tuple(tuple(map(step.read, steps)) for steps in rounds)}
        figures = {name: column(row) for name, row in data["estimates"].items()}
        made = cls(**{**read, "estimates": figures, "combined": tuple(data.get("combined", ()))})
        for look in (lambda: made.paid, lambda: made.query, lambda: made.facts_table):
            with contextlib.suppress(DpError):  # what a newer version knows; its figures can be read
                look()
        if type(made.resumed) is not bool or (made.exact and Fraction(made.price)):  # what is paid has noise
            raise ValueError
        _check(made)
        return made


def _check(made: Release) -> None:
    """Raises ValueError or TypeError where a field is of another type, or the columns are not those of one answer."""
    texts = (made.key, made.dataset, made.lane, made.price, made.time, made.user, *made.combined)
    wholes = (made.dataset_version, made.seq, made.measurement)
    if not all(type(text) is str for text in texts) or not all(type(number) is int for number in wholes):
        raise TypeError
    if type(made.level) not in (int, float) or not 0 < made.level < 1:
        raise ValueError
    sizes = {name: len(values) for name, values in made.estimates.items()}
    if not set(FIGURES) <= sizes.keys() or len(set(sizes.values())) != 1:
        raise ValueError
    with contextlib.suppress(DpError):  # of a question, or facts, that this version knows
        if made.cells != math.prod(axis.size for axis in made.query.axes(made.facts_table.schema)):
            raise ValueError


@final
class Newer(QueryError):
    """A record of a newer version."""


def key_table(query: Query, table: Table) -> dict[str, list[Any]]:
    """The key columns of an answer, one entry a cell."""
    return key_columns(query.axes(table.schema))


def reach(release: Release) -> NDArray[np.float64]:
    """How far each interval reaches from its answer, to the farther end: those of ratios are not symmetric."""
    answer, low, high = (np.array(release.estimates[name]) for name in ("estimate", "low", "high"))
    far: NDArray[np.float64] = np.maximum(high - answer, answer - low)
    return far


def estimates_of(release: Release, level: float) -> dict[str, tuple[float, ...]]:
    """The figures of an answer at a level, from what was drawn. Raises OtherTables."""
    step.check(release.query, release.facts_table, release.paid, release.rounds)
    return as_columns(release.query.result(release.facts_table, release.paid, release.rounds, level))


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
