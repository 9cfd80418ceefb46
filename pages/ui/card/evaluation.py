"""Fields for the points of a released function, and its values there, which cost nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.present import shape
from dpcore.present.shape import adjust, evaluate
from dpcore.present.shape.presenter import Presenter
from dpcore.release.record import Release
from dpcore.text import Text, joined
from pages.ui import errors
from pages.ui.language import say
from pages.ui.markdown import plain


def fields(release: Release, adjusted: adjust.Adjusted, key: str) -> None:
    """Draws a field for points, and for counts one for shares of rows; nothing for an answer without such values."""
    shown = shape.presenter(release)
    if (field := shown.field) is None:
        return
    left, right = st.columns(2)
    # vital
    typed = left.text_input(
        plain(field.argument, 120),
        key=f"{key}-at",
        placeholder=say(field.domain),
        help=plain(joined([field.typed, Text("This costs nothing.")]), 300),
    )
    alt = say("Values of the function at the points above, with their intervals")
    _values(typed, lambda: shown.values(typed, adjusted.settings), field.reach, alt)
    if field.quantiles:
        _quantiles(shown, right, key)


def _quantiles(shown: Presenter[Any], place: DeltaGenerator, key: str) -> None:
    """Draws a field for shares of rows, and the quantiles of the released counts at these shares."""
    # vital
    shares = place.text_input(
        say("Quantiles at shares of the rows"),
        key=f"{key}-quantile",
        placeholder="0.25, 0.5, 0.75",
        help=say(
            "Up to {most_points} shares from 0 to 1, separated by commas: the value up to which this share of the rows "
            "lies, with an interval. This costs nothing.",
            most_points=evaluate.MOST_POINTS,
        ),
    )
    alt = say("Quantiles at the shares above, with their intervals")
    _values(shares, lambda: shown.quantiles(shares), Text("share"), alt)


def _values(typed: str, read: Callable[[], list[evaluate.Value]], argument: Text, alt: str) -> None:
    if not typed.strip():
        return
    with errors.told():
        _table(read(), argument, alt)


def _table(values: list[evaluate.Value], argument: Text, alt: str) -> None:
    """Draws values with their intervals; without groups, or without intervals, where there are none."""
    names = {"group": Text("group"), "x": argument, "answer": Text("answer")}
    names |= {"low": Text("low"), "high": Text("high")}
    some = {"x", "answer"} | {name for name in names if any(getattr(value, name) for value in values)}
    names = {name: text for name, text in names.items() if name in some}
    rows = [{say(text): getattr(value, name) for name, text in names.items()} for value in values]
    right = st.column_config.TextColumn(alignment="right")
    columns = {say(text): right for name, text in names.items() if name != "group"}
    st.dataframe(rows, hide_index=True, column_config=columns, alt=alt)
