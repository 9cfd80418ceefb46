"""The members of a dataset, and an owner's actions on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ui import role
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import copied, plain
from pages.ui.person import signin
from pages.ui.session import session

if TYPE_CHECKING:
    from dpcore.desk.team import Member

_NEW = "team-new"


def members(dataset: Dataset) -> None:
    """Draws the members, an owner's controls, and a button to leave."""
    owns = role.at_least(dataset, "owner")
    for member in desk().team(dataset.id).members:
        own, stays = member.user == desk().user, member.user == dataset.owner
        with st.container(horizontal=True, vertical_alignment="center", key=f"member-{member.user}"):
            name = f"**{plain(member.user, 200)}**"
            st.markdown(say("{user} (you)", user=name) if own else name, width="stretch")
            if owns and not stays:
                _change(dataset, member)
            else:
                st.badge(
                    say(role.NAMES[member.role]),
                    icon=role.ICONS[member.role],
                    color="gray" if member.role == "viewer" else "blue",
                )
            if (owns or own) and not stays:
                _end(dataset, member, own)
    if owns:
        with st.form("team-add", border=True, clear_on_submit=False):
            _add_form(dataset)


def _change(dataset: Dataset, member: Member) -> None:
    key = f"role-{dataset.id}-{member.user}"
    session[key] = member.role
    # for screen readers; the label is not drawn
    read_out = "".join(character for character in member.user if character.isalnum() or character in "@.+-_")
    st.selectbox(
        say("Role of {user}", user=read_out),
        role.ORDER,
        format_func=lambda name: say(role.NAMES[name]),
        key=key,
        on_change=_again,
        args=(dataset, member.user, key),
        label_visibility="collapsed",
        width=130,
    )


def _end(dataset: Dataset, member: Member, own: bool) -> None:
    """Draws the button that ends a membership, with its consequences."""
    key = f"remove-{dataset.id}-{member.user}"
    label, icon = (Text("Leave"), ":material/logout:") if own else (Text("Remove"), ":material/person_remove:")
    with st.popover(say(label), icon=icon, key=key):
        if own:
            # vital
            st.markdown(say("You lose access to this dataset. Your slice of the budget and your plans end."))
        else:
            # vital
            st.markdown(say("The unspent part of their slice returns to the budget, and their plans are withdrawn."))
        go = say("Leave this dataset") if own else say("Remove {user}", user=plain(member.user, 200))
        st.button(go, key=f"{key}-go", on_click=_remove, args=(dataset, member.user))


def _add_form(dataset: Dataset) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(say("E-mail address"), key=f"{_NEW}-user", max_chars=254, placeholder=say("ada@example.org"))
        st.selectbox(
            say("Role"), role.ORDER, 1, format_func=lambda name: say(role.NAMES[name]), key=f"{_NEW}-role", width=130
        )
        st.form_submit_button(say("Add"), type="primary", icon=":material/person_add:", on_click=_add, args=(dataset,))
    means = (Text("{role}: {means}.", role=role.NAMES[name], means=role.MEANS[name]) for name in role.ORDER)
    st.caption(plain(joined(means), 300))


@act
def _add(dataset: Dataset) -> None:
    user, chosen = copied(session[f"{_NEW}-user"]), session[f"{_NEW}-role"]
    desk().team(dataset.id).add(signin.address_of(user), chosen)
    session[f"{_NEW}-user"] = ""


@act
def _again(dataset: Dataset, user: str, key: str) -> None:
    desk().team(dataset.id).add(user, session[key])


@act
def _remove(dataset: Dataset, user: str) -> None:
    desk().team(dataset.id).remove(user)
