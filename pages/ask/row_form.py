"""One question of the plan in ordinary fields and buttons: all that its row in the table does, for every device."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import streamlit as st

import dpcore as dp
from dpcore.plan.exchange import typed
from dpcore.plan.quote import Quote
from dpcore.plan.request import Request
from dpcore.present.text import amount, ranks, term, unit
from dpcore.present.text import scale as errors
from dpcore.present.text.amount import Gauge
from dpcore.present.text.digits import rounded_up
from dpcore.queries import Query
from dpcore.release.dataset import Dataset
from dpcore.release.measurement import Measured
from dpcore.table.schema import Schema
from dpcore.text import Text, joined
from pages.ask import cells, query_fill, query_form, row_act
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain, sentence, visible
from pages.ui.plan import draft, measured
from pages.ui.plan import priced as exchanged
from pages.ui.plan.draft import Draft, Held, Row
from pages.ui.session import resent, session

_NONE = 0
_DRIVERS = ("weight", "price", "error")
_ICONS: dict[row_act.Act, str] = {
    "edit": ":material/edit:",
    "weight": ":material/balance:",
    "improve": ":material/add_circle:",
    "keep": ":material/undo:",
    "duplicate": ":material/content_copy:",
    "up": ":material/arrow_upward:",
    "down": ":material/arrow_downward:",
    "remove": ":material/close:",
}


def choice(dataset: Dataset, plan: Draft) -> Row | None:
    """Draws the field for the row whose form is open, unless there is one row only; returns that row."""
    row = row_act.chosen(dataset, plan)
    if len(plan.rows) > 1:
        names = {_NONE: say("none: choose a row, to edit it with fields and buttons")}
        names |= {each.id: f"{place} · {_name(each)}" for place, each in enumerate(plan.rows, 1)}
        key = f"row-of-{dataset.id}"
        session[key] = _NONE if row is None else row.id
        st.selectbox(
            say("Row"),
            list(names),
            format_func=lambda number: names.get(number, str(number)),
            key=key,
            on_change=_choose,
            args=(dataset, key),
            help=say("Everything that can be done in the table can be done here."),
        )
    return row


def _name(row: Row) -> str:
    sentence_ = visible(row.query.sentence, 120)
    return f"{visible(row.name, 60)} · {sentence_}" if row.name else sentence_


@act
def _choose(dataset: Dataset, key: str) -> None:
    row_act.choose(dataset, session[key] or None)


def form(
    dataset: Dataset, plan: Draft, row: Row, paid: Mapping[int, Measured], quote: Quote | None, at: int | None
) -> None:
    """Draws one row; fields that are not edited follow from the quote.

    paid: the paid measurements of the questions. at: the row's place in the quote, if it would be paid.
    """
    key, known = f"row-{dataset.id}-{row.id}", paid.get(row.id)
    with st.container(border=True, key=f"{key}-form"):
        _title(dataset, row, key)
        if not row.on:
            st.caption(say("Turned off: it keeps its place, and neither costs nor answers anything."))
        elif known is not None and measured.answered(row, known):
            _answered(dataset, row, known)
        else:
            _fields(dataset, plan, row, quote, at)
        if row_act.edited(dataset, row.id):
            _question(dataset, row)
        _own(dataset, plan, row, key)
        with st.container(horizontal=True):
            for name in row_act.offered(dataset, plan, row, known):
                if name not in ("move", "rename", "off", "on"):  # fields above
                    st.button(
                        say(row_act.LABELS[name]),
                        icon=_ICONS.get(name),
                        key=f"{key}-do-{name}",
                        type="tertiary",
                        on_click=_do,
                        args=(dataset, row.id, name, known),
                        help=say(_IMPROVE) if name == "improve" else None,
                    )


def _title(dataset: Dataset, row: Row, key: str) -> None:
    """Draws the question and whether it is asked: one field above all that it changes, so that it keeps the focus."""
    with st.container(horizontal=True):
        title = f"**{plain(row.name, 120)}**  \n" if row.name else ""
        st.markdown(f"{title}**{plain(row.query.sentence, 400)}**")
        session[f"{key}-asked"] = row.on
        st.toggle(
            say("Asked"),
            key=f"{key}-asked",
            on_change=_switch,
            args=(dataset, row.id, f"{key}-asked", row.on),
            help=say("Turned off, a question keeps its place, and neither costs nor answers anything."),
        )


@act
def _switch(dataset: Dataset, number: int, key: str, drawn: bool) -> None:
    if not resent(key, drawn):
        draft.save(dataset, lambda plan: plan.edit(number, on=session[key]))


_IMPROVE = Text("Pay for one more measurement; all are combined into a better answer.")


def _question(dataset: Dataset, row: Row) -> None:
    """Draws the form of the row's question, and buttons to keep or leave what was changed."""
    schema, key = dataset.table.schema, row_act.editing_key(dataset, row.id)
    query = row.query.bind(schema)
    if f"{key}-kind" not in session:  # it was not drawn for a while, and its fields are gone
        query_fill.fill(schema, query, key)
        session.pop(f"{key}-first", None)
    with st.container(border=True):
        entered = query_form.question(schema, key)
        if f"{key}-first" not in session:
            session[f"{key}-first"] = _made(entered, schema)
        first: Query | None = session[f"{key}-first"]
        if first != query:
            st.caption(say("The form has no field for all that this question says: check what it shows."))
        with st.container(horizontal=True):
            st.button(say("Use this question"), type="primary", on_click=_ask, args=(dataset, row, entered, first))
            st.button(say("Cancel"), key="edit-cancel", on_click=act(row_act.stop_editing), args=(dataset,))


