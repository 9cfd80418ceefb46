"""Quotes: the price of a plan and the predicted errors of its answers, from public facts and released answers only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.charge import Charge
from dpcore.mechanisms import Kind, total
from dpcore.plan.request import Request, new_asks
from dpcore.queries.question.prediction import Margin
from dpcore.queries.question.single import NO_ROWS
from dpcore.text import Text

if TYPE_CHECKING:
    import pandas as pd

    from dpcore.budget.standing import Standing


@final
@dataclass(frozen=True)
class Quote:
    """The price of a plan now. `price` is in mu (Gaussian) or epsilon (pure) and does not include stored answers.

    fits: whether the budget allows the plan. ends: the live filters that it would end (ending the Gaussian filter by a
    pure plan needs `confirm=True`). stored: for each ask, whether its answer is already stored and costs nothing.
    slot: the name of the slot that would pay, or None. keys: the identity of each ask for these rows at this price.
    limits: sentences about identifiers that cannot be read as they are stored. now, improved: for each ask, the margin
    of error of its stored measurements, and the margin with one more measurement.
    """

    asks: tuple[Request, ...]
    kind: Kind
    charge: Charge
    fits: bool
    ends: tuple[str, ...]
    stored: tuple[bool, ...]
    standing: Standing
    after: Standing | None
    hints: tuple[Text, ...] = ()
    limits: tuple[Text, ...] = ()
    slot: str | None = None
    now: tuple[Margin | None, ...] = ()
    improved: tuple[Margin | None, ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def price(self) -> float:
        """The amount that would be charged, in the plan's currency."""
        return total(self.kind, [ask.price for ask in new_asks(self.asks, self.stored)]).amount

    @property
    def currency(self) -> str:
        """The currency of the price: mu or epsilon."""
        return self.kind.currency

    @property
    def table(self) -> pd.DataFrame:
        """One row per ask: question, price, std_error, half_width and its range, level, stored, assumption, hint.

        unit_of_error: "value" if the error is in the answer's unit, or "ranks". usable: "usable", "not_usable",
        "not_usable_below" with `not_usable_below`, a size of the answer (or a number of rows, for ranks), or
        "not_stated".
        """
        import pandas as pd

        rows: list[dict[str, Any]] = [
            {
                "question": str(ask.query),
                "price": 0.0 if stored else ask.amount,
                "std_error": ask.std_error,
                "half_width": ask.half_width,
                "half_width_low": ask.error.low,
                "half_width_high": ask.error.high,
                "half_width_largest": ask.error.largest,
                "unit_of_error": ask.error.unit,
                "usable": ask.judged.state,
                "not_usable_below": ask.judged.least,
                "level": ask.ask.level,
                "stored": stored,
                "assumption": ask.error.assumption,
                "hint": NO_ROWS if ask.needs_rows and not stored else "",
            }
            for ask, stored in zip(self.asks, self.stored, strict=True)
        ]
        return pd.DataFrame(rows)
