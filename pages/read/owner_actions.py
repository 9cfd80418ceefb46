# vital
"""The actions of an owner: verify, rename, raise the budget, allow failures, declare a version, delete the rows."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from dpcore.budget import aside
from dpcore.budget.account import ATTO
from dpcore.budget.standing import Standing
from dpcore.number import scientific
from dpcore.present.text import history, reading
from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.ui import navigation, role
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.session import session

_SAID = "owner said"


def acts(dataset: Dataset) -> None:
    """Draws the actions, each in a popover; for others, verifying the chain only."""
    outcome = session.pop(_SAID, None)
    with st.container():  # present even when empty, so that an open form below stays open
        if outcome:
            st.success(plain(outcome, 200), icon=":material/check:")
    with st.container(horizontal=True):
        st.button(say("Verify the chain"), icon=":material/verified:", on_click=_verify)
        if not role.at_least(dataset, "owner"):
            return
        with st.popover(say("Rename"), icon=":material/edit:"):
            key = f"rename-{dataset.id}"
            st.text_input(say("New name"), key=key, max_chars=100)
            st.button(say("Rename"), key=f"{key}-go", on_click=_rename, args=(dataset, key))
        with st.popover(say("Raise the budget"), icon=":material/trending_up:"):
            _raise_form(dataset)
        standing = desk().standing(dataset.id)
        if aside.may(standing.budget, standing.account) is None:
            with st.popover(say("Allow failures"), icon=":material/casino:"):
                _failures_form(dataset, standing)
        if dataset.has_rows and dataset.in_place:
            with st.popover(say("Declare a new version"), icon=":material/update:"):
                st.markdown(
                    say(
                        "These rows are read in place in their database. Version {version} was declared on {since}. "
                        "After a new version, repeated questions are paid again.",
                        version=dataset.version,
                        since=dataset.since[:10],
                    )
                )
                if said := reading.renewed(dataset, files=False):
                    st.markdown(plain(said, 1000))
                st.button(say("Declare a new version"), key=f"declare-{dataset.id}", on_click=_declare, args=(dataset,))
        with st.popover(say("Delete the rows"), icon=":material/delete:", disabled=not dataset.has_rows):
            st.markdown(say("The rows are deleted permanently. The ledger and every answer stay."))
            sure = st.checkbox(say("Yes, delete the rows."), key=f"delete-{dataset.id}")
            st.button(
                say("Delete the rows"),
                key=f"delete-go-{dataset.id}",
                disabled=not sure,
                on_click=_delete,
                args=(dataset,),
            )


def _raise_form(dataset: Dataset) -> None:
    budget = dataset.budget
    name = "mu" if budget.mu is not None else "epsilon"
    st.markdown(say("Everybody in the table is then protected less. The budget cannot be lowered again."))
    key = f"raise-{dataset.id}"
    amount = st.number_input(
        say("New {name}", name=name), value=float(getattr(budget, name)), format="%g", step=None, key=key
    )
    sure = st.checkbox(say("Yes, raise the budget."), key=f"{key}-sure")
    st.button(
        say("Raise the budget"), key=f"{key}-go", disabled=not sure, on_click=_raise, args=(dataset, name, amount)
    )


def _failures_form(dataset: Dataset, standing: Standing) -> None:
    """Draws how a part of delta is set aside: on top of it, or within it while nothing was charged."""
    more = aside.added(standing.budget, standing.account)
    st.markdown(
        say(
            "Questions on random samples need a small probability of failure, for which a part of delta is set aside. "
            "Nothing is taken from what was used: {part} is added on top of delta. Everybody in the table is then "
            "protected by {new} instead of {old}. This cannot be taken back.",
            part=scientific(more.filters()[1].delta / ATTO),
            new=more.words,
            old=standing.budget.words,
        )
    )
    key, within = f"failures-{dataset.id}", False
    if not aside.used(standing.account):
        within = st.checkbox(say("Take it from delta instead: nothing was charged so far."), key=f"{key}-within")
    sure = st.checkbox(say("Yes, set it aside."), key=f"{key}-sure")
    st.button(
        say("Allow failures"), key=f"{key}-go", disabled=not sure, on_click=_allow_failures, args=(dataset, within)
    )


@act
def _verify() -> None:
    desk().verify()
    session[_SAID] = Text("The chain is intact: every entry and every answer is as it was written.")


@act
def _rename(dataset: Dataset, key: str) -> None:
    navigation.choose(desk().rename(dataset.id, session[key]).id)
    session[_SAID] = Text("Renamed.")


@act
def _raise(dataset: Dataset, name: str, amount: float) -> None:
    raised = replace(dataset.budget, mu=amount) if name == "mu" else replace(dataset.budget, epsilon=amount)
    desk().raise_budget(dataset.id, raised)
    session[_SAID] = Text("The budget is raised, and the ledger records it.")


@act
def _allow_failures(dataset: Dataset, within: bool) -> None:
    budget = desk().allow_failures(dataset.id, divide=within).budget
    session[_SAID] = Text("The budget is now {budget}, and the ledger records it.", budget=history.budget(budget))


@act
def _declare(dataset: Dataset) -> None:
    version = desk().update(dataset.id, separate_budget=True).version
    session[_SAID] = Text("Version {version} is declared: the table as it is from now on.", version=version)


@act
def _delete(dataset: Dataset) -> None:
    desk().delete_rows(dataset.id)
    session[_SAID] = Text("The rows are deleted.")
