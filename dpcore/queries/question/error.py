"""The unit of an answer's error, and what else is known of it from the question alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, final

from dpcore.text import Text

# vital
_PRIVATE = (
    Text("the size of this noise is private"),
    Text("The size of this noise follows from the rows and is private, so no margin of error can be stated."),
)
_NONE = Text("")


@final
@dataclass(frozen=True, slots=True)
class ErrorUnit:
    """The unit of an answer's error: the answer's own; ranks, the rows between it and the truth; or none is known.

    percent: whether answers are shares, shown in percent. compares_shares: whether the error is that of a share too,
    but the table also has entries in other units. by_rows: whether it depends on the number of rows; then a quote needs
    a public guess of this number. sampling: whether margins cover sampling error too, for rows that are independent of
    each other. asked: a half width and its level that the question itself asks for, the price of an ask that names
    none. unstated: why no error is stated, where none is: in brief, and in a sentence.
    For an error in ranks, quantiles: the shares of rows below the true answers. truth: the noun for the true answer.
    parts: the noun for the selected numbers from which an answer is computed, if it is not such a number itself.
    block_values: the number of block values if these are ranked, None if rows are. selected: whether an interval in the
    unit of the values was selected too.
    """

    unit: Literal["value", "ranks", "none"] = "value"
    percent: bool = False
    compares_shares: bool = False
    by_rows: bool = False
    sampling: bool = False
    asked: tuple[float, float] | None = None
    unstated: tuple[Text, Text] = _PRIVATE
    quantiles: tuple[float, ...] = (0.5,)
    truth: Text = _NONE
    parts: Text = _NONE
    block_values: int | None = None
    selected: bool = False

    @property
    def intervals(self) -> bool:
        """Whether the answer has intervals in its own unit."""
        return self.unit == "value" or self.selected
