"""How a named plan is released again and again without a browser: the line for cron, and reserved releases."""

from __future__ import annotations

import shlex

import streamlit as st

from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain
from pages.ui.plan import payer
from pages.ui.plan.draft import Draft

FILE = "murmur-plan.json"
"""The name of the downloaded plan."""
_OPTIONS = ("--yes", "--update", "extracts/latest.csv", "--out", "answers")


def offer(dataset: Dataset, plan: Draft) -> None:
    """Draws the reserved releases, if there are any, and the line for cron, for rows that come as files."""
    reserved = payer.slots(dataset)
    if reserved:
        said = [Text("Reserved releases: {slots}.", slots=joined(reserved.values(), ", "))]
        if plan.slot in reserved:
            said.append(Text("This plan is paid by {name}.", name=plan.slot))
        st.caption(plain(joined(said), SENTENCES))
    if dataset.in_place:
        return
    st.caption(
        say(
            "Every month without a browser: download “Plan as a file”, and have cron run this line. The extract of the "
            "month becomes a new version under the same budget, once."
        )
    )
    st.code(line(dataset.name), language=None, wrap_lines=True)


def line(dataset: str) -> str:
    """The line of a crontab, in which an unescaped % would end the command."""
    command = shlex.join(["python", "-m", "dpcore", "release", dataset, FILE, *_OPTIONS])
    return "0 6 1 * *  " + command.replace("%", r"\%")
