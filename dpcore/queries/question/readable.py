"""What a question reads, and what can be read off its answer anew, for nothing: by choices, and at other points."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from dpcore.mechanisms import Price
from dpcore.queries.question import refusal
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


_PRIVATE = (
    Text("the size of this noise is private"),
    Text("The size of this noise follows from the rows and is private, so no margin of error can be stated."),
)


class Readable:
    """The defaults of a question: there are no choices, and its answer is no function that can be evaluated."""

    @property
    @abstractmethod
    def sentence(self) -> Text:
        """The whole question in words."""

    @classmethod
    def suggested(cls, table: Table) -> Self | None:
        """This question of a table whose public description is made for it, as an example; None for other tables."""
        return None

    unaligned: ClassVar[bool] = False
    """Whether noise decides what its parts are, so that those of two averages of the same numbers may differ."""

    @property
    def samples(self) -> bool:
        """Whether it reads random samples, which a database could give away by its log of statements."""
        return False

    def resolved(self, account: int) -> Self:
        """This question with its usual failure probability, if it needs one and states none.

        account: what the budget sets aside for failures, in units of 1e-18.
        """
        return self

    def recounted(self, table: Table, price: Price, rounds: Rounds, level: float) -> Recounted | None:
        """What paid counts of rows say of the rank of each answer; None if none were paid for."""
        return None

    def decisive(self, rounds: Rounds) -> Drawn:
        """The step whose noise decides the answer's error: what is averaged if the question is measured again."""
        return rounds[-1][-1]

    def restated(self, table: Table, price: Price) -> bool:
        """Whether the answer needs intervals that records of earlier versions do not have; then they are computed."""
        return False

    def settings(self, table: Table, price: Price) -> tuple[Setting, ...]:
        """The free choices by which its answer, paid by a price of this kind, can be read anew."""
        return ()

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """Its function at points, for each group in turn; None: at those of the table. Raises QueryError."""
        raise refusal.no_function(self.sentence)

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

    @property
    def reading(self) -> Text:
        """The label of a field for points of its function; empty if there is none."""
        return Text("")

    def chosen_settings(self, table: Table, rounds: Rounds, level: float) -> dict[str, Any]:
        """What was chosen from the released numbers, as settings of `evaluate`; empty if nothing was."""
        return {}

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """What was chosen from the released numbers, in a sentence; else empty."""
        return Text("")
