"""What a budget may have beyond its figures: delta shared among filters, and prices fixed in advance."""

from __future__ import annotations

import re

import streamlit as st

import dpcore as dp
from dpcore.text import Text
from pages.ui.language import say
from pages.ui.widget import kept

PORTFOLIOS: dict[Text, dp.Portfolio | None] = {
    Text("anything: Gaussian noise, and a few Laplace answers"): None,
    Text("also many small Laplace answers: a tenth of delta is theirs"): dp.Portfolio(renyi=0.1),
    Text("mostly small Laplace answers: half of delta is theirs"): dp.Portfolio(renyi=0.5),
    Text("Laplace answers in large plans: a tenth is theirs, a tenth for chances of failing"): dp.Portfolio(
        renyi=0.1, failure=0.1
    ),
}
HINT = Text("Write name, price and how often: monthly, mu 0.1, 12.")
SLOT = re.compile(
    r"(?P<name>[^,]+),\s*(?P<currency>mu|epsilon)\s+(?P<price>(\d+(\.\d+)?|\.\d+)(e-?\d{1,3})?),\s*(?P<times>\d{1,9})(\s+times)?"
)


def portfolio() -> dp.Portfolio | None:
    """Draws how delta is shared, by what will be asked most; None is the default."""
    chosen = kept(
        st.selectbox,
        say("What will be asked most"),
        list(PORTFOLIOS),
        format_func=say,
        key="describe-portfolio",
        default=next(iter(PORTFOLIOS)),
        help=say(
            "Part of delta can be set aside for a filter that counts many small Laplace answers more "
            "tightly. What is set aside is missing for Gaussian noise. It cannot be changed later."
        ),
    )
    return PORTFOLIOS[chosen]


def slots() -> tuple[dp.Slot, ...]:
    """Draws the prices that are fixed now and paid later. Raises BudgetError."""
    text = kept(
        st.text_area,
        say("Reserved releases (one per line)"),
        key="describe-slots",
        default="",
        placeholder=say("monthly, mu 0.1, 12 times"),
        help=say(
            "Prices fixed now and paid later, by plans of any content in any order: together they cost less "
            "than the same prices chosen as you go. What they do not take is the free part. They cannot be "
            "changed later."
        ),
    )
    return tuple(slot(line.strip()) for line in (text or "").splitlines() if line.strip())


def slot(line: str) -> dp.Slot:
    """One line as a slot. Raises BudgetError."""
    found = SLOT.fullmatch(line)
    if found is None:
        raise dp.BudgetError(Text("“{line}” is not a slot.", line=line), HINT)
    price = float(found["price"])
    mu, epsilon = (price, None) if found["currency"] == "mu" else (None, price)
    try:
        return dp.Slot(found["name"].strip(), mu=mu, epsilon=epsilon, times=int(found["times"]))
    except dp.DpError as error:  # which speaks of the library, not of lines
        raise dp.BudgetError(
            Text("“{line}” is not a slot: a price goes up to 100, and from 1 to 10,000 times.", line=line), HINT
        ) from error
