"""One question of the plan as a card: weight, price and error, any of them editable; a lock; remove."""

from __future__ import annotations

import math

import streamlit as st

from dpcore.desk import Dataset
from dpcore.present import scale, unit
from dpcore.quote import Priced
from pages.ui import draft
from pages.ui.draft import Draft, Row
from pages.ui.text import plain

_DRIVERS = {"weight": "Weight", "price": "Price", "error": "Error ±"}


def card(dataset: Dataset, plan: Draft, row: Row, priced: Priced | None, stored: bool) -> None:
    """Draws one row; what is not typed follows from the quote at once."""
    key = f"row-{dataset.id}-{row.id}"
    _follow(key, row, priced)
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(row.query, 160)}**", width="stretch")
            st.toggle(
                "Lock",
                key=f"{key}-lock",
                on_change=_lock,
                args=(dataset, row.id, f"{key}-lock", priced),
                help="Holds this question's price or error while the others rebalance.",
            )
            st.button(
                "Remove",
                icon=":material/close:",
                type="tertiary",
                key=f"{key}-remove",
                on_click=_drop,
                args=(dataset, row.id),
            )
        columns = st.columns([1, 1, 1, 2], vertical_alignment="bottom")
        labels = (
            _DRIVERS["weight"],
            f"{_DRIVERS['price']} ({plan.currency})",
            f"{_DRIVERS['error']}{scale.error_unit(row.query)} ({100 * row.level:g} %)",
        )
        for place, name, label in zip(columns, _DRIVERS, labels, strict=False):
            place.number_input(
                label,
                0.0,
                None,
                key=f"{key}-{name}",
                format="%.6g",
                step=None,
                on_change=_edit,
                args=(dataset, row, name, f"{key}-{name}"),
            )
        with columns[3]:
            _predicted(dataset, row, priced, stored)


def _predicted(dataset: Dataset, row: Row, priced: Priced | None, stored: bool) -> None:
    if priced is None:
        st.caption("No price yet")
        return
    st.markdown(f"**{plain(unit.predicted(row.query, dataset.table, priced.half_width))}**")
    judged = unit.judged(row.query, dataset.table, priced.half_width)
    st.caption("answered already: costs nothing" if stored else plain(judged, 200))


def _follow(key: str, row: Row, priced: Priced | None) -> None:
    """Put into each field what the row says, or what follows from it, with three digits."""
    kind, value = row.held or ("weight", row.weight)
    known: dict[str, float | None] = {"weight": None, "price": None, "error": None}
    if priced is not None:
        half = priced.half_width
        known |= {"price": _round(priced.amount), "error": None if math.isnan(half) else _round(half)}
    known[kind] = value
    known["error"] = None if known["error"] is None else scale.typed(row.query, known["error"])
    for name, number in known.items():
        st.session_state[f"{key}-{name}"] = number
    st.session_state[f"{key}-lock"] = row.held is not None


def _round(value: float) -> float:
    return float(f"{value:.3g}")


def _edit(dataset: Dataset, row: Row, name: str, key: str) -> None:
    value = st.session_state[key]
    if not value:
        return
    if name == "weight":
        draft.save(dataset, lambda plan: plan.edit(row.id, weight=value, held=None))
        return
    amount = scale.read(row.query, value) if name == "error" else value
    draft.save(dataset, lambda plan: plan.edit(row.id, held=(name, amount)))


def _lock(dataset: Dataset, row: int, key: str, priced: Priced | None) -> None:
    held = ("price", float(f"{priced.amount:.4g}")) if st.session_state[key] and priced is not None else None
    draft.save(dataset, lambda plan: plan.edit(row, held=held))


def _drop(dataset: Dataset, row: int) -> None:
    draft.save(dataset, lambda plan: plan.drop(row))
