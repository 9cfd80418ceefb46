"""Scenarios as tabs: the plan of Ask and saved ones; save, delete, compare, use in Ask, copy link."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

import dpcore as dp
from dpcore.plan.exchange import amount_of
from dpcore.plan.scenario import MOST_NAME, Scenario
from dpcore.present.explore import words
from dpcore.present.explore.axis import power
from dpcore.present.file.export import cell
from dpcore.present.text import amount
from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.explore import lever, state
from pages.ui import navigation
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, visible
from pages.ui.plan import draft
from pages.ui.session import session
from pages.ui.unit_menu import gauge

PLAN, HERE = Text("plan in Ask"), " "  # a blank cannot be the name of a saved scenario
_LABELS = {"": PLAN, HERE: Text("shown here")}


def tabs(dataset: Dataset) -> None:
    """Draws the tabs, and the actions of the open one."""
    saved = {scenario.name: scenario for scenario in desk().scenarios(dataset.id)}
    explored = state.load(dataset)
    key = f"explore-tab-{dataset.id}"
    tab = explored.base.name if explored.base.name in saved else "" if explored.now == state.of_draft(dataset) else HERE
    session[key] = tab
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            say("Scenario"),
            ["", *([HERE] if tab == HERE else []), *saved],
            format_func=lambda name: say(_LABELS[name]) if name in _LABELS else plain(name),
            key=key,
            required=True,
            wrap=True,
            on_change=_open,
            args=(dataset, key),
        )
        lever.currency(dataset, explored)
        times, name = f"explore-saved-{dataset.id}", f"explore-name-{dataset.id}"
        # a new popover after each saving: one that is told to close may be reported as open by an older message
        with st.popover(say("Save"), icon=":material/save:", key=f"{times}-{session.get(times, 0)}"):
            st.text_input(say("Name"), max_chars=MOST_NAME, key=name, placeholder=say("cheap"))
            st.button(say("Save this scenario"), on_click=_save, args=(dataset, name, times))
        if explored.base.name in saved:
            st.button(say("Delete"), icon=":material/delete:", on_click=_delete, args=(dataset, explored.base.name))
        st.button(say("Use in Ask"), icon=":material/arrow_forward:", on_click=_use, args=(dataset,))
        st.button(say("Copy link"), icon=":material/link:", on_click=_show_link)
    plan = draft.load(dataset)
    if not tab and plan.rows and not plan.asked.rows:
        st.caption(say("All questions of the plan in Ask are turned off. These are example questions."))
    elif not tab and not plan.rows:
        st.caption(say("The plan in Ask is empty. These are example questions."))
    if explored.asked and (differs_from_ask := state.answered(dataset)):
        st.caption(say(differs_from_ask))
    _link(dataset)
    if saved and st.toggle(say("Compare scenarios side by side"), key=f"explore-compare-{dataset.id}"):
        compare(dataset, list(saved.values()))


def differs(dataset: Dataset) -> str:
    """The name of the saved scenario from which the shown one differs, or an empty string."""
    now = state.load(dataset).now
    if not now.name:  # avoids reading the desk at every move of a control
        return ""
    saved = next((scenario for scenario in desk().scenarios(dataset.id) if scenario.name == now.name), now)
    return "" if saved == now else now.name


def compare(dataset: Dataset, saved: list[Scenario]) -> None:
    """Draws price, epsilon, power and every error, one column per scenario."""
    now = state.load(dataset).now
    shown = [replace(now, name=""), *saved]
    columns = {cell(visible(scenario.name)) or say("shown here"): _column(dataset, scenario) for scenario in shown}
    measures = list(dict.fromkeys(measure for column in columns.values() for measure in column))
    table = [
        {say("figure"): measure, **{name: column.get(measure, "–") for name, column in columns.items()}}
        for measure in measures
    ]
    st.dataframe(
        table,
        hide_index=True,
        height="content",
        alt=say("Comparison of scenarios: price, epsilon, attacker's power and errors"),
    )


def _column(dataset: Dataset, scenario: Scenario) -> dict[str, str]:
    try:
        seen = state.seen(dataset, scenario)
    except dp.DpError as error:
        return {say("costs"): visible(error.message, 120)}
    errors = words.each_error(seen, [visible(query.sentence, 80) for query, _ in seen.scenario.asks])
    errors |= state.paid(dataset, seen)
    shown = gauge(desk().standing(dataset.id))
    # vital
    return {
        say("costs"): say(amount.together(shown, amount_of(seen.charge, shown.meter))),
        say("epsilon (at most)"): say(
            "{epsilon} at delta {delta}", epsilon=words.up(seen.epsilon), delta=power(scenario.delta)
        ),
        say("members found of 100, at a false positive rate of 5 % (at most)"): words.members(seen.power),
        say("correct guesses at even odds (at most)"): f"{words.percent(seen.right)} %",
        say("protected together"): str(scenario.group),
        say("share used"): f"{100 * scenario.rate:g} %",
        say("rows expected"): say("not given") if scenario.rows is None else f"{scenario.rows:,}",
        **{name: say(error) for name, error in errors.items()},
    }


@act
def _open(dataset: Dataset, key: str) -> None:
    name = session[key]
    chosen = next((scenario for scenario in desk().scenarios(dataset.id) if name and scenario.name == name), None)
    if chosen is None:
        state.begin(dataset)
    else:
        _put(dataset, chosen)


@act
def _put(dataset: Dataset, scenario: Scenario) -> None:
    state.put(dataset, scenario.bind(dataset.table.schema))


@act
def _save(dataset: Dataset, name: str, times: str) -> None:
    """Saving closes the popover; a refusal keeps it open, with the name."""
    scenario = replace(state.load(dataset).now, name=session[name].strip())
    desk().save_scenario(dataset.id, scenario)
    state.put(dataset, scenario)
    session[times] = session.get(times, 0) + 1


@act
def _delete(dataset: Dataset, name: str) -> None:
    if any(
        scenario.name == name for scenario in desk().scenarios(dataset.id)
    ):  # otherwise it was deleted in another window
        desk().delete_scenario(dataset.id, name)
    state.change(dataset, name="")
    state.put(dataset, state.load(dataset).now)


@act
def _use(dataset: Dataset) -> None:
    state.to_ask(dataset)
    navigation.go(navigation.ASK)


@act
def _show_link() -> None:
    session["explore-link"] = True


def _link(dataset: Dataset) -> None:
    """Draws the dialog with the link."""
    if session.pop("explore-link", False):
        st.dialog(say("Link to this scenario"), width="medium")(_body)(dataset)


def _body(dataset: Dataset) -> None:
    try:
        st.code(state.address(dataset), language=None, wrap_lines=True)
        # vital
        st.caption(
            say(
                "The link opens these questions and settings for a colleague who may see this dataset. It "
                "contains no row and no answer, and opening it spends nothing."
            )
        )
    except dp.DpError as error:
        st.error(f"{plain(error.message)} {plain(error.hint)}")
