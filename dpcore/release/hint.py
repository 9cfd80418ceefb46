# vital
"""Advice shown beside a quote, before anything is charged."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dpcore.budget.charge import Charge
from dpcore.budget.refusal import largest, of, of_failures, of_slot
from dpcore.budget.standing import Standing
from dpcore.plan.request import Request
from dpcore.queries.question.single import NO_ROWS
from dpcore.text import Text, joined

SLOT_OF_OWNERS = Text("Only owners can use slots (reserved releases) directly. Propose this plan to an owner.")
DEAR = Text(
    "The price of “{question}” holds on every table, even where its margin is largest. On most tables a lower price is "
    "enough: choose a weight or a price, and the quote shows the range in which the margin is expected."
).key
_FAR = 0.75
"""If the typical margin is below this share of the target, most tables need a much smaller price."""
EARLIER = Text(
    "The rows have changed since these questions were answered; they would be asked again on "
    "the current rows: {questions}."
).key
OTHERWISE_DESCRIBED = Text(
    "The rows have changed since these questions were answered, or they are described otherwise now; they would be "
    "asked again: {questions}."
).key


def earlier(questions: Sequence[Text], described: int = 1) -> Text:
    """A hint about questions that were answered on earlier rows or facts. described: the number of the description."""
    listed = joined(questions, "; ")
    return Text(EARLIER, questions=listed) if described == 1 else Text(OTHERWISE_DESCRIBED, questions=listed)


def hints(asks: Sequence[Request]) -> tuple[Text, ...]:
    """Hints about the predicted errors."""
    dear = [ask for ask in asks if ask.ask.half_width and ask.half_width < _FAR * ask.ask.half_width]
    return (
        *((NO_ROWS,) if any(ask.needs_rows for ask in asks) else ()),
        *(Text(DEAR, question=ask.query.sentence) for ask in dear),
    )


def paying(standing: Standing, charge: Charge, slot: str | None, may: bool) -> tuple[Text, ...]:
    """Hints about the reserved release (slot) that pays, or about why the budget or the user's slice cannot pay."""
    if not may:
        return (SLOT_OF_OWNERS,)
    if slot is None and not standing.affords(charge):
        error = of(standing, charge)
        if standing.cap is not None or of_failures(standing, charge) is not None:
            return (joined([error.message, error.hint]),)
        most = largest(standing, charge)
        return () if most is None else (most,)
    entry = None if slot is None else standing.account.slot(slot)
    if entry is None or not standing.affords(charge, slot):
        return () if slot is None else (of_slot(standing, charge, slot).message,)
    reserved, left = entry
    used = charge.words if reserved.mu is None else Text("mu {mu:.3g}", mu=math.sqrt(charge.composed() or 0))
    return (
        Text(
            (
                "The slot “{name}” pays. This plan uses {used} of its {price}; the unused rest is lost. "
                "{left} of {times} uses remain."
            ),
            name=reserved.name,
            used=used,
            price=reserved.words,
            left=left - 1,
            times=reserved.times,
        ),
    )
