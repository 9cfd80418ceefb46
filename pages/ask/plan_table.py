"""The plan as a table: one row for each question; weight, price and margin are typed in it, the last typed holds.

Streamlit keeps what is typed in a table by the position of its row, on top of what the program draws. So a table is
drawn under a new key as soon as its rows are others, or something typed is no longer what its row says; until then
the same table stays, and with it the cell in which somebody is typing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from dpcore.errors import DpError
from dpcore.present.text import amount, term
from dpcore.present.text.amount import Gauge
from dpcore.release.dataset import Dataset
from dpcore.release.measurement import Measured
from dpcore.text import Text, joined
from pages.ask import cells, row_act
from pages.ask.cells import Line
from pages.ui import device
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.plan import draft, measured, priced
from pages.ui.plan.draft import Draft, Row
from pages.ui.session import session

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

ROW, MOST, WITH_FORM, BAR = 35, 740, 316, 13
"""Pixels: of a row; of the table, which then scrolls; of the table above an open form; of the bar that scrolls it
sideways, which else lies over half of the last row while the mouse is on it."""
_AMBER = {"light": "#9a4b00", "dark": "#ffb45c"}
_KEYS = "plan-tables"
_GONE = object()


def table(
    dataset: Dataset, plan: Draft, paid: Mapping[int, Measured], lines: Sequence[Line], shown: Gauge, *, low: bool
) -> None:
    """Draws the rows. shown: the scale of the prices. low: whether it makes room for a form below."""
    key, ids = _key(dataset, lines), tuple(line.id for line in lines)
    acts = {row.id: row_act.offered(dataset, plan, row, paid.get(row.id)) for row in plan.rows}
    labels = {say(label): name for name, label in row_act.LABELS.items()}
    drawn = [[say(row_act.LABELS[name]) for name in acts[line.id]] for line in lines]
    st.data_editor(
        _styled(lines, drawn),
        key=key,
        hide_index=True,
        height=min(ROW * (len(lines) + 1) + 3, WITH_FORM if low else MOST) + BAR,
        row_height=ROW,
        placeholder="",
        column_config=_columns(dataset, key, ids, labels, shown),
        on_change=_typed,
        args=(dataset, key, ids, shown),
        alt=say(
            Text.counted(
                "The plan: {n} question. The same fields and buttons stand below.",
                "The plan: {n} questions. The same fields and buttons stand below, under “Row”.",
                n=len(lines),
            )
        ),
    )


def _styled(lines: Sequence[Line], menus: list[list[str]]) -> Styler:
    frame = pd.DataFrame(
        {
            "question": [line.question for line in lines],
            "price": [_figure(line.price) for line in lines],
            "margin": [line.margin for line in lines],
            "weight": [_figure(line.weight) for line in lines],
            "set_by": [say(line.set_by) for line in lines],
            "worth": [say(line.worth) for line in lines],
            "share": pd.array([line.share for line in lines], dtype="Float64"),
            "state": [say(line.state) for line in lines],
            "menu": menus,
            "note": [line.note for line in lines],
        }
    )
    amber = _AMBER["dark" if st.context.theme.type == "dark" else "light"]
    tints = [f"color: {amber}; font-weight: 600" if line.useless else "" for line in lines]
    return frame.style.apply(lambda _: tints, subset=["worth"])


def _figure(value: float | None) -> str:
    """A number as text: a column of numbers would drop what it cannot read without a word, and lose quick keys."""
    return "" if value is None else f"{value:.6g}"


def _columns(
    dataset: Dataset, key: str, ids: tuple[int, ...], labels: dict[str, row_act.Act], shown: Gauge
) -> dict[str, Any]:
    column, phone = st.column_config, device.phone()
    price, margin = Text("Price ({unit})", unit=amount.FIELDS[shown.unit]), Text("Margin (95 %)")
    return {
        "question": column.TextColumn(
            say("Question"),
            pinned=True,
            width=152 if phone else 250,
            help=say("Type here to give a question a name of your own."),
        ),
        "price": column.TextColumn(
            say(Text("Price") if phone else price),
            width=86 if phone else 122,
            alignment="right",
            help=say(joined([price, term.PRICE], ". ") if phone else term.PRICE),
        ),
        "margin": column.TextColumn(
            say(Text("Margin") if phone else margin),
            width=118 if phone else 120,
            alignment="right",
            help=say(joined([margin, term.MARGIN], ". ") if phone else term.MARGIN),
        ),
        "weight": column.TextColumn(
            say("Weight"), width=84, alignment="right", help=say(term.WEIGHT if len(ids) > 1 else term.ALONE)
        ),
        "set_by": column.TextColumn(say("Set by"), disabled=True, width=88, help=say(term.SET_BY)),
        "worth": column.TextColumn(say("Worth"), disabled=True, width=156, help=say(term.WORTH)),
        "share": column.ProgressColumn(say("Part of the plan"), max_value=100, format="%.1f %%", width=116),
        "state": column.TextColumn(say("State"), disabled=True, width=150),
        "menu": column.ButtonColumn(
            say("Menu"),
            type="tertiary",
            width=56,
            key=f"{key}-menu",
            on_click=_chosen,
            args=(dataset, f"{key}-menu", ids, labels),
        ),
        "note": column.TextColumn(say("Note"), max_chars=draft.LONGEST_NOTE, width=110),
    }


def _key(dataset: Dataset, lines: Sequence[Line]) -> str:
    """The key of the table now: the last one, unless its rows are others or a typed cell no longer holds."""
    keys: dict[str, tuple[int, tuple[int, ...]]] = session.setdefault(_KEYS, {})
    ids = tuple(line.id for line in lines)
    number, before = keys.get(dataset.id, (0, ids))
    if ids != before or not _holds(session.get(f"plan-{dataset.id}-{number}"), lines):
        number += 1
    keys[dataset.id], key = (number, ids), f"plan-{dataset.id}-{number}"
    if session.get(key) is None:  # it was not drawn for a while: nothing of it has been seen
        session.pop(f"{key}-seen", None)
    return key


def _holds(state: Any, lines: Sequence[Line]) -> bool:
    edits = state["edited_rows"] if state else {}
    return all(
        int(place) < len(lines) and cells.agrees(lines[int(place)], column, value)
        for place, changed in edits.items()
        for column, value in changed.items()
    )


@act
def _typed(dataset: Dataset, key: str, ids: tuple[int, ...], shown: Gauge) -> None:
    """Take over what is new since the last call; a pasted block is one step for undo."""
    edits, before = session[key]["edited_rows"], session.get(f"{key}-seen", {})
    fresh = [
        (ids[int(place)], column, value)
        for place, changed in edits.items()
        for column, value in changed.items()
        if int(place) < len(ids) and before.get(place, {}).get(column, _GONE) != value
    ]
    session[f"{key}-seen"] = deepcopy(dict(edits))
    paid = measured.of(dataset, draft.load(dataset).rows)
    refused = list[DpError]()

    def price(plan: Draft, row: Row, value: float) -> float:
        return priced.price(dataset, plan, row, value, shown)

    def change(plan: Draft) -> Draft:
        after, wrong = cells.typed(plan, fresh, paid, price)
        refused.extend(wrong)
        return after

    draft.save(dataset, change)
    if refused:
        raise cells.told(refused)


@act
def _chosen(dataset: Dataset, key: str, ids: tuple[int, ...], labels: Mapping[str, row_act.Act]) -> None:
    """An act from a row's menu: position and label are those of the table that was clicked."""
    click = session.get(key)
    if click is None or not 0 <= click["row"] < len(ids) or click["label"] not in labels:
        return
    number = ids[click["row"]]
    if labels[click["label"]] in row_act.FORM:
        row_act.make_room(dataset)
    rows = [row for row in draft.load(dataset).rows if row.id == number]
    row_act.do(dataset, number, labels[click["label"]], measured.of(dataset, rows).get(number))
