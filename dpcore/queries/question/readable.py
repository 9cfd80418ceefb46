"""What can be read from a record beside the answer, for nothing. A question overrides what it offers."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from dpcore.mechanisms import Price, Spread
from dpcore.queries.question.estimates import Estimates
from dpcore.queries.question.recounted import Recounted
from dpcore.queries.question.round import Drawn, Rounds
from dpcore.result.model import Backdrop, Calibration, Centres, Outline
from dpcore.result.view import Setting
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class Readable:
    """The defaults: there are no choices, and the answer is no function that can be evaluated.

    A question that offers more is a subclass of `Query` and of this class: `class Trend(Single, Readable)`.
    """

    unaligned: ClassVar[bool] = False
    """Whether noise decides what its parts are, so that those of two averages of the same numbers may differ."""

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """How this answer was made, in a sentence beside it, for a question with several ways; else empty.

        spread: the error of the noise; None if it has no known size.
        """
        return Text("")

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """What was chosen or found from the released numbers, in a sentence; else empty."""
        return Text("")

    def decisive(self, rounds: Rounds) -> Drawn:
        """The step whose noise decides the answer's error: what is averaged if the question is measured again."""
        return rounds[-1][-1]

    def keyed(self, table: Table, rounds: Rounds) -> dict[str, list[Any]] | None:
        """The key columns of an answer whose keys follow from its rounds; None where they are those of its axes."""
        return None

    def recounted(self, table: Table, price: Price, rounds: Rounds, level: float) -> Recounted | None:
        """What paid counts of rows say of the rank of each answer; None if none were paid for."""
        return None

    def restated(self, table: Table, price: Price) -> bool:
        """Whether the answer needs intervals that records of earlier versions do not have; then they are computed."""
        return False

    @property
    def heading(self) -> Text:
        """The label of a field for points of its function; empty if there is none."""
        return Text("")

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates | None:
        """Its function at points, for each group in turn; None for `points`: at those of the table. Raises QueryError.

        None if it is no function.
        """
        return None

    def settings(self, table: Table, price: Price) -> tuple[Setting, ...]:
        """The free choices by which its answer, paid by a price of this kind, can be read anew."""
        return ()

    def chosen_settings(self, table: Table, rounds: Rounds, level: float) -> dict[str, Any]:
        """What was chosen from the released numbers, as settings of `evaluate`; empty if nothing was."""
        return {}

    def resolution(self, table: Table, rounds: Rounds, level: float) -> float:
        """The step between points, in the column's unit, at which a line through them shows its function; else inf."""
        return inf

    def few(self, table: Table, rounds: Rounds, level: float, points: Floats | None = None) -> NDArray[np.bool_] | None:
        """Where its function has no rows to speak of, for each group, at points or those of the table; None: unknown.

        Raises QueryError for points outside the bounds.
        """
        return None

    def finer(self, table: Table, rounds: Rounds, level: float) -> tuple[Estimates, Text] | None:
        """Its function with less smoothing, and how it is read; None where it cannot be read, or smooths nothing."""
        return None

    def backdrop(self, table: Table, rounds: Rounds, level: float) -> Backdrop | Outline | Centres | None:
        """What its picture shows beside its figures, from the released numbers; None for nothing."""
        return None

    def calibration(self, table: Table, rounds: Rounds, level: float) -> Calibration | None:
        """What a second picture shows: how well predicted probabilities agree with the rows; None for nothing."""
        return None
