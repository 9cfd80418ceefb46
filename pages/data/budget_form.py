# vital
"""The budget: chosen by its consequence, beside published deployments, with what it buys and what stays changeable."""

from __future__ import annotations

import streamlit as st

import dpcore as dp
from dpcore.budget.account import ATTO
from dpcore.budget.precedent import Precedent, nearest, precedents
from dpcore.number import scientific
from dpcore.present.text import preset, remaining, term, words
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.table import Table
from dpcore.text import Text, joined
from pages.data import portfolio_form
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain
from pages.ui.widget import current, kept

EPSILONS = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
DELTAS = {"10⁻⁵": 1e-5, "10⁻⁶": 1e-6, "10⁻⁷": 1e-7, "10⁻⁸": 1e-8, "10⁻⁹": 1e-9, Text("none (pure)"): None}
PRESET, SLIDER, OWN, MU = FORMS = (
    Text("strict, usual or loose"),
    Text("the slider"),
    Text("my own epsilon and delta"),
    Text("mu"),
)
LATER = Text(
    "**Can be changed later:** bounds, categories, columns, rows and groups per unit, and the expected number of rows, "
    "by describing the rows again at no cost. An owner can raise the budget; everybody in the table is then protected "
    "less, and the ledger records it."
)
FIXED = Text(
    "**Fixed once the dataset is opened:** the identifier, whether a unit is a row, the relation, reserved releases, "
    "and the accounting methods that share delta. The budget can never be lowered."
)


def draw(unit: dp.Unit | None, neighbors: Neighbors) -> dp.Budget:
    """Draws the budget with its consequence in words. unit: None until it is declared. Raises BudgetError."""
    called = current("describe-unit", "") if unit is None else unit.called  # its limit may not be said yet
    who = Text("one {unit}", unit=plain(called)) if called else Text("one row")
    table = None if unit is None else _declared(unit, neighbors)
    form, delta = current("describe-form", PRESET), DELTAS[current("describe-delta", "10⁻⁶")]
    epsilon = mu = None
    with st.container():  # present even when empty, so that the settings below stay open
        if form == PRESET:
            epsilon = _presets(who, delta, table)
        elif form == SLIDER:
            epsilon = _slider(who)
    _compare()
    with st.expander(say("Advanced settings")):
        kept(st.selectbox, say("Set by"), FORMS, key="describe-form", default=PRESET, format_func=say)
        if form == OWN:
            epsilon = _number(say("epsilon"), "describe-own-epsilon", term.EPSILON)
        elif form == MU:
            mu = _number(say("mu"), "describe-mu", term.MU)
        options, hint = list(DELTAS), say(term.DELTA)
        kept(st.selectbox, say("delta"), options, key="describe-delta", default="10⁻⁶", format_func=say, help=hint)
        slots = portfolio_form.slots()
        shares = portfolio_form.portfolio() if delta and form != MU and not slots else None
    name, amount = ("mu", mu) if form == MU else ("epsilon", epsilon)
    if amount is None:
        raise dp.BudgetError("Enter a value for {value}.", "For example 1.", value=term.CURRENCIES[name])
    chosen = dp.Budget(epsilon, delta, mu, portfolio=shares, slots=slots)
    st.markdown(plain(words.odds(chosen), SENTENCES))
    st.caption(plain(numbers(chosen), 200))
    if table is not None and (form != PRESET or slots or shares):
        counts = remaining.bought(chosen, table)
        st.caption(plain(Text("What it buys, from what is declared here alone: {counts}.", counts=counts), 200))
    return chosen


def later() -> None:
    """Draws what can be changed once the dataset is opened, and what cannot."""
    st.caption(say(LATER))
    st.caption(say(FIXED))


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


def _declared(unit: dp.Unit, neighbors: Neighbors) -> Table:
    """The public facts by which a count is priced: the unit and the relation, of whatever columns."""
    return Table(dp.Schema({unit.identifier or "row": dp.Identifier()}), unit, neighbors)


def _presets(who: Text, delta: float | None, table: Table | None) -> float:
    """Draws the presets, each with the attacker's odds, what it buys, and the precedents nearest to it."""
    budgets = {name: dp.Budget(epsilon, delta) for name, epsilon in preset.PRESETS.items()}
    chosen: preset.Preset = kept(
        st.radio,
        _question(who),
        list(preset.PRESETS),
        key="describe-preset",
        default="usual",
        format_func=lambda name: say(preset.labelled(name, delta)),
        captions=[_consequence(budget, table) for budget in budgets.values()],
        help=say(term.EPSILON),
    )
    st.caption(say(preset.DIFFERENT))
    return preset.PRESETS[chosen]


def _consequence(budget: dp.Budget, table: Table | None) -> str:
    buys = [] if table is None else [Text("Buys {counts}.", counts=remaining.bought(budget, table))]
    near = [Text("Nearest: {near}", near=preset.line(entry)) for entry in nearest(budget.epsilon or 0.0)]
    return "  \n".join(plain(line, SENTENCES) for line in (joined([words.guess(budget), *buys]), *near))


def _slider(who: Text) -> float:
    epsilon: float = kept(
        st.select_slider,
        _question(who),
        EPSILONS,
        key="describe-epsilon",
        default=1.0,
        format_func=lambda epsilon: say("epsilon {epsilon:g}", epsilon=epsilon),
        help=say(term.EPSILON),
    )
    st.caption(say("Left: harder for an attacker, noisier answers. Right: easier for an attacker, clearer answers."))
    return epsilon


def _question(who: Text) -> str:
    return say("How hard should it be to tell whether {who} is in the table?", who=who)


def _number(label: str, key: str, hint: Text) -> float | None:
    number: float | None = kept(st.number_input, label, value=None, key=key, format="%g", help=say(hint))
    return number


def _compare() -> None:
    """Draws every published deployment with its source's words, once it is unfolded."""
    fold = st.expander(say("Compare with published deployments"), key="describe-deployments", on_change="rerun")
    if fold.open:
        with fold:
            st.markdown(say(preset.INCOMPARABLE))
            st.markdown("\n".join(_entry(entry) for entry in precedents()))


def _entry(entry: Precedent) -> str:
    quotes = " ".join(f"“{plain(quote, 300)}”" for quote in entry.quotes)
    read = say("read on {day}", day=entry.read.isoformat())
    return "  \n".join(
        [
            f"- **{plain(entry.publisher)}, {plain(entry.release)}**",
            f"{plain(preset.figures(entry), 300)}; {plain(preset.relation(entry), 100)}",
            quotes,
            f"[{plain(entry.source)}]({entry.address}), {plain(read)}",
        ]
    )
