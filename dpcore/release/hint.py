"""What a person should know beside a quote, before anything is paid."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from dpcore.budget.charge import Charge
from dpcore.budget.standing import Standing
from dpcore.plan.quote import Priced
from dpcore.queries.single import NO_ROWS
from dpcore.text import Text, joined

SLOT_OF_OWNERS = Text("Slots are paid by owners, or by a plan that an owner approved: propose this one.")
EARLIER = Text(
    "The rows have changed since these were answered, so they would be asked of the present rows: {questions}."
).key


def earlier(questions: Sequence[Text]) -> Text:
    """What to know about questions that were answered on other rows."""
    return Text(EARLIER, questions=joined(questions, "; "))


def hints(asks: Sequence[Priced]) -> tuple[Text, ...]:
    """What a person should know about the predicted errors."""
    return (NO_ROWS,) if any(np.isnan(ask.std_error) for ask in asks) else ()


def paying(standing: Standing, charge: Charge, slot: str | None, may: bool) -> tuple[Text, ...]:
    """What to know about the slot that pays, or about the slice that does not."""
    if not may:
        return (SLOT_OF_OWNERS,)
    if slot is None and standing.cap is not None and not standing.affords(charge):
        refusal = standing.refusal(charge)
        return (joined([refusal.message, refusal.hint]),)
    found = None if slot is None else standing.account.slot(slot)
    if found is None or not standing.affords(charge, slot):
        return () if slot is None else (standing.slot_refusal(charge, slot).message,)
    one, left = found
    used = charge.words if one.mu is None else Text("mu {mu:.3g}", mu=math.sqrt(charge.composed() or 0))
    return (
        Text(
            "The slot “{name}” pays: this plan uses {used} of its {price}, and what it leaves of it is lost. {left} of "
            "{times} remain.",
            name=one.name,
            used=used,
            price=one.words,
            left=left - 1,
            times=one.times,
        ),
    )
