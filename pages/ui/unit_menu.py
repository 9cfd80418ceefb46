"""The unit in which this user reads and types prices: epsilon at the budget's delta, share of the budget, or mu."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dpcore.budget.meter import Unit
from dpcore.budget.standing import Standing
from dpcore.desk.preference import Preferences
from dpcore.present.text import term
from dpcore.present.text.amount import UNITS, Gauge
from dpcore.text import Text
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.session import session

_CHOSEN: Final = "unit"
_KEY: Final = "unit-menu"
_SHORT: dict[Unit, Text] = {**UNITS, "share": Text("% of budget")}


def unit() -> Unit:
    """The chosen unit; a budget that does not have it is read in epsilon."""
    if _CHOSEN not in session:
        session[_CHOSEN] = Preferences(desk().home, desk().user).load(_CHOSEN)
    chosen: Unit = session[_CHOSEN] if session[_CHOSEN] in UNITS else "epsilon"
    return chosen


def gauge(standing: Standing) -> Gauge:
    """The scale of a dataset's figures on this screen."""
    return Gauge(standing.meter, unit())


def menu(standing: Standing) -> None:
    """Draws the units that this budget has."""
    shown = gauge(standing)
    session[_KEY] = shown.unit
    st.selectbox(
        say("Unit of prices"),
        list(standing.meter.units),
        format_func=lambda name: say(_SHORT[name]),
        key=_KEY,
        on_change=_choose,
        label_visibility="collapsed",
        width=128,
        help=say(term.UNITS),
    )


@act
def _choose() -> None:
    session[_CHOSEN] = session[_KEY]
    Preferences(desk().home, desk().user).save(_CHOSEN, session[_KEY])