def _made(entered: tuple[type[Query], dict[str, Any]], schema: Schema) -> Query | None:
    """The question that the form makes; None while a choice is missing."""
    try:
        return query_form.made(*entered, schema)
    except dp.DpError:
        return None


@act
def _ask(dataset: Dataset, row: Row, entered: tuple[type[Query], dict[str, Any]], first: Query | None) -> None:
    """The row asks another question from now on. One that nobody changed stays, even if the form words it otherwise."""
    query = query_form.made(*entered, dataset.table.schema)
    query.admit(dataset.table)
    if query != first:
        change = {"query": query, "measurement": 0, "held": row.held if _same_margin(dataset, row, query) else None}
        if query.error.asked is not None:
            change |= {"held": ("error", query.error.asked[0]), "level": query.error.asked[1]}
        draft.save(dataset, lambda plan: plan.edit(row.id, **change))
    row_act.stop_editing(dataset)


def _same_margin(dataset: Dataset, row: Row, query: Query) -> bool:
    """Whether a locked margin means the same for another question: of the same kind, about the same columns."""
    if row.held is None or row.held[0] != "error":
        return True
    old = row.query.bind(dataset.table.schema)
    named = [parameter.name for parameter in query.parameters if parameter.kind in ("column", "several", "columns")]
    alike = all(getattr(old, name, None) == getattr(query, name, None) for name in named)
    return old.name == query.name and alike and old.error.unit == query.error.unit


@act
def _do(dataset: Dataset, number: int, name: row_act.Act, known: Measured | None) -> None:
    row_act.do(dataset, number, name, known)


def _fields(dataset: Dataset, plan: Draft, row: Row, quote: Quote | None, at: int | None) -> None:
    """Draws weight, price and margin, what holds, and what is predicted."""
    key = f"row-{dataset.id}-{row.id}"
    request = None if quote is None or at is None else quote.asks[at]
    half = None if quote is None or at is None or request is None else cells.half_width(row, request, quote, at)
    shown = exchanged.shown_in(dataset, quote)
    _follow(key, row, shown, request, half)
    columns = st.columns([1, 1, 1, 2])
    for column, name in zip(columns[:3], _DRIVERS, strict=True):
        with column:
            _field(dataset, plan, row, name, shown)
    with columns[3]:
        st.segmented_control(
            say("Set by"),
            list(cells.DRIVERS),
            format_func=lambda name: say(cells.DRIVERS[name]),
            key=f"{key}-held",
            required=True,
            on_change=_hold,
            args=(dataset, row.id, f"{key}-held", row.held[0] if row.held else "weight", request, half),
            help=say(term.SET_BY),
        )
    _predicted(dataset, row, quote, at)


def _field(dataset: Dataset, plan: Draft, row: Row, name: str, shown: Gauge) -> None:
    """Draws one of the fields that follow from each other."""
    labels = {
        "weight": say("Weight"),
        "price": say("Price ({unit})", unit=amount.FIELDS[shown.unit]),
        "error": say("Error {size}", size=errors.field(row.query, row.level)),
    }
    key = f"row-{dataset.id}-{row.id}-{name}"
    error = ranks.TYPED if row.query.error.unit == "ranks" else term.MARGIN
    alone = joined([term.WEIGHT, term.ALONE]) if len(plan.asked.rows) == 1 else term.WEIGHT
    helps = {"weight": alone, "price": joined([term.PRICE, term.UNITS]), "error": error}
    st.number_input(
        labels[name],
        0.0,
        None,
        key=key,
        format="%.6g",
        step=_step(session.get(key)),
        on_change=_edit,
        args=(dataset, row, name, key, shown, session.get(key)),
        help=say(helps[name]),
    )


