# vital
"""The privacy unit, the neighbouring relation, and a budget chosen by its consequence."""

from __future__ import annotations

import streamlit as st

import dpcore as dp
from dpcore.budget.account import ATTO
from dpcore.number import scientific
from dpcore.present.text import term, words
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.table import MAX_NOUN, Unit
from dpcore.text import Text, joined
from pages.data import portfolio_form
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain, visible
from pages.ui.widget import kept, value

ROW = Text("each row")
EPSILONS = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
DELTAS = {"10⁻⁵": 1e-5, "10⁻⁶": 1e-6, "10⁻⁷": 1e-7, "10⁻⁸": 1e-8, "10⁻⁹": 1e-9, Text("none (pure)"): None}
RELATIONS: dict[Neighbors, str] = {
    "add_remove": Text("membership: whether a unit is in the table at all"),
    "replace": Text("the contents of the rows; the number of units is public"),
}
FORMS = (Text("the slider"), Text("my own epsilon and delta"), Text("mu"))


def unit(identifiers: list[str]) -> Unit:
    """Draws the privacy unit. Raises SchemaError."""
    who = kept(
        st.selectbox,
        say("Who is protected"),
        [ROW, *identifiers],
        key="describe-unit",
        default=ROW,
        format_func=visible,
        help=say(term.UNIT),
    )
    if who == ROW or who not in identifiers:
        if identifiers:
            st.warning(
                say(
                    "Each row is protected by itself, not all rows of one {identifiers} together.",
                    identifiers=plain(identifiers[0]),
                )
            )
        return Unit()
    left, right = st.columns(2)
    with left:
        rows = kept(st.number_input, say("Maximum rows per unit"), 1, 1_000_000, value=None, key="describe-rows")
    with right:
        groups = kept(
            st.number_input,
            say("Maximum groups per unit"),
            1,
            1_000_000,
            value=None,
            key="describe-groups",
            placeholder=say("same as rows"),
        )
    noun = kept(
        st.text_input,
        say("What one of them is called (optional)"),
        key="describe-noun",
        default="",
        max_chars=MAX_NOUN,
        placeholder=say("in the singular: aircraft, where the column is called tailnum"),
    )
    st.caption(say("Rows beyond this limit are not used. A lower limit means less noise."))
    if rows is None:
        raise dp.SchemaError("The maximum number of rows per {who} is missing.", "For example 5.", who=who)
    return Unit(who, max_rows=rows, max_groups=groups, noun=(noun or "").strip() or None)


def relation() -> Neighbors:
    """Draws the neighbouring relation."""
    chosen: Neighbors = kept(
        st.radio,
        say("What is protected"),
        list(RELATIONS),
        key="describe-relation",
        default="add_remove",
        format_func=lambda name: say(RELATIONS[name]),
        help=say(term.RELATION),
    )
    return chosen


def budget(who: Text) -> dp.Budget:
    """Draws the budget with its consequence in words. Raises BudgetError."""
    form = value("describe-form", FORMS[0])
    epsilon = mu = None
    hint = say(term.EPSILON)
    with st.container():  # present even when empty, so that the settings below stay open
        if form == FORMS[0]:
            epsilon = kept(
                st.select_slider,
                say("How hard should it be to tell whether {who} is in the table?", who=who),
                EPSILONS,
                key="describe-epsilon",
                default=1.0,
                format_func=lambda epsilon: say("epsilon {epsilon:g}", epsilon=epsilon),
                help=hint,
            )
            st.caption(
                say("Left: harder for an attacker, noisier answers. Right: easier for an attacker, clearer answers.")
            )
    with st.expander(say("Advanced settings")):
        form = kept(st.selectbox, say("Set by"), FORMS, key="describe-form", default=FORMS[0], format_func=say)
        if form == FORMS[1]:
            epsilon = kept(
                st.number_input, say("epsilon"), value=None, key="describe-own-epsilon", format="%g", help=hint
            )
        if form == FORMS[2]:
            mu = kept(st.number_input, say("mu"), value=None, key="describe-mu", format="%g", help=say(term.MU))
        delta = DELTAS[
            kept(
                st.selectbox,
                say("delta"),
                list(DELTAS),
                key="describe-delta",
                default="10⁻⁶",
                format_func=say,
                help=say(term.DELTA),
            )
        ]
        slots = portfolio_form.slots()
        shares = portfolio_form.portfolio() if delta and form != FORMS[2] and not slots else None
    name, amount = ("mu", mu) if form == FORMS[2] else ("epsilon", epsilon)
    if amount is None:
        raise dp.BudgetError("Enter a value for {value}.", "For example 1.", value=term.CURRENCIES[name])
    chosen = dp.Budget(None if form == FORMS[2] else epsilon, delta, mu, portfolio=shares, slots=slots)
    st.markdown(plain(words.odds(chosen), SENTENCES))
    st.caption(plain(numbers(chosen), 200))
    return chosen


def numbers(budget: dp.Budget) -> Text:
    """The budget's figures, each with its name."""
    parts: list[Text] = []
    if budget.epsilon is not None and budget.delta is None:
        parts.append(Text("epsilon {epsilon:g}", epsilon=budget.epsilon))
    elif budget.epsilon is not None:
        delta = scientific(budget.delta or 0.0)
        parts.append(Text("epsilon {epsilon:g} at delta {delta}", epsilon=budget.epsilon, delta=delta))
    filters = {filter_.name: filter_ for filter_ in budget.filters()}
    if "gaussian" in filters:
        mu = (filters["gaussian"].limit / ATTO) ** 0.5
        parts.append(Text("free part mu {mu:.3g}", mu=mu) if budget.slots else Text("mu {mu:.3g}", mu=mu))
        if filters["gaussian"].delta:
            failures = scientific(filters["gaussian"].delta / ATTO)
            parts.append(Text("{delta} of delta for failures", delta=failures))
    if "renyi" in filters:
        parts.append(Text("Rényi filter at order {order:g}", order=filters["renyi"].order))
    return joined(parts, " · ")
