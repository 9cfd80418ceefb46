"""What can be done with a row of the plan, from its menu in the table and from its form below."""

from __future__ import annotations

from typing import Final, Literal

from dpcore.release.dataset import Dataset
from dpcore.release.measurement import Measured
from dpcore.text import Text
from pages.ask import query_fill
from pages.ui.plan import draft, measured
from pages.ui.plan.draft import Draft, Row
from pages.ui.session import session

Act = Literal["edit", "improve", "keep", "weight", "duplicate", "up", "down", "move", "off", "on", "rename", "remove"]
LABELS: Final[dict[Act, Text]] = {
    "edit": Text("Edit the question…"),
    "improve": Text("Improve"),
    "keep": Text("Keep the answer"),
    "weight": Text("Share by weight"),
    "duplicate": Text("Duplicate"),
    "up": Text("Move up"),
    "down": Text("Move down"),
    "move": Text("Move to…"),
    "off": Text("Turn off"),
    "on": Text("Turn on"),
    "rename": Text("Rename…"),
    "remove": Text("Remove"),
}
FORM: Final[frozenset[Act]] = frozenset({"edit", "move", "rename"})
"""These open the form of the row."""
_CHOSEN, _EDITED, _LOW = "row-of-plan", "edited-row-of-plan", "low-plan"


def offered(dataset: Dataset, plan: Draft, row: Row, known: Measured | None) -> list[Act]:
    """What makes sense for a row as it is."""
    place, answered = plan.rows.index(row), known is not None and measured.answered(row, known)
    fits: dict[Act, bool] = {
        "improve": answered and known is not None and improvable(dataset, row, known),
        "keep": known is not None and not answered,
        "weight": row.held is not None and not answered,
        "up": place > 0,
        "down": place < len(plan.rows) - 1,
        "move": len(plan.rows) > 2,
        "off": row.on,
        "on": not row.on,
    }
    return [act for act in LABELS if fits.get(act, True)]


def improvable(dataset: Dataset, row: Row, known: Measured) -> bool:
    """Whether one more measurement of an answered question would be combined with those there are."""
    return row.query.combines and known.release is not None and not known.release.exact and dataset.has_rows


def do(dataset: Dataset, number: int, act: Act, known: Measured | None) -> None:
    """From a callback. A row that is gone meanwhile is left alone."""
    row = draft.load(dataset).row(number)
    if row is None:
        return
    if act in FORM:
        choose(dataset, number)
        if act == "edit":
            query_fill.fill(dataset.table.schema, row.query.bind(dataset.table.schema), editing_key(dataset, number))
            session.pop(f"{editing_key(dataset, number)}-first", None)
            session.setdefault(_EDITED, {})[dataset.id] = number
        return
    draft.save(dataset, lambda plan: _changed(plan, row, act, known))


def _changed(plan: Draft, row: Row, act: Act, known: Measured | None) -> Draft:
    place = plan.rows.index(row)
    match act:
        case "improve" if known is not None:
            return plan.edit(row.id, measurement=known.next, held=None)
        case "keep":
            return plan.edit(row.id, measurement=0, held=None)
        case "weight":
            return plan.edit(row.id, held=None)
        case "duplicate":
            return plan.duplicate(row.id)
        case "up" | "down":
            return plan.move(row.id, place + (1 if act == "down" else -1))
        case "off" | "on":
            return plan.edit(row.id, on=act == "on")
        case "remove":
            return plan.drop(row.id)
    return plan


def choose(dataset: Dataset, number: int | None) -> None:
    """From a callback: the row whose form is open; a question that was being edited is left."""
    stop_editing(dataset)
    session.setdefault(_CHOSEN, {})[dataset.id] = number
    if number is None:
        session.get(_LOW, set()).discard(dataset.id)


def make_room(dataset: Dataset) -> None:
    """From a callback: a form was opened in the table above, and is to be seen below it.

    Not after the field "Row": what it opens stands below it already, and a table that shrank would carry both away.
    """
    session.setdefault(_LOW, set()).add(dataset.id)


def low(dataset: Dataset) -> bool:
    """Whether the table makes room for a form that was opened in it."""
    return dataset.id in session.get(_LOW, ())


def editing_key(dataset: Dataset, number: int) -> str:
    """The key of the form in which the question of a row is edited."""
    return f"edit-{dataset.id}-{number}"


def edited(dataset: Dataset, number: int) -> bool:
    """Whether the question of a row is being edited."""
    return bool(session.get(_EDITED, {}).get(dataset.id) == number)


def stop_editing(dataset: Dataset) -> None:
    """From a callback."""
    session.get(_EDITED, {}).pop(dataset.id, None)


def chosen(dataset: Dataset, plan: Draft) -> Row | None:
    """The row whose form is open: the one that was chosen, or the only one."""
    if len(plan.rows) == 1:
        return plan.rows[0]
    number = session.get(_CHOSEN, {}).get(dataset.id)
    return None if number is None else plan.row(number)
