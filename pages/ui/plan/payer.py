"""Choosing which part of the budget pays for a plan, if it has slots."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from dpcore.present.text.price import of_slot
from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import visible
from pages.ui.plan import draft
from pages.ui.plan.draft import Currency, Draft
from pages.ui.session import resent, session
from pages.ui.unit_menu import gauge

FREE = Text("the free part of the budget")


def slots(dataset: Dataset) -> dict[str, Text]:
    """The reserved releases of a budget by name, with their price and how many are left."""
    standing = desk().standing(dataset.id)
    account, shown = standing.account, gauge(standing)
    return {
        slot.name: Text(
            "{name} ({price}, {left} left)", name=slot.name, price=of_slot(slot, shown), left=slot.times - used
        )
        for slot, used in zip(account.slots, account.used, strict=True)
    }


def choice(dataset: Dataset, plan: Draft) -> None:
    """Draws the free part and every slot with what is left; nothing without slots."""
    reserved = slots(dataset)
    if not reserved:
        return
    names = {"": FREE} | reserved
    key = f"payer-{dataset.id}"
    session[key] = plan.slot or ""
    # vital
    st.selectbox(
        say("Paid by"),
        list(names),
        format_func=lambda name: visible(names.get(name, ""), 80),
        key=key,
        on_change=_pay,
        args=(dataset, key, session[key]),
        help=say(
            "A slot is a reserved release: a price fixed when the budget was opened. It pays for one plan, "
            "and any unused part of that price is lost."
        ),
    )


@act
def _pay(dataset: Dataset, key: str, drawn: str) -> None:
    name: str = session[key]
    if resent(key, drawn):
        return
    slot = next((declared for declared in dataset.budget.slots if declared.name == name), None)
    if slot is None:
        draft.save(dataset, lambda plan: replace(plan, slot=None))
        return
    currency: Currency = "mu" if slot.mu is not None else "epsilon"
    total = slot.mu or slot.epsilon or draft.START

    def paid(plan: Draft) -> Draft:
        rows = tuple(replace(row, held=None) for row in plan.rows)
        return replace(plan, slot=slot.name, currency=currency, total=total, rows=rows)

    draft.save(dataset, paid)
