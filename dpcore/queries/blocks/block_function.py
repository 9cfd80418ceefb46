"""A Python function of the owner by blocks: it is called for each block of units, and its numbers are combined.

Source: sample and aggregate (Nissim, Raskhodnikova & Smith 2007); the protections against state, timing and
exhaustion follow GUPT (Mohan et al. 2012) and Haeberlen, Pierce & Narayan 2011 (`dpcore.release.block`). Nothing needs
to be known of the function: a unit has all its rows in one block, and a block has a process of its own.

A record keeps the function's name and the SHA-256 of its source text. The same text is the same question; another text
is another question, which is paid for anew. The text is never stored, so only a script that supplies it can ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Mechanism, Price
from dpcore.number import real, shown, whole
from dpcore.queries.blocks.combiner import COMBINERS, Combiner, ExponentialMedian
from dpcore.queries.blocks.function_source import checked, digest_of, of_module, without_code
from dpcore.queries.question import refusal
from dpcore.queries.question.base import Estimates, Query
from dpcore.queries.question.crossed import Crossed
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.key import Axis
from dpcore.queries.question.limits import Limits
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.quantity import Quantity, of_cells
from dpcore.queries.question.round import Promise, Rounds, Run, Step, single
from dpcore.queries.question.sentence import Words
from dpcore.result import Columns, Figures, Keys, Number, Result
from dpcore.result.columns import median_column
from dpcore.statistic.blocks.given import GivenValues
from dpcore.table import aggregate
from dpcore.table.aggregate import Aggregate, Contents
from dpcore.table.category import Category
from dpcore.table.column import MAX_MAGNITUDE, Date, Flag
from dpcore.table.column import Number as NumberColumn
from dpcore.table.condition import Condition, declared
from dpcore.table.partition import names
from dpcore.table.program import Program, Readable
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

READABLE = (NumberColumn, Category, Flag, Date)
MOST_BLOCKS, MOST_OUTPUTS, MOST_COLUMNS, MOST_NAME = 1000, 20, 50, 60
LEAST_SECONDS, MOST_SECONDS, LEAST_MEMORY, MOST_MEMORY = 0.01, 600.0, 512, 65_536
_CLOSEST = 2.0**-30
_COLUMNS = Text("The columns of the function's table.")
_BLOCKS = Text("More blocks make the error from noise smaller, but each block has fewer rows.")
_COMBINE = Text("How the numbers of the blocks are combined.")


@final
@dataclass(frozen=True)
class BlockFunction(Query):
    """A function of the rows of a block, called for each block of units, and combined by `combine`.

    function: the name of a function that `source` defines, or "package.module:function", whose file is then the source.
    It is called with a pandas DataFrame of `columns`, cleaned as the schema declares and sorted by all of them, and
    returns a number, or as many numbers as there are bounds. low, high, default: a number or a list of numbers: each
    is clipped to its bounds, and `default` (by default the middle) counts where the function gives none: where it
    raises, takes longer than `seconds` for a block or more than `memory` MB, or returns NaN or something else.
    outputs: the names of several numbers. digest: SHA-256 of the source, which follows from it. Raises QueryError.
    """

    name: ClassVar[str] = "block_function"
    title: ClassVar[Text] = Text("Python function by blocks")
    help: ClassVar[Text] = Text("A function of the owner, called for each of many blocks of privacy units.")
    formula: ClassVar[str] = "f(B₁), …, f(Bₖ), combined"
    cites: ClassVar[str] = (
        "sample and aggregate (Nissim, Raskhodnikova and Smith 2007), in isolation as in GUPT (Mohan et al. 2012)"
    )
    limits: ClassVar[Limits] = Limits(by_whole_row=True)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("columns", "several", _COLUMNS, READABLE, low=1, high=MOST_COLUMNS),
        Parameter("blocks", "whole", _BLOCKS, low=2, high=MOST_BLOCKS, default=50, label=Text("Blocks")),
        Parameter("combine", "choice", _COMBINE, choices=tuple((kind.name, kind.title) for kind in COMBINERS)),
    )

    function: str
    columns: Sequence[str] = field()  # type: ignore[assignment]  # scripts and records use this name
    low: Sequence[float] | float
    high: Sequence[float] | float
    source: str = field(default="", repr=False, compare=False)
    default: Sequence[float] | float | None = None
    outputs: Sequence[str] = ()
    blocks: int = 50
    where: Sequence[Condition] = ()
    combine: str = ExponentialMedian.name
    seconds: float = 1.0
    memory: int = 1024
    digest: str = ""

    def __post_init__(self) -> None:
        self._read_source()
        self._read_columns()
        self._read_bounds()
        if self.combine not in (kinds := [kind.name for kind in COMBINERS]):
            raise QueryError("`combine` must be one of {names}.", names=", ".join(kinds))
        whole(self.blocks, "`blocks`", low=2, high=MOST_BLOCKS, error=QueryError)
        whole(self.memory, "`memory`", low=LEAST_MEMORY, high=MOST_MEMORY, error=QueryError)
        seconds = real(self.seconds, "`seconds`", at_least=LEAST_SECONDS, at_most=MOST_SECONDS, error=QueryError)
        object.__setattr__(self, "seconds", seconds)
        super().__post_init__()
        self.columns.where = self.where  # type: ignore[attr-defined]

    def _read_source(self) -> None:
        """Finds the source and its digest. A question from a record has a digest alone, and nothing is imported."""
        if not self.source and not self.digest:
            object.__setattr__(self, "source", of_module(self.function))
        checked(self.function, self.source, self.digest)
        if self.source:
            object.__setattr__(self, "digest", digest_of(self.source))

    def _read_columns(self) -> None:
        columns = Crossed(names(self.columns, "columns"))
        if not 1 <= len(columns) <= MOST_COLUMNS or not all(isinstance(name, str) for name in columns):
            raise QueryError(
                "`columns` must be 1 to {most} columns. Got {columns}.", most=MOST_COLUMNS, columns=shown(list(columns))
            )
        object.__setattr__(self, "columns", columns)

    def _read_bounds(self) -> None:
        """Makes the bounds, defaults and names tuples of equal length."""
        lows, highs = _numbers("low", self.low), _numbers("high", self.high)
        if not 1 <= len(lows) <= MOST_OUTPUTS or len(highs) != len(lows):
            raise QueryError("`low` and `high` must have equally many numbers, 1 to {most}.", most=MOST_OUTPUTS)
        for low, high in zip(lows, highs, strict=True):
            if not high - low > _CLOSEST * max(abs(low), abs(high), _CLOSEST):
                raise QueryError(
                    "Each of `low` must be well below its `high`. Got {low} and {high}.", low=low, high=high
                )
        middles = tuple((low + high) / 2 for low, high in zip(lows, highs, strict=True))
        defaults = middles if self.default is None else _numbers("default", self.default)
        inside = len(defaults) == len(lows) and all(
            low <= default <= high for low, default, high in zip(lows, defaults, highs, strict=True)
        )
        if not inside:
            raise QueryError(
                "`default` must have a number between each pair of bounds. Got {default}.", default=shown(self.default)
            )
        outputs = names(self.outputs, "outputs")
        if len(lows) > 1 and not outputs:
            outputs = tuple(str(1 + place) for place in range(len(lows)))
        if len(outputs) != (len(lows) if len(lows) > 1 else 0) or not all(
            0 < len(name) <= MOST_NAME for name in outputs
        ):
            raise QueryError("`outputs` must be a short name for each number, if there are several.")
        for key, value in (("low", lows), ("high", highs), ("default", defaults), ("outputs", outputs)):
            object.__setattr__(self, key, value)

    def bind(self, schema: Schema) -> Self:
        """This question checked against the schema. Raises QueryError."""
        for name in self.columns:
            _readable(schema, name)
        return super().bind(schema)

    def to_dict(self) -> dict[str, Any]:
        """Canonical plain data, without the source text: its digest stands for it."""
        return {name: value for name, value in super().to_dict().items() if name != "source"}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The question that `to_dict` wrote: plain data brings no code, and causes no import. Raises QueryError."""
        return super().from_dict(without_code(data))

    @property
    def words(self) -> Words:
        """The question in words."""
        facts = {"function": self.function, "columns": joined(self.columns, ", "), "blocks": self.blocks}
        return Words(
            Text("{function} of {columns} by {blocks} blocks", **facts),
            details=(Text("source {digest}", digest=self.digest[:12]), *self._combined.detail),
        )

    @property
    def error(self) -> ErrorUnit:
        """Ranks of block values for the exponential median, the values' unit for a mean, none for private noise."""
        return ErrorUnit(
            self._combined.unit_of_error, truth=Text("median of the block values"), block_values=self.blocks
        )

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The names of several numbers."""
        labels = tuple((name,) for name in self.outputs)
        return (Axis(None, ("column",), labels),) if labels else ()

    @property
    def shape(self) -> type[Result]:
        """A number, or one for each output."""
        return Columns if self.outputs else Number

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The answer in its shape."""
        if not self.outputs:
            return Number(keys, figures)
        return Columns(keys, figures, tuple(self.outputs), self._lows, self._highs)

    def quantity(self, table: Table) -> Quantity:
        """The bounds of each number, and the smallest step of their grids; none for a mean of block values."""
        step = 0.0 if self.error.unit == "value" else float(self._steps.min())
        return replace(of_cells((np.array(self._lows), np.array(self._highs))), step=step)

    def promise(self, table: Table, price: Price) -> Promise:
        """The loss of all numbers. Raises QueryError for more blocks than expected rows."""
        refusal.more_blocks_than_rows(self.blocks, table)
        loss = self.mechanism(table, price).loss
        return () if loss is None else ((loss, 1),)

    def run(self, table: Table, price: Price) -> Run:
        """One round: the function's numbers of each block, and noise on what they are combined to."""
        if not self.source:
            raise refusal.without_source(self.sentence)
        columns = tuple((name, _readable(table.schema, name)) for name in self.columns)
        limits = (len(self._lows), self.seconds, self.memory)
        program = Program(self.function, self.digest, columns, *limits, self.source)
        keys = (aggregate.Blocks(self.blocks, table.unit.identifier),)
        asked = Aggregate((Contents(program),), keys, tuple(self.where), tuple(self.columns))
        combiner = self.combiner(table)
        return single(Step(asked, combiner.statistic(price), combiner.mechanism(price)))

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The numbers, within their bounds."""
        ((drawn,),) = rounds
        steps, (low, high) = self.combiner(table).answer(drawn, level), (np.array(self._lows), np.array(self._highs))
        values = [np.clip(low + each * self._steps, low, high) for each in (steps.estimate, steps.low, steps.high)]
        return Estimates(values[0], steps.std_error * self._steps, *values[1:])

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error of the combination, for any rows, where a public fact bounds it; of several, in a middle unit."""
        return self.combiner(table).predict(price, level).scaled(self._usual)

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which the error is at most `half_width`. Raises QueryError."""
        with refusal.in_units(self._usual if self.error.unit == "value" else 1.0) as step:
            return self.combiner(table).price_of(kind, half_width / step, level, self.sentence)

    def mechanism(self, table: Table, price: Price) -> Mechanism:
        """The mechanism at a price. Raises QueryError."""
        return self.combiner(table).mechanism(price)

    def combiner(self, table: Table) -> Combiner:
        """The combiner of the block values. A unit may change every number of its block."""
        kind = self._combined
        values = GivenValues(self.blocks, 2**kind.bits, self._lows, self._highs, tuple(self.default))  # type: ignore[arg-type]
        return kind(values, table.neighbors, values.groups)

    @property
    def _combined(self) -> type[Combiner]:
        return next(kind for kind in COMBINERS if kind.name == self.combine)

    @property
    def _lows(self) -> tuple[float, ...]:
        return tuple(self.low)  # type: ignore[arg-type]

    @property
    def _highs(self) -> tuple[float, ...]:
        return tuple(self.high)  # type: ignore[arg-type]

    @property
    def _steps(self) -> Floats:
        """The step of the grid of each number. A stored answer is read with it, so it never changes."""
        steps: Floats = (np.array(self._highs) - np.array(self._lows)) / 2.0**self._combined.bits
        return steps

    @property
    def _usual(self) -> float:
        """The step of the number of median range, in whose unit one margin for all is."""
        return float(self._steps[median_column(self._steps.tolist())])


def _numbers(name: str, value: object) -> tuple[float, ...]:
    """One number or several, as doubles. Raises QueryError."""
    several = value if isinstance(value, Sequence | np.ndarray) and not isinstance(value, str) else (value,)
    most = MAX_MAGNITUDE
    return tuple(real(number, f"`{name}`", at_least=-most, at_most=most, error=QueryError) + 0.0 for number in several)


def _readable(schema: Schema, name: str) -> Readable:
    """The declaration of a column that a function can be given. Raises QueryError."""
    column = declared(schema, name)
    if not isinstance(column, READABLE):
        raise QueryError(
            "Column {name} cannot be given to a function.",
            "Declare it as a number, a category, a flag or a date.",
            name=shown(name),
        )
    return column
