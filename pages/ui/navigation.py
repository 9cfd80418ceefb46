"""The screens, the open dataset, and moving between pages. The address names the dataset: a reload opens it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, final

import streamlit as st

from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.ui.desk import desk
from pages.ui.language import say
from pages.ui.session import session

if TYPE_CHECKING:
    from dpcore.desk.dossier import Dossier

HOME, LOAD, DESCRIBE = "pages/home/home.py", "pages/data/load.py", "pages/data/describe.py"
DATASET = "pages/data/dataset.py"
ASK, RESULTS, LEDGER = "pages/ask/ask.py", "pages/read/results.py", "pages/read/ledger.py"
LEARN = "pages/learn/learn.py"
EXPLORE = "pages/explore/explore.py"
TEAM = "pages/team/team.py"
PUBLISH, VERIFY, SHARED = "pages/publish/publish.py", "pages/publish/verify.py", "pages/publish/shared.py"


@final
@dataclass(frozen=True, slots=True)
class Screen:
    """A screen: its script, its title, its address (empty for the first page), and to whom the menu offers it."""

    script: str
    title: Text
    address: str
    menu: Literal["everybody", "analysts", "nobody"] = "everybody"


SCREENS: tuple[Screen, ...] = (
    Screen(HOME, Text("Home"), ""),
    Screen(LOAD, Text("Data"), "data"),
    Screen(DESCRIBE, Text("Describe"), "describe", "nobody"),
    Screen(DATASET, Text("Dataset"), "dataset", "nobody"),
    Screen(ASK, Text("Ask"), "ask", "analysts"),
    Screen(EXPLORE, Text("Explore"), "explore", "analysts"),
    Screen(RESULTS, Text("Results"), "results"),
    Screen(LEDGER, Text("Ledger"), "ledger"),
    Screen(PUBLISH, Text("Publish"), "publish"),
    Screen(VERIFY, Text("Check a bundle"), "verify", "nobody"),
    Screen(SHARED, Text("Shared release"), "shared", "nobody"),
    Screen(TEAM, Text("Team"), "team"),
    Screen(LEARN, Text("Learn"), "learn"),
)
"""Every screen, in the order of the menu."""

NEW = ("data", "describe")
"""The addresses of the screens that are about a table which is no dataset yet."""

_OPEN, _GO = "open dataset", "go"
PUBLIC = Text("public synthetic data")


def current() -> Dataset | None:
    """The open dataset: the chosen one, else the address's, else the newest, own ones first."""
    datasets = {dataset.id: dataset for dataset in desk().datasets()}
    for chosen in (session.get(_OPEN), st.query_params.get("dataset")):
        if chosen in datasets:
            return datasets[chosen]
    own = [dataset for dataset in datasets.values() if dataset.owner == desk().user]
    return next(reversed(own or list(datasets.values())), None)


def choose(identifier: str) -> None:
    """Open a dataset."""
    session[_OPEN] = identifier


def remember(dataset: Dataset | None) -> None:
    """Write the open dataset into the address and keep it, since page links drop the query string."""
    if dataset is None:
        return
    choose(dataset.id)
    if st.query_params.get("dataset") != dataset.id:
        st.query_params["dataset"] = dataset.id


def go(page: str) -> None:
    """From a callback: set the page to show next."""
    session[_GO] = page


def follow() -> None:
    """From the frame: switch to that page."""
    page = session.pop(_GO, None)
    if page is not None:
        st.switch_page(page)


def needed() -> Dataset:
    """The open dataset; without one, draws a link to Home and ends the page."""
    dataset = current()
    if dataset is None:
        st.markdown(say("There is no dataset yet."))
        st.page_link(HOME, label=say("Try the sample table, or bring your own"), icon=":material/arrow_back:")
        st.stop()
    return dataset


def note(dataset: Dataset | Dossier) -> None:
    """Draws the badge of synthetic data, which protects nobody."""
    if dataset.table.synthetic:
        st.badge(say(PUBLIC), icon=":material/science:", color="gray")
