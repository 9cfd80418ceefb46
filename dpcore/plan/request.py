"""A request: the one form of an ask between the plan and the ledger. No row is read here.

`Ask` is what a person writes, and a `Quote` is what a person is shown. In between, each ask of a plan is a `Request`,
which three steps complete. None of them changes anything; each returns new requests:

match   finds its question as paid before, and the paid asks               `release.history.History.match`
price   adds its price, the promised losses and the predicted error        `plan.pricing.price_each`
reuse   replaces it by a paid ask that is good enough; adds its key        `release.requests.reuse`

The ledger is charged for the request (`release.asking.item`), and `release.run` answers it. A paid ask is a `Request`
too.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, final

from dpcore.budget.charge import Charge
from dpcore.budget.loss import Loss
from dpcore.mechanisms import Mu, Price
from dpcore.plan.facts import Basis
from dpcore.plan.plan import Ask
from dpcore.queries import Query
from dpcore.queries.question.judgement import NOT_STATED, Judgement
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction
from dpcore.queries.question.round import Promise


@final
@dataclass(frozen=True)
class Request:
    """One ask of a plan, or an ask that was paid before.

    query: the ask's question, bound to the table. From `match`: text, the question's identity; paid, the paid asks of
    this question on these rows, oldest first; declared, a guess of the rows in its cells that no later release changes;
    released, the latest guess.
    From `price`: cost, which is 0 if no row can change the answer; promise, the losses by round; error, as predicted;
    judged, whether that error is usable. From `reuse`: key, the identity under which the ask is charged and answered
    once; measurement, the number in that key; keep, as in the ledger's `Item`.
    """

    ask: Ask
    query: Query
    cost: Price | None = None
    promise: Promise = ()
    error: Prediction = UNKNOWN
    judged: Judgement = field(default=NOT_STATED, compare=False)
    key: str = ""
    measurement: int = 0
    keep: Basis | None = None
    text: str = ""
    paid: tuple[Request, ...] = field(default=(), repr=False)
    declared: Guess | None = None
    released: Guess | None = None

    @property
    def price(self) -> Price:
        """The price. Raises an error if it is not known yet, so that such a request is never taken as free."""
        if self.cost is None:
            raise ValueError("This request has no price yet.")
        return self.cost

    @property
    def losses(self) -> tuple[Loss, ...]:
        """The privacy loss of each round."""
        return tuple(loss for loss, times in self.promise for _ in range(times))

    @property
    def std_error(self) -> float:
        """The predicted standard error of the typical cell."""
        return self.error.std_error

    @property
    def half_width(self) -> float:
        """The predicted half width of the typical cell's interval."""
        return self.error.half_width

    @property
    def amount(self) -> float:
        """The price in the plan's currency: mu or epsilon."""
        return self.price.amount

    @property
    def needs_rows(self) -> bool:
        """Whether the error is unknown only because the number of rows is unknown."""
        return math.isnan(self.std_error) and self.error.unit != "none"


def text_of(query: Query) -> str:
    """The identity of a question: its parameters as text."""
    return json.dumps(query.to_dict(), sort_keys=True)


def key_of(dataset: str, basis: Basis, query: Mapping[str, Any], price: Price, measurement: int) -> str:
    """The identity of a question at a price, on a version of the rows and under its own facts."""
    parts = [dataset, basis.version, query, price.recorded, str(price.total), measurement]
    if isinstance(price, Mu) and price.delta:
        parts.append(str(price.delta))
    if basis.facts:
        parts.append({"facts": basis.facts})
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def new_asks(asks: Sequence[Request], stored: Sequence[bool]) -> list[Request]:
    """The asks that would be charged: those not stored, without duplicates."""
    seen: set[tuple[str, Price, int]] = set()
    fresh = []
    for ask, is_stored in zip(asks, stored, strict=True):
        identity = (ask.text or text_of(ask.query), ask.price, ask.ask.measurement)
        if not is_stored and identity not in seen:
            seen.add(identity)
            fresh.append(ask)
    return fresh


def charge_of(asks: Sequence[Request]) -> Charge:
    """The charge of asks together, as one plan: prices are added as exact fractions, and curves are composed."""
    return Charge.total(Charge.of(loss) for ask in asks for loss in ask.losses)
