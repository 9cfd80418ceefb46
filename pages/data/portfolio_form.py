"""Further settings of a budget: delta shared among accounting methods, and reserved releases."""

from __future__ import annotations

import re

import streamlit as st

import dpcore as dp
from dpcore.text import Text
from pages.ui.language import say
from pages.ui.widget import kept

PORTFOLIOS: dict[Text, dp.Portfolio | None] = {
    Text("general use: Gaussian noise and a few Laplace answers"): None,
    Text("general use and many small Laplace answers (a tenth of delta reserved for them)"): dp.Portfolio(renyi=0.1),
    Text("mostly small Laplace answers (half of delta reserved for them)"): dp.Portfolio(renyi=0.5),
    Text(
        "Laplace answers in large plans (a tenth of delta reserved for them, a tenth for failure probabilities)"
    ): dp.Portfolio(renyi=0.1, failure=0.1),
}
HINT = Text("Write name, price and how often: monthly, epsilon 0.05, 12.")
# the figures of both examples are recomputed in tests/pages/test_budget_form.py
# vital
SHARED = Text(
    "Example: epsilon 1 at delta 10⁻⁶ pays for {general} Laplace answers of epsilon 0.02, asked one by one. With a "
    "tenth of delta reserved for them it pays for {tenth}; Gaussian noise has mu {less} in all then, instead of {mu}.",
    general="90",
    tenth="105",
    less="0.235",
    mu="0.237",
)
# vital
RESERVED = Text(
    "Example: “monthly, epsilon 0.05, 12 times” leaves mu {reserved} of a budget of epsilon 1 at delta 10⁻⁶. Twelve "
    "Laplace answers of epsilon 0.05 that are not reserved leave mu {free}.",
    reserved="0.171",
    free="0.100",
)
SLOT = re.compile(
    r"(?P<name>[^,]+),\s*(?P<currency>mu|epsilon)\s+(?P<price>(\d+(\.\d+)?|\.\d+)(e-?\d{1,3})?),\s*(?P<times>\d{1,9})(\s+times)?"
)


def portfolio() -> dp.Portfolio | None:
    """Draws how delta is shared, by expected use; None is the default."""
    # vital
    chosen = kept(
        st.selectbox,
        say("Expected use of the budget"),
        list(PORTFOLIOS),
        format_func=say,
        key="describe-portfolio",
        default=next(iter(PORTFOLIOS)),
        help=say(
            "Part of delta can be reserved for an accounting method that is tighter for many small Laplace "
            "answers. The reserved part is not available for Gaussian noise. This cannot be changed later."
        ),
    )
    st.caption(say(SHARED))
    return PORTFOLIOS[chosen]


def slots() -> tuple[dp.Slot, ...]:
    """Draws the reserved releases. Raises BudgetError."""
    # vital
    text = kept(
        st.text_area,
        say("Reserved releases (one per line)"),
        key="describe-slots",
        default="",
        placeholder=say("monthly, epsilon 0.05, 12 times"),
        help=say(
            "Prices that are fixed now and paid later, by any plans in any order. Together they cost less "
            "than the same prices chosen as you go. The rest of the budget is the free part. Reserved "
            "releases cannot be changed later."
        ),
    )
    st.caption(say(RESERVED))
    return tuple(slot(line.strip()) for line in (text or "").splitlines() if line.strip())


def slot(line: str) -> dp.Slot:
    """One line as a slot. Raises BudgetError."""
    match = SLOT.fullmatch(line)
    if match is None:
        raise dp.BudgetError(Text("“{line}” is not a reserved release.", line=line), HINT)
    price = float(match["price"])
    mu, epsilon = (price, None) if match["currency"] == "mu" else (None, price)
    try:
        return dp.Slot(match["name"].strip(), mu=mu, epsilon=epsilon, times=int(match["times"]))
    except dp.DpError as error:  # whose hint is about the library's arguments
        raise dp.BudgetError(
            Text(
                "“{line}” is not a reserved release: the price is at most 100, and it is used from 1 to 10,000 times.",
                line=line,
            ),
            HINT,
        ) from error
