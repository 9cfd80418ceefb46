"""Export a plan as a file, script or notebook, and import a plan file. Problems are shown, and no plan is lost."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

import dpcore as dp
from dpcore.mechanisms import total as together
from dpcore.present.file import plan_file, script
from dpcore.present.text import amount
from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.ask import every_month, named
from pages.ui.desk import desk
from pages.ui.errors import act, sentence, show
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.plan import draft, priced
from pages.ui.plan.draft import Draft, Held, Row
from pages.ui.session import session
from pages.ui.unit_menu import gauge

MOST_MB = 4
_READ, _NONCE = "plan read", "plan uploader"
_DOWNLOAD = ":material/download:"


@dataclass(frozen=True)
class Imported:
    """A plan that was read but not used yet, and how its declarations differ from this dataset's."""

    draft: Draft
    differences: tuple[str, ...]


def offer(dataset: Dataset, plan: Draft | None, new: Draft) -> None:
    """Draws the downloads of the current plan, if it can be priced, and an import.

    new: the rows that would be paid; the files contain only those if the whole plan exceeds its total.
    """
    with st.container(horizontal=True):
        named.offer(dataset, draft.load(dataset))
        if plan is not None and plan.rows:
            _downloads(dataset, plan, new)
        # a new key closes it: on a phone it would lie over the plan that was just taken over
        key = f"plan-bring-{dataset.id}-{session.get(_NONCE, 0)}"
        with st.popover(say("Import plan"), icon=":material/upload:", key=key):
            _bring(dataset)


def _downloads(dataset: Dataset, plan: Draft, new: Draft) -> None:
    name = every_month.FILE.removesuffix(".json")
    try:
        fixed = _fixed(dataset, plan, new)
    except dp.DpError as error:
        show(sentence(error))
        return
    offered = [
        (say("Plan as a file"), f"{name}.json", "application/json", lambda: plan_file.to_json(fixed, dataset)),
        (say("Python script"), f"{name}.py", "text/x-python", lambda: script.python(dataset, fixed).encode()),
        (say("Notebook"), f"{name}.ipynb", "application/x-ipynb+json", lambda: script.notebook(dataset, fixed)),
    ]
    for label, file, kind, make in offered:
        st.download_button(label, make, file, kind, f"plan-{file}", on_click="ignore", icon=_DOWNLOAD)


def _fixed(dataset: Dataset, plan: Draft, new: Draft) -> dp.Plan:
    try:
        return draft.plan_of(dataset.id, plan)
    except dp.BudgetError:
        return draft.plan_of(dataset.id, new)


def _bring(dataset: Dataset) -> None:
    key = f"plan-upload-{session.get(_NONCE, 0)}"
    st.file_uploader(
        say("A plan file (.json)"), ["json"], key=key, on_change=_read, args=(dataset, key), max_upload_size=MOST_MB
    )
    imported: Imported | None = session.get(_READ, {}).get(dataset.id)
    if imported is None:
        # vital
        st.caption(say("Importing reads no table and costs nothing. Your current plan stays until you replace it."))
        return
    brought = imported.draft
    many = Text.counted("{n} question", "{n} questions", n=len(brought.rows))
    shown = gauge(desk().standing(dataset.id))
    try:
        taken = amount.together(shown, priced.spends(dataset, brought, shown.meter))
    except dp.DpError:  # said where the plan is priced
        taken = Text("–")
    st.markdown(say("**{many}** for {amount}:", many=many, amount=taken))
    st.markdown("\n".join(f"- {plain(row.query.sentence, 160)}" for row in brought.rows))
    for difference in imported.differences:
        st.caption(plain(difference, 300))
    mine = draft.load(dataset)
    with st.container(horizontal=True):
        st.button(
            say("Replace this plan") if mine.rows else say("Use this plan"),
            on_click=_take,
            args=(dataset, brought, False),
        )
        if mine.rows and mine.currency == brought.currency:
            st.button(say("Add to this plan"), on_click=_take, args=(dataset, brought, True))


@act
def _read(dataset: Dataset, key: str) -> None:
    file = session.get(key)
    imports = session.setdefault(_READ, {})
    imports.pop(dataset.id, None)
    if file is not None:
        read = plan_file.read(file.getvalue())
        imports[dataset.id] = Imported(drafted(dataset, read.plan), read.differences(dataset.table))


@act
def _take(dataset: Dataset, brought: Draft, add: bool) -> None:
    def change(mine: Draft) -> Draft:
        # numbers of their own: what is drawn for a row of the old plan must not act on one of the new
        rows = tuple(replace(row, id=mine.next_id + place) for place, row in enumerate(brought.rows))
        return replace(
            mine if add else brought,
            rows=(*mine.rows, *rows) if add else rows,
            next_id=mine.next_id + len(rows),
        )

    draft.save(dataset, change)
    session.get(_READ, {}).pop(dataset.id, None)
    session[_NONCE] = session.get(_NONCE, 0) + 1


def drafted(dataset: Dataset, plan: dp.Plan) -> Draft:
    """A plan as a draft for a dataset; questions with their own price or error are locked. Raises DpError."""
    plan_file.check(plan, dataset.table)
    bound = [replace(ask, query=ask.query.bind(dataset.table.schema)) for ask in plan.asks]
    rows = tuple(
        Row(place, ask.query, ask.weight or 1.0, _held(ask), ask.level, ask.measurement)
        for place, ask in enumerate(bound, 1)
    )
    kind = plan.kind(dataset.budget.delta is not None)
    currency: draft.Currency = kind.currency
    asks = desk().quote(dataset.id, dp.Plan(bound, plan.mu, plan.epsilon, plan.slot)).asks
    total = together(kind, [ask.price for ask in asks]).amount
    if all(row.held is None for row in rows):
        total = plan.mu or plan.epsilon or total  # exactly as written: an answered question costs nothing
    return Draft(currency, total or draft.part_of_left(dataset, currency, draft.START), rows, len(rows) + 1, plan.slot)


def _held(ask: dp.Ask) -> Held | None:
    if ask.half_width is not None:
        return "error", ask.half_width
    price = ask.mu if ask.mu is not None else ask.epsilon
    return None if price is None else ("price", price)
