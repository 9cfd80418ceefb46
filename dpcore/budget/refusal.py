# vital
"""Why a charge is refused, and what can be done: too little left, no account for failures, a slot that does not fit."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Final

from dpcore.budget.account import Account, FilterName
from dpcore.budget.charge import Charge
from dpcore.budget.failure import SHARE, account_of
from dpcore.budget.loss import Gaussian
from dpcore.budget.standing import Standing
from dpcore.errors import BudgetError
from dpcore.number import scientific, shown
from dpcore.text import Text, joined

_FEWER: Final = Text("Ask fewer questions, or accept larger errors.")
_ALL_ROWS: Final = Text("Leave out the sampling rate, so that every step reads all rows.")
_OTHER_BUDGET: Final = Text(
    "Leave out the sampling rate, so that every step reads all rows, or open a dataset with a budget in epsilon and "
    "delta."
)


def admit(standing: Standing, charge: Charge, confirm: bool = False, slot: str | None = None) -> Account:
    """The account after the charge. Raises BudgetError if it is refused or ends the Gaussian filter unconfirmed."""
    after = standing.after(charge, slot)
    if after is None:
        raise of(standing, charge) if slot is None else of_slot(standing, charge, slot)
    if slot is None and "gaussian" in standing.ends(charge) and not confirm:
        what = Text("This plan would end the Gaussian filter. Only the Rényi filter could then pay for Gaussian noise.")
        if "renyi" not in after.live:
            what = Text("This pure plan would end the Gaussian filter. Only pure plans could be released afterwards.")
        raise BudgetError(
            what, "Confirm with confirm=True, or use a price in mu within the remaining budget of that filter."
        )
    return after.account


def of(standing: Standing, charge: Charge) -> BudgetError:
    """The error for a charge that exceeds the limits of one person or all live filters."""
    if (error := of_failures(standing, charge)) is not None:
        return error
    booked = standing.booked(charge)
    if standing.cap is not None and not standing.holds(booked):
        return standing.cap.refusal(standing.account, booked, standing.aside)
    left = [loss.words for name in standing.live if (loss := standing.left(name)) is not None]
    either = left[0] if left else Text("nothing")
    for other in left[1:]:
        either = Text("{one} or {other}", one=either, other=other)
    message = Text("This plan costs {charge}, and {left} is left.", charge=charge.words, left=either)
    if charge.epsilon is None and standing.live == ("pure",):
        pure = Text("Only pure charges fit here: price the plan in epsilon.")
        return BudgetError(message, _ALL_ROWS if charge.delta else pure)
    most = largest(standing, charge)
    return BudgetError(message, _FEWER if most is None else joined((most, _FEWER)))


def of_failures(standing: Standing, charge: Charge) -> BudgetError | None:
    """The error for a charge whose failure probability alone is refused; None if that is not the reason."""
    ended = standing.budget.delta is not None and "gaussian" not in standing.live
    if not charge.delta or ended:
        return None
    if not account_of(standing.account):
        return _without(standing, float(charge.delta))
    if standing.affords(charge) or not standing.affords(replace(charge, delta=Fraction(0))):
        return None
    account = standing.failures
    if account is None:
        return None
    facts = {"failure": float(charge.delta), "left": account.left, "whole": account.whole}
    if standing.cap is not None:
        return BudgetError(
            Text(
                "This plan needs a failure probability of {failure:.3g}. Of the {whole:.3g} that this budget sets "
                "aside for failures, {left:.3g} is left for you.",
                **facts,
            ),
            Text(
                "Leave out the sampling rate, ask for a smaller failure probability, or propose the plan to an owner."
            ),
        )
    return BudgetError(
        Text(
            "This plan needs a failure probability of {failure:.3g}, and {left:.3g} is left of the {whole:.3g} that "
            "this budget sets aside for failures.",
            **facts,
        ),
        Text("Leave out the sampling rate, or ask for a smaller failure probability."),
    )


def lacks_failures(standing: Standing, charge: Charge) -> bool:
    """Whether a charge is refused only because of its failure probability."""
    return of_failures(standing, charge) is not None


def _without(standing: Standing, failure: float) -> BudgetError:
    """The error for a budget without an account for failures. Its hint says what to do."""
    budget = standing.budget
    if budget.delta is None:
        return BudgetError(
            "This plan needs a failure probability of {failure:.3g}, and this budget has no delta.",
            _OTHER_BUDGET,
            failure=failure,
        )
    if budget.mu is not None:
        return BudgetError(
            "This plan needs a failure probability of {failure:.3g}, and a budget in mu allows none.",
            _OTHER_BUDGET,
            failure=failure,
        )
    if budget.slots:
        return BudgetError(
            "This plan needs a failure probability of {failure:.3g}, and a budget with slots allows none.",
            _OTHER_BUDGET,
            failure=failure,
        )
    return BudgetError(
        Text(
            "This plan needs a failure probability of {failure:.3g}, and this budget sets no part of its delta aside "
            "for failures.",
            failure=failure,
        ),
        Text(
            "An owner can set {part} aside with “Allow failures” on the page Ledger, or with `allow_failures`. Or "
            "leave out the sampling rate, so that every step reads all rows.",
            part=scientific(SHARE * budget.delta),
        ),
    )


def largest(standing: Standing, charge: Charge) -> Text | None:
    """A sentence with a price that still fits, rounded down to six digits; None if nothing is left.

    For a Gaussian plan this is the largest price. Other plans may compose to less than the sum, so more may fit.
    """
    name: FilterName = "pure" if charge.epsilon is not None else "gaussian"
    amount = standing.amount(name)
    if not amount:
        return None
    context = Context(prec=40)
    exactly = context.scaleb(Decimal(amount), -18)
    if name == "pure":
        return Text("Epsilon {epsilon} still fits.", epsilon=_down(exactly))
    mu = _down(context.sqrt(exactly))
    if all(isinstance(part, Gaussian) for part in charge.parts or ()):
        return Text("The largest mu that fits is {mu}.", mu=mu)
    return Text("Mu {mu} still fits.", mu=mu)


def _down(value: Decimal) -> str:
    """Six digits, rounded down."""
    return f"{float(Context(prec=6, rounding=ROUND_FLOOR).plus(value)):g}"


def of_slot(standing: Standing, charge: Charge, name: str) -> BudgetError:
    """The error for a charge that a slot cannot pay."""
    entry = standing.account.slot(name)
    if entry is None:
        names = ", ".join(repr(slot.name) for slot in standing.account.slots)
        return BudgetError(
            "This budget has no slot {name}.",
            "Its slots: {known}." if names else "Remove the slot from the plan.",
            name=shown(name),
            known=names,
        )
    slot, left = entry
    if not left:
        return BudgetError(
            "The slot {name} is used up: all {times} payments were made.",
            "Use another slot, or pay without a slot.",
            times=slot.times,
            name=shown(name),
        )
    if charge.delta:
        return BudgetError(
            "This plan needs a failure probability of {failure:.3g}, and a budget with slots allows none.",
            _OTHER_BUDGET,
            failure=float(charge.delta),
        )
    costs = charge.words
    if slot.mu is not None:
        costs = Text("mu {mu:.4g}", mu=math.sqrt(charge.composed() or 0))
    if charge.mu_squared is None or (slot.mu is None and charge.epsilon is None):
        return BudgetError(
            "The slot {name} pays for pure plans only, and this plan is priced in mu.",
            "Price the plan in epsilon.",
            name=shown(name),
        )
    return BudgetError(
        "This plan costs {costs}, and the slot {name} pays {slot}.",
        "Ask for less.",
        costs=costs,
        name=shown(name),
        slot=slot.words,
    )
