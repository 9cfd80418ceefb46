"""What kernel estimates along one column and of two columns have in common: cells, bandwidths, folding, points."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Mu, Price, Spread
from dpcore.number import real, shown
from dpcore.queries.question import refusal
from dpcore.queries.question.fine_cells import FineCells
from dpcore.queries.question.key import axis_of
from dpcore.queries.question.limits import FEWER_CELLS, Limits
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Rounds
from dpcore.queries.question.single import Single
from dpcore.result.view import Setting
from dpcore.table.partition import column_of
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

ANY = Text("Leave it out to have it chosen from the released numbers.")
FOLD = Setting(
    "fold",
    Text("Folded at the bounds"),
    Text("What the kernel moves beyond a bound is moved back inside, which removes most of the error there."),
    ((True, Text("yes")), (False, Text("no"))),
)


def bandwidth_of(
    column: str, finest: float, widest: float, name: str = "bandwidth", label: Text | None = None
) -> Parameter:
    """The parameter for a bandwidth. column: the parameter that names its column. finest, widest: in ranges of it."""
    return Parameter(
        name,
        "real",
        Text(
            "Optional: the width of the smoothing kernel, in the column's unit. Empty: chosen from the released "
            "numbers, and free to change later, for about one and a half times as much noise in a plan in mu, and up "
            "to fourteen times in a plan in epsilon."
        ),
        low=finest,
        high=widest,
        label=label or Text("Bandwidth (optional)"),
        of=column,
        optional=True,
    )


def given(width: object, name: str) -> float | None:
    """A bandwidth as a question keeps it: None where any can be read. Raises QueryError."""
    if width is None or (isinstance(width, str) and width == "any"):
        return None
    return real(width, f"`{name}`", above=0, error=QueryError, hint=ANY)


class KernelEstimate(Single, Readable):
    """A question whose answer is a function, read off released Fourier coordinates."""

    limits: ClassVar[Limits] = Limits(cells=FEWER_CELLS)

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema, without groups of a column along which it runs. Raises QueryError."""
        for argument in self.arguments:
            if argument in map(column_of, self.by):
                raise refusal.grouped_by_itself(argument)
        return super().bind(schema)

    @property
    @abstractmethod
    def arguments(self) -> tuple[str, ...]:
        """The columns along which the function runs."""

    def settings(self, table: Table, price: Price) -> tuple[Setting, ...]:
        """A band that holds everywhere together, for noise for which its width is known."""
        if not isinstance(price, Mu):
            return ()
        whole = Text("Band for the whole curve"), Text("Band for the whole surface")
        explained = Text(
            "Off: the interval of each point holds with the stated probability. On: the band holds at all points "
            "together with this probability, and is wider."
        )
        choices = ((False, Text("off")), (True, Text("on")))
        return (Setting("whole_curve", whole[len(self.arguments) - 1], explained, choices),)

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What margins leave out: smoothing, and values beyond the bounds."""
        return Text(
            "The margin does not cover what smoothing changes. Values of {columns} outside the bounds were set to the "
            "nearest one.",
            columns=joined(self.arguments, ", "),
        )

    def _limited(self, schema: Schema, coordinates: int) -> None:
        """Raises QueryError if there are too many coordinates. coordinates: of one group."""
        total = coordinates * prod(axis_of(schema, part).size for part in self.by)
        if total > self.limits.cells:
            raise QueryError(
                "The answer would have {coordinates:,} coefficients; at most {most:,} are allowed.",
                "Use fewer or coarser groups, or give a wide bandwidth.",
                coordinates=total,
                most=self.limits.cells,
            )


def drawn(rounds: Rounds, level: float) -> tuple[Floats, Spread]:
    """The noisy coordinates and the error of their noise, from the one step of the one round."""
    ((step,),) = rounds
    spread = step.mechanism.error(level)
    if spread is None:
        raise QueryError("This answer's noise has no known size.", "Update the program.")
    return np.asarray(step.array), spread


def chosen_widths(question: Any, table: Table, rounds: Rounds, level: float) -> dict[str, Any]:
    """The settings of a curve or a surface whose bandwidths were chosen from the released numbers, by group."""
    if question.bandwidth is not None:
        return {}
    noisy, spread = drawn(rounds, level)
    spectra = question.spectra(table, noisy, spread.std[0])
    return {"widths": [question.chosen(table.schema, spectrum) for spectrum in spectra]}


def brief(width: float) -> str:
    """A bandwidth with three digits: 6.32, 2,400."""
    return f"{float(f'{width:.3g}'):,.12g}"


def detail(widths: Iterable[object]) -> tuple[Text, ...]:
    """Given bandwidths in words, for the sentence of a question; None where any can be read."""
    given = [f"{float(f'{width:.6g}'):,.12g}" for width in widths if isinstance(width, int | float)]
    return (Text("bandwidth {width}", width=" × ".join(given)),) if given else ()


def flag(settings: Mapping[str, Any], name: str, default: bool) -> bool:
    """A setting that is on or off. Raises QueryError."""
    if not isinstance(value := settings.get(name, default), bool):
        raise QueryError("`{name}` must be True or False. Got {value}.", name=name, value=shown(value))
    return value


def lattice(sizes: tuple[int, ...]) -> Floats:
    """Evenly spaced points of a box, so many along each column; shape (points, columns), the last changing fastest."""
    sides = np.meshgrid(*(np.linspace(0.0, 1.0, size) for size in sizes), indexing="ij")
    return np.column_stack([side.ravel() for side in sides])


def together(settings: Mapping[str, Any]) -> bool:
    """Whether intervals are to hold everywhere together. Raises QueryError."""
    return flag(settings, "whole_curve", False)


def folded(settings: Mapping[str, Any]) -> bool:
    """Whether the estimate is folded at the bounds. Raises QueryError."""
    return flag(settings, "fold", True)


def boxes(cells: FineCells, points: Floats) -> Floats:
    """Points of a column in boxes, from 0 to 1; NaN at NaN. Raises QueryError for points outside the bounds."""
    if (points < cells.low).any() or (points > cells.high).any():
        raise QueryError(
            "The answer covers {column} from {low:,.12g} to {high:,.12g} only.",
            "Use points within this range.",
            column=cells.name,
            low=cells.low,
            high=cells.high,
        )
    inside: Floats = np.clip((points - cells.low) / cells.length, 0.0, 1.0)
    return inside


def asked_width(wanted: object, least: float, most: float, column: str) -> float:
    """A bandwidth for reading along a column. Raises QueryError if its noise is not bounded."""
    hint = Text("Leave it out for the usual bandwidth.")
    name = Text("`bandwidth` along {column}", column=shown(column))
    found = real(wanted, name, error=QueryError, hint=hint)
    # a bandwidth that was rounded for reading is accepted
    if least * 0.995 <= found <= most * 1.005:
        return min(max(found, least), most)
    return real(found, name, at_least=least, at_most=most, error=QueryError, hint=hint)