def _answered(dataset: Dataset, row: Row, known: Measured) -> None:
    """Draws a row whose question is answered: its margin, and that it costs nothing."""
    # vital
    free = say(
        "paid for already: costs nothing" if known.margin(row.level) is None else "answered already: costs nothing"
    )
    st.markdown(f"{plain(measured.said(row.query, known, row.level, dataset.table), 200)}  \n{free}")


def _own(dataset: Dataset, plan: Draft, row: Row, key: str) -> None:
    """Draws the author's own words for a row, and its position."""
    left, middle, right = st.columns([2, 2, 1])
    session[f"{key}-name"], session[f"{key}-note"] = row.name, row.note
    left.text_input(
        say("Name of your own"),
        key=f"{key}-name",
        max_chars=draft.LONGEST_NAME,
        on_change=_word,
        args=(dataset, row.id, f"{key}-name", "name", row.name),
    )
    middle.text_input(
        say("Note"),
        key=f"{key}-note",
        max_chars=draft.LONGEST_NOTE,
        on_change=_word,
        args=(dataset, row.id, f"{key}-note", "note", row.note),
    )
    if len(plan.rows) > 1:
        session[f"{key}-place"] = plan.rows.index(row) + 1
        right.number_input(
            say("Position"),
            1,
            len(plan.rows),
            None,
            key=f"{key}-place",
            on_change=_move,
            args=(dataset, row.id, f"{key}-place", plan.rows.index(row) + 1),
        )


@act
def _word(dataset: Dataset, number: int, key: str, field: str, drawn: str) -> None:
    if not resent(key, drawn):
        draft.save(dataset, lambda plan: plan.edit(number, **{field: session[key].strip()}))


@act
def _move(dataset: Dataset, number: int, key: str, drawn: int) -> None:
    if session[key] and not resent(key, drawn):
        draft.save(dataset, lambda plan: plan.move(number, session[key] - 1))


def _predicted(dataset: Dataset, row: Row, quote: Quote | None, place: int | None) -> None:
    if quote is None or place is None:
        st.caption(say("No price yet"))
        return
    error = quote.asks[place].error
    improved = quote.improved[place]
    changed = measured.change(row.query, quote.now[place], improved, dataset.table)
    half, needed = (error.half_width, error.needed) if not changed or improved is None else (improved.typical, ())
    worth = sentence(plain(unit.judged(row.query, dataset.table, half, needed), 200))
    st.markdown(f"**{plain(changed or unit.predicted(row.query, dataset.table, error), 200)}**  \n{worth}")
    if error.assumption and not changed:
        st.caption(plain(error.assumption, SENTENCES))


def _follow(key: str, row: Row, shown: Gauge, request: Request | None, half: float | None) -> None:
    """Set each field to the row's value, or to what follows from it: a price in the unit, an error as it is said."""
    kind, value = row.held or ("weight", row.weight)
    fields: dict[str, float | None] = {"weight": None, "price": None, "error": None}
    if request is not None and half is not None:
        booked = exchanged.booked(shown.meter, request)
        price = None if booked is None else shown.typed(booked)
        fields |= {"price": price, "error": rounded_up(half, 2) if math.isfinite(half) else None}
    if kind != "price":
        fields[kind] = value
    fields["weight"] = row.weight
    fields["error"] = None if fields["error"] is None else errors.typed(row.query, fields["error"])
    for name, number in fields.items():
        session[f"{key}-{name}"] = number
    session[f"{key}-held"] = kind


def _step(value: float | None) -> float:
    """What + and - add: a tenth of a number's first digit, so that neither is too much nor too little."""
    return 10.0 ** (math.floor(math.log10(value)) - 1) if value else 0.01


@act
def _edit(dataset: Dataset, row: Row, name: str, key: str, shown: Gauge, drawn: float | None) -> None:
    value = session[key]
    if not value or resent(key, drawn):
        return
    if name == "weight":
        cells.checked_weight(value)
        draft.save(dataset, lambda plan: plan.edit(row.id, weight=value, held=None))
        return

    def change(plan: Draft) -> Draft:
        price = errors.read(row.query, value) if name == "error" else exchanged.price(dataset, plan, row, value, shown)
        return plan.edit(row.id, held=(name, price))

    draft.save(dataset, change)


@act
def _hold(dataset: Dataset, number: int, key: str, drawn: str, request: Request | None, half: float | None) -> None:
    """Keep the price or the margin that a row has now, or let it share by weight again."""
    kind = session[key]
    if resent(key, drawn):
        return
    held: Held | None = None
    if kind == "price" and request is not None:
        held = "price", typed(request.price)
    elif kind == "error" and half is not None and math.isfinite(half) and half > 0:
        held = "error", rounded_up(half, 2)
    elif kind != "weight":
        raise dp.QueryError("This question has no price or margin now that could be kept.", "Type one instead.")
    draft.save(dataset, lambda plan: plan.edit(number, held=held))
