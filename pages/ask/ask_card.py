"""One question of the plan as a card: weight, price and error, any of them editable; a lock; remove."""

from __future__ import annotations

import math

import streamlit as st

from dpcore.plan.exchange import typed
from dpcore.plan.quote import Quote
from dpcore.plan.request import Request
from dpcore.present.text import amount, ranks, term, unit
from dpcore.present.text import scale as errors
from dpcore.present.text.amount import Gauge
from dpcore.present.text.digits import rounded_up
from dpcore.queries.question.prediction import Margin
from dpcore.release.dataset import Dataset
from dpcore.release.measurement import Measured
from dpcore.text import joined
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain, sentence
from pages.ui.plan import draft, measured
from pages.ui.plan import priced as exchanged
from pages.ui.plan.draft import Draft, Row
from pages.ui.session import session

_DRIVERS = ("weight", "price", "error")


def card(dataset: Dataset, plan: Draft, row: Row, paid: Measured | None, quote: Quote | None, at: int | None) -> None:
    """Draws one row; fields that are not edited follow from the quote.

    paid: the paid measurements of its question. at: the row's place in the quote, if it would be paid.
    """
    key = f"row-{dataset.id}-{row.id}"
    if paid is not None and measured.answered(row, paid):
        _answered(dataset, row, paid, key)
        return
    priced = None if quote is None or at is None else quote.asks[at]
    shown = exchanged.shown_in(dataset, quote)
    _follow(key, row, shown, priced, None if quote is None or at is None else quote.improved[at])
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(row.query.sentence, 160)}**", width="stretch")
            if paid is not None:
                st.button(
                    say("Keep the answer"),
                    key=f"{key}-keep",
                    type="tertiary",
                    on_click=_measure,
                    args=(dataset, row, 0),
                )
            st.toggle(
                say("Lock"),
                key=f"{key}-lock",
                on_change=_lock,
                args=(dataset, row.id, f"{key}-lock", priced),
                help=say("Keeps this question's price or error fixed while the others are rebalanced."),
            )
            _remove(dataset, row, key)
        columns = st.columns([1, 1, 1, 2])
        for column, name in zip(columns[:3], _DRIVERS, strict=True):
            with column:
                _field(dataset, plan, row, name, shown)
        with columns[3]:
            _predicted(dataset, row, quote, at)


def _field(dataset: Dataset, plan: Draft, row: Row, name: str, shown: Gauge) -> None:
    """Draws one of the fields that follow from each other."""
    labels = {
        "weight": say("Weight"),
        "price": say("Price ({unit})", unit=amount.FIELDS[shown.unit]),
        "error": say("Error {size}", size=errors.field(row.query, row.level)),
    }
    key = f"row-{dataset.id}-{row.id}-{name}"
    st.number_input(
        labels[name],
        0.0,
        None,
        key=key,
        format="%.6g",
        step=_step(session.get(key)),
        on_change=_edit,
        args=(dataset, row, name, key, shown),
        help=_help(name, plan, row),
    )


def _help(name: str, plan: Draft, row: Row) -> str | None:
    """The help of a field: its term, in the first card only; always for an error counted in ranks."""
    if name == "error" and row.query.error.unit == "ranks":
        return say(ranks.TYPED)
    texts = {"weight": term.WEIGHT, "price": joined([term.PRICE, term.UNITS]), "error": term.MARGIN}
    return say(texts[name]) if row.id == plan.rows[0].id else None


def _answered(dataset: Dataset, row: Row, paid: Measured, key: str) -> None:
    """Draws a row whose question is answered: its margin, and a button to improve it."""
    said = plain(measured.said(row.query, paid, row.level, dataset.table), 200)
    with st.container(border=True), st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{plain(row.query.sentence, 160)}**  \n{said}", width="stretch")
        # vital
        free = say(
            "paid for already: costs nothing" if paid.margin(row.level) is None else "answered already: costs nothing"
        )
        st.caption(free, width="content")
        if row.query.combines:
            st.button(
                say("Improve"),
                icon=":material/add_circle:",
                key=f"{key}-improve",
                disabled=paid.release is None or paid.release.exact or not dataset.has_rows,
                on_click=_measure,
                args=(dataset, row, paid.next),
                help=say("Pay for one more measurement; all are combined into a better answer."),
            )
        _remove(dataset, row, key)


def _remove(dataset: Dataset, row: Row, key: str) -> None:
    st.button(
        say("Remove"),
        icon=":material/close:",
        type="tertiary",
        key=f"{key}-remove",
        on_click=_drop,
        args=(dataset, row.id),
    )


@act
def _measure(dataset: Dataset, row: Row, number: int) -> None:
    draft.save(dataset, lambda plan: plan.edit(row.id, measurement=number, held=None))


def _predicted(dataset: Dataset, row: Row, quote: Quote | None, place: int | None) -> None:
    if quote is None or place is None:
        st.caption(say("No price yet"))
        return
    error = quote.asks[place].error
    improved = quote.improved[place]
    changed = measured.change(row.query, quote.now[place], improved, dataset.table)
    st.markdown(f"**{plain(changed or unit.predicted(row.query, dataset.table, error), 200)}**")
    half, needed = (error.half_width, error.needed) if not changed or improved is None else (improved.typical, ())
    st.caption(sentence(plain(unit.judged(row.query, dataset.table, half, needed), 200)))
    if error.assumption and not changed:
        st.caption(plain(error.assumption, SENTENCES))


def _follow(key: str, row: Row, shown: Gauge, priced: Request | None, improved: Margin | None) -> None:
    """Set each field to the row's value, or to what follows from it: a price in the unit, an error as it is said.

    The error of a further measurement is that of all measurements combined.
    """
    kind, value = row.held or ("weight", row.weight)
    fields: dict[str, float | None] = {"weight": None, "price": None, "error": None}
    if priced is not None:
        half = priced.half_width if improved is None or not row.measurement else improved.typical
        booked = exchanged.booked(shown.meter, priced)
        price = None if booked is None else shown.typed(booked)
        fields |= {"price": price, "error": rounded_up(half, 2) if math.isfinite(half) else None}
    if kind != "price":
        fields[kind] = value
    fields["error"] = None if fields["error"] is None else errors.typed(row.query, fields["error"])
    for name, number in fields.items():
        session[f"{key}-{name}"] = number
    session[f"{key}-lock"] = row.held is not None


def _step(value: float | None) -> float:
    """What + and - add: a tenth of a number's first digit, so that neither is too much nor too little."""
    return 10.0 ** (math.floor(math.log10(value)) - 1) if value else 0.01


@act
def _edit(dataset: Dataset, row: Row, name: str, key: str, shown: Gauge) -> None:
    value = session[key]
    if not value:
        return
    if name == "weight":
        draft.save(dataset, lambda plan: plan.edit(row.id, weight=value, held=None))
        return

    def change(plan: Draft) -> Draft:
        price = errors.read(row.query, value) if name == "error" else exchanged.price(dataset, plan, row, value, shown)
        return plan.edit(row.id, held=(name, price))

    draft.save(dataset, change)


@act
def _lock(dataset: Dataset, row: int, key: str, priced: Request | None) -> None:
    held = ("price", typed(priced.price)) if session[key] and priced is not None else None
    draft.save(dataset, lambda plan: plan.edit(row, held=held))


@act
def _drop(dataset: Dataset, row: int) -> None:
    draft.save(dataset, lambda plan: plan.drop(row))
