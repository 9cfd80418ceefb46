"""Named plans: saved, opened, shared with the team, deleted; whose they are and which revision. A link opens one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st

import dpcore as dp
from dpcore.ledger.side.named_plan import LONGEST, NamedPlan
from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ask import every_month
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain, visible
from pages.ui.person import signin
from pages.ui.plan import draft
from pages.ui.plan.draft import Draft
from pages.ui.session import session

PARAMETER = "plan"
_NONE = ""


def offer(dataset: Dataset, plan: Draft) -> None:
    """Draws the menu of named plans. plan: the draft as it is."""
    shelf = desk().plans(dataset.id).all
    now = _now(plan, shelf)
    label = plain(now.name, 40) if now is not None else say("Named plans")
    with st.popover(label, icon=":material/folder:", key=f"named-{dataset.id}"):
        if now is not None:
            _current(dataset, plan, now)
        if plan.rows:
            key = f"named-{dataset.id}-name"
            st.text_input(say("Name of a new plan"), key=key, max_chars=LONGEST, placeholder=say("March report"))
            st.button(say("Save as a new plan"), on_click=_add, args=(dataset, key))
        others = {one.id: one for one in shelf if now is None or one.id != now.id}
        if others:
            _others(dataset, others)
        elif now is None and not plan.rows:
            st.caption(say("A plan that you save under a name is found here, and can be shared with your team."))


def linked(dataset: Dataset, plan: Draft) -> None:
    """Draws the plan that the address names, to be opened or not, and what the open plan has lost."""
    wanted = st.query_params.get(PARAMETER)
    if plan.named is None and not wanted:
        return
    shelf = desk().plans(dataset.id).all
    now = _now(plan, shelf)
    if now is not None and plan.named is not None and now.revision == plan.named[1]:
        _left_out(dataset, now)
    if not wanted:
        return
    there = next((one for one in shelf if one.id == wanted), None)
    with st.container(border=True):
        if there is None:
            st.markdown(say("The plan of this link was deleted, or it is not shared with you."))
        else:
            st.markdown(f":material/folder: **{plain(there.name, LONGEST)}** · {plain(_whose(there), 300)}")
            st.caption(say("Your current plan stays until you open this one; Undo brings it back."))
        with st.container(horizontal=True):
            if there is not None:
                st.button(say("Open"), key="named-linked", on_click=_open, args=(dataset, there.id))
            st.button(say("Dismiss"), key="named-unlinked", type="tertiary", on_click=_dismiss)


def _left_out(dataset: Dataset, now: NamedPlan) -> None:
    """Draws how many questions of the open plan are not in the draft; a save would remove them from it."""
    read = draft.read(now.text, dataset)
    if read is not None and read[1]:
        tell(read[1])


def tell(lost: int, questions: Sequence[str] = ()) -> None:
    """Draws how many questions are left out, and those that can still be said."""
    # vital
    many = Text.counted(
        "One question of this plan no longer fits the description of the table, and is left out.",
        "{n} questions of this plan no longer fit the description of the table, and are left out.",
        n=lost,
    )
    st.warning(say(many))
    if said := [each for each in questions if each]:
        st.caption(plain(joined(said, "; "), SENTENCES))


def _whose(plan: NamedPlan) -> Text:
    when = plan.time[:16].replace("T", " ")
    if plan.user == plan.author:
        return Text("by {author}, revision {revision}, {when}", author=plan.author, revision=plan.revision, when=when)
    return Text(
        "by {author}, revision {revision} by {user}, {when}",
        author=plan.author,
        revision=plan.revision,
        user=plan.user,
        when=when,
    )


def _current(dataset: Dataset, plan: Draft, now: NamedPlan) -> None:
    """Draws what can be done with the plan that is open."""
    st.markdown(f"**{plain(now.name, LONGEST)}**  \n{plain(_whose(now), 300)}")
    if plan.named is None or now.revision != plan.named[1]:
        # vital
        st.warning(
            say(
                "{user} saved revision {revision} since you opened this plan. Save yours as a new plan, or open the "
                "newer one.",
                user=plain(now.user, 100),
                revision=now.revision,
            )
        )
        st.button(say("Open the newer one"), on_click=_open, args=(dataset, now.id))
    else:
        same = not plan.rows or plan.to_text() == now.text
        st.button(say("Save"), disabled=same, on_click=_save, args=(dataset, now.id))
    own = now.author == desk().user
    if own and signin.user() is not None:
        key = f"named-{now.id}-shared"
        session[key] = now.shared
        st.toggle(
            say("Shared with all who may ask"),
            key=key,
            on_change=_share,
            args=(dataset, now.id, key),
            help=say("They can open it and save over it. Each save is a revision."),
        )
    address = str(st.context.url or "").split("?")[0]
    st.code(f"{address}?{urlencode({'dataset': dataset.id, PARAMETER: now.id})}", language=None, wrap_lines=True)
    every_month.offer(dataset, plan)
    with st.container(horizontal=True):
        st.button(say("Close"), key="named-close", on_click=_close, args=(dataset,), help=say("The rows stay."))
        if own or dataset.role == "owner":
            st.button(say("Delete"), key="named-delete", on_click=_delete, args=(dataset, now.id))


def _others(dataset: Dataset, others: dict[str, NamedPlan]) -> None:
    """Draws the other plans, to open one."""
    me, key = desk().user, f"named-{dataset.id}-other"
    names = {
        one.id: visible(one.name, 80) + ("" if one.author == me else f" · {visible(one.author, 60)}")
        for one in others.values()
    }
    if session.get(key, _NONE) not in names:
        session.pop(key, None)
    st.selectbox(
        say("Another plan"),
        list(names),
        index=None,
        format_func=lambda one: names.get(one, str(one)),
        key=key,
        placeholder=say("Choose one"),
    )
    st.button(say("Open"), key=f"{key}-open", on_click=_chosen, args=(dataset, key))


def _now(plan: Draft, shelf: list[NamedPlan]) -> NamedPlan | None:
    """The named plan that the draft is, if it is still there."""
    return next((one for one in shelf if plan.named is not None and one.id == plan.named[0]), None)


@act
def _add(dataset: Dataset, key: str) -> None:
    """The second click of a double click finds the plan that the first one made, and no name."""
    plan, shelf = draft.load(dataset), desk().plans(dataset.id)
    now = _now(plan, shelf.all)
    if not plan.rows or (not session[key].strip() and now is not None and now.text == plan.to_text()):
        return
    made = shelf.add(session[key], plan.to_text())
    draft.name(dataset, (made.id, made.revision))
    session[key] = ""


@act
def _save(dataset: Dataset, name: str) -> None:
    """A second click finds nothing that is not saved."""
    plan, shelf = draft.load(dataset), desk().plans(dataset.id)
    now = _now(plan, shelf.all)
    if plan.named is None or plan.named[0] != name or not plan.rows:
        return
    if now is not None and now.revision == plan.named[1] and now.text == plan.to_text():
        return
    saved = shelf.save(name, plan.named[1], plan.to_text())
    draft.name(dataset, (saved.id, saved.revision))


@act
def _share(dataset: Dataset, name: str, key: str) -> None:
    desk().plans(dataset.id).share(name, session[key])


@act
def _close(dataset: Dataset) -> None:
    draft.name(dataset, None)


@act
def _delete(dataset: Dataset, name: str) -> None:
    desk().plans(dataset.id).delete(name)
    draft.name(dataset, None)


@act
def _chosen(dataset: Dataset, key: str) -> None:
    if session.get(key):
        _opening(dataset, session[key])


@act
def _open(dataset: Dataset, name: str) -> None:
    _opening(dataset, name)


def _opening(dataset: Dataset, name: str) -> None:
    """The plan takes the place of the draft, as one step for undo; a second click finds it there."""
    found = next((one for one in desk().plans(dataset.id).all if one.id == name), None)
    read = None if found is None else draft.read(found.text, dataset)
    if found is None or read is None:
        raise dp.QueryError("This plan cannot be opened.", "It was deleted, or it is of another version of Murmur.")
    brought, named = read[0], (found.id, found.revision)

    def change(mine: Draft) -> Draft:
        if mine.named == named and mine.to_text() == brought.to_text():
            return mine
        # numbers of their own: what is drawn for a row of the old plan must not act on one of the new
        rows = tuple(replace(row, id=mine.next_id + place) for place, row in enumerate(brought.rows))
        return replace(brought, rows=rows, next_id=mine.next_id + len(rows), named=named)

    draft.save(dataset, change)
    st.query_params.pop(PARAMETER, None)


@act
def _dismiss() -> None:
    st.query_params.pop(PARAMETER, None)
