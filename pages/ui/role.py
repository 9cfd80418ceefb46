"""The user's role in the open dataset. `dpcore` enforces it; pages show it beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dpcore.errors import DpError
from dpcore.text import Text
from pages.ui import navigation
from pages.ui.desk import desk
from pages.ui.language import say
from pages.ui.markdown import Color, plain

if TYPE_CHECKING:
    from dpcore.desk.team import Role
    from dpcore.release.dataset import Dataset

ORDER: tuple[Role, ...] = ("viewer", "analyst", "owner")
NAMES: dict[Role, Text] = {"viewer": Text("viewer"), "analyst": Text("analyst"), "owner": Text("owner")}
MEANS: dict[Role, Text] = {
    "viewer": Text("reads what was released, and comments"),
    "analyst": Text("asks questions within a slice of the budget, or after a review"),
    "owner": Text("decides about the rows, the budget and the team"),
}
ICONS: dict[Role, str] = {
    "viewer": ":material/visibility:",
    "analyst": ":material/query_stats:",
    "owner": ":material/key:",
}


def of(dataset: Dataset) -> Role:
    """This user's role."""
    return dataset.role


def at_least(dataset: Dataset, role: Role) -> bool:
    """Whether this user's role in a dataset includes the given one."""
    return ORDER.index(of(dataset)) >= ORDER.index(role)


def may_ask() -> bool:
    """Whether the menu offers Ask: not for a viewer of the open dataset."""
    try:
        dataset = navigation.current()
        return dataset is None or at_least(dataset, "analyst")
    except DpError:
        return True  # the page shows the error


def needed(role: Role) -> Dataset:
    """The open dataset, if the user's role includes the given one; otherwise draws a sentence and ends the page."""
    dataset = navigation.needed()
    if not at_least(dataset, role):
        who = Text("its analysts and owners") if role == "analyst" else Text("its owners")
        st.info(
            say("**{name}** is shared with you to read. This page is for {who}.", name=plain(dataset.name), who=who),
            icon=ICONS["viewer"],
        )
        st.page_link(navigation.RESULTS, label=say("Read its results"), icon=":material/arrow_forward:")
        st.stop()
    return dataset


def badge(dataset: Dataset) -> None:
    """Draws the user's role, if the dataset belongs to somebody else."""
    if dataset.owner != desk().user:
        own = of(dataset)
        color: Color = "gray" if own == "viewer" else "blue"
        st.badge(say(NAMES[own]), icon=ICONS[own], color=color, help=say("This role {does}.", does=MEANS[own]))
