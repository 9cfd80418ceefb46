"""The base class of questions. A new question is one file that subclasses `Query`, and one line in `__init__`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Price
from dpcore.number import shown
from dpcore.queries.question import leaf, refusal
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.estimates import Estimates as Estimates
from dpcore.queries.question.grid import number
from dpcore.queries.question.key import Axis, axis_of, grouped_keys
from dpcore.queries.question.limits import Limits
from dpcore.queries.question.parameter import Parameter, only_numbers
from dpcore.queries.question.plain import plain
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Promise, Rounds, Run
from dpcore.queries.question.sentence import Words, sentence
from dpcore.queries.question.topic import Topic
from dpcore.result import Cells, Figures, Keys, Number, Result
from dpcore.table.aggregate import Key
from dpcore.table.condition import Condition
from dpcore.table.partition import Bins, Partition, Period, column_of, names, partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MAX_CONDITIONS = 50
_PLAIN = Readable()


class Query(ABC):
    """A question about the rows that meet all conditions in `where`, for each public cell of the columns `by`.

    Subclasses are final frozen dataclasses. They repeat `by` and `where` as fields, to fix the order of arguments.
    """

    name: ClassVar[str]
    title: ClassVar[Text]
    help: ClassVar[Text]
    topics: ClassVar[tuple[Topic, ...]] = ()
    """Under which topics it is offered."""
    synonyms: ClassVar[str] = ""
    """What else people type who look for it, with commas between; a translation lists the words of its language."""
    formula: ClassVar[str] = ""
    """What is computed without noise, for a methods note; K: a kernel, ‖·‖: a norm."""
    cites: ClassVar[str] = ""
    """The method with its source, beside those of the mechanisms; empty if it has none of its own."""
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    combines: ClassVar[bool] = False
    """Whether several measurements can be averaged into one more precise answer."""
    limits: ClassVar[Limits] = Limits()
    """Of which tables it is answered, and with how many cells."""
    later: ClassVar[Mapping[str, Any]] = {}
    """Fields that an earlier version did not have, and what a record without them means: this value is not written."""

    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        leaf.check(type(self), {name: getattr(self, name) for name in leaf.texts(type(self))})
        for name in leaf.flags(type(self)):
            if not isinstance(value := getattr(self, name), bool):
                raise QueryError("`{name}` must be True or False. Got {value}.", name=name, value=shown(value))
        if "by" in (field.name for field in fields(self)):  # type: ignore[arg-type]
            object.__setattr__(self, "by", names(self.by, "by", Bins, Period))
        where = (self.where,) if isinstance(self.where, Condition) else tuple(self.where)
        if len(where) > MAX_CONDITIONS or not all(isinstance(condition, Condition) for condition in where):
            raise QueryError(
                "`where` must be a list of at most {max_conditions} conditions.",
                'For example [dp.Condition("age", ">=", 65)].',
                max_conditions=MAX_CONDITIONS,
            )
        object.__setattr__(self, "where", where)

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema, with values converted to the columns' types. Raises QueryError."""
        for parameter in self.parameters:
            if parameter.kind not in ("condition", "conditions"):
                for name in parameter.columns(getattr(self, parameter.name)):
                    number(schema, name) if only_numbers(parameter) else refusal.check_varies(schema, name)
        bound = replace(self, where=tuple(condition.bind(schema) for condition in self.where))  # type: ignore[type-var]
        cells = prod(axis.size for axis in bound.axes(schema))
        if cells > self.limits.cells:
            raise QueryError(
                "The answer would have {cells:,} cells; at most {most_cells:,} are allowed.",
                "Use fewer or coarser groups.",
                cells=cells,
                most_cells=self.limits.cells,
            )
        return bound

    @property
    def reading(self) -> Readable:
        """What is read from its record beside the answer: by itself, if it is `Readable`, else nothing."""
        return self if isinstance(self, Readable) else _PLAIN

    def admit(self, table: Table) -> None:
        """Raises QueryError if this question is not answered for such a table at any price, on public facts only."""
        if self.limits.public_rows and (table.neighbors != "replace" or table.unit.max_rows > 1):
            raise refusal.rows_private(self.sentence)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The public keys of the answer, in column order."""
        return tuple(axis_of(schema, part) for part in self.by)

    def _keys(self, table: Table) -> tuple[Key, ...]:
        """The keys of those axes by which the engine groups rows."""
        return grouped_keys(self.axes(table.schema))

    def columns(self) -> tuple[str, ...]:
        """The columns that this question uses, each once: in its parameters, its groups and its conditions."""
        named = [name for parameter in self.parameters for name in parameter.columns(getattr(self, parameter.name))]
        groups, filters = map(column_of, self.by), (condition.column for condition in self.where)
        return tuple(dict.fromkeys([*named, *groups, *filters]))

    def free(self, table: Table, kind: Kind) -> bool:
        """Whether no row can change the answer, so that it costs nothing."""
        return False

    @abstractmethod
    def promise(self, table: Table, price: Price) -> Promise:
        """The privacy losses of all rounds, fixed before the charge. The charge is their composition."""

    @abstractmethod
    def run(self, table: Table, price: Price) -> Run:
        """Yields rounds and receives noisy integers. Depends on these and public facts only, not on clock or chance."""

    @abstractmethod
    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The answer from a complete transcript, with intervals at a level. Deterministic post-processing."""

    @abstractmethod
    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The predicted error, before anything is released. rows: a public guess of the rows in a cell, or None."""

    @abstractmethod
    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which the typical cell has the requested predicted half width. Raises QueryError."""

    @property
    def error(self) -> ErrorUnit:
        """The unit of its error, and what else the question alone says of it."""
        return ErrorUnit()

    def quantity(self, table: Table) -> Quantity:
        """What its numbers are: their unit, public bounds, grid and free views."""
        return Quantity()

    @property
    @abstractmethod
    def words(self) -> Words:
        """The question in words, without its groups and filters."""

    @property
    def shape(self) -> type[Result]:
        """The shape of the answer, known before there is an answer."""
        return Cells if self.by else Number

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The answer in its shape."""
        return Cells(keys, figures) if self.by else Number(keys, figures)

    @property
    def sentence(self) -> Text:
        """The whole question in words."""
        return sentence(self.words, self.by, self.where)

    def __str__(self) -> str:
        return str(self.sentence)

    def to_dict(self) -> dict[str, Any]:
        """Canonical plain data: the same for the same question, in any order of its conditions."""
        data: dict[str, Any] = {"query": self.name}
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if field.name not in self.later or value != self.later[field.name]:
                data[field.name] = plain(value, in_order=field.name != "where")
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The question that `to_dict` wrote. Raises QueryError."""
        values = {**cls.later, **{name: value for name, value in data.items() if name != "query"}}
        leaf.check(cls, values)
        if isinstance(values.get("by"), list | tuple):
            values["by"] = tuple(map(partition, values["by"]))
        for name in ("where", *({"conditions"} & values.keys())):
            values[name] = tuple(map(Condition.from_dict, values.get(name, ())))
        if "condition" in values:
            values["condition"] = Condition.from_dict(values["condition"])
        try:
            return cls(**values)
        except TypeError:
            raise QueryError("The question {data} has unknown or missing parameters.", data=cls.name) from None

    def _missing(self, table: Table, columns: Iterable[str] = ()) -> bool:
        """Whether a row can be left out: by a filter, a group, or a missing value in one of these columns."""
        return bool(self.where or self.axes(table.schema)) or any(
            getattr(table.schema.columns[name], "missing", "drop") == "drop" for name in columns
        )

    def _groups(self, table: Table) -> int | None:
        """The bound on groups per unit that the engine must enforce; None if `max_rows` implies it."""
        unit = table.unit
        return unit.max_groups if self.by and unit.groups < unit.max_rows else None

    def _cells(self, table: Table) -> int:
        return prod(axis.size for axis in self.axes(table.schema))


def noun(query: Query) -> Text:
    """The noun for one entry of the answer in a sentence; empty if there is only one entry."""
    return query.words.cell or query.shape.cell


def of_all_rows(kind: type[Query], values: Mapping[str, Any]) -> bool:
    """Whether it is only answered of all rows together, by its kind or by these values of its parameters."""
    chosen = (values.get(parameter.name) in parameter.all_rows for parameter in kind.parameters)
    return kind.limits.public_rows or any(chosen)
