# vital
"""Describing the rows of a dataset again: other bounds, values, columns, limits of a unit; where they come from.

It costs nothing. A question whose own facts change is another question afterwards, and is paid anew.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import streamlit as st

import dpcore as dp
from dpcore.errors import AccessError
from dpcore.present.dataset.redescription import differences, effect
from dpcore.present.text import history
from dpcore.release.dataset import Dataset
from dpcore.release.run import Progress
from dpcore.table.description import KINDS, MOST_NOTE, Known
from dpcore.table.dictionary import line_of
from dpcore.table.dictionary_line import Line
from dpcore.table.table import Table
from dpcore.text import Text, joined
from pages.data import grid, loading
from pages.ui import errors, job
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain, visible
from pages.ui.session import session

if TYPE_CHECKING:
    from dpcore.ledger.entry import Entry

_SAID: Final = "again-said"
_MANY = 20
WHENCE: dict[Known, Text] = {
    "public": Text("public knowledge"),
    "answer": Text("released answers"),
    "correction": Text("a correction of a slip"),
}
DESCRIBING = Text("describing the rows")
# vital
ABOUT = Text(
    "Bounds, values, columns, rows per unit and expected rows can be corrected at no cost, for the same rows and under "
    "the same budget. Who is protected cannot: the budget promised it. Bounds taken from the data would reveal "
    "information; released answers are safe to use."
)


def said() -> None:
    """Draws what was done last."""
    if outcome := session.pop(_SAID, None):
        st.success(plain(outcome, 400), icon=":material/check:")


def told(entry: Entry, dataset: Dataset) -> Text:
    """A version or a description in words; of a description, what it changed."""
    what = history.line(entry).what
    if entry.kind != "describe":
        return what
    facts = [
        each.payload["facts"] for each in desk().ledger(dataset.id) if "facts" in each.payload and each.seq <= entry.seq
    ]
    changed = differences(Table.from_dict(facts[-2]), Table.from_dict(facts[-1]))
    return joined([Text("{act}.", act=what), *changed[:_MANY], *([Text("…")] if len(changed) > _MANY else [])])


def offer(dataset: Dataset) -> None:
    """Draws the form, folded; the progress while rows are prepared."""
    if _running(dataset):
        return
    key = _key(dataset)
    fold = st.expander(say("Describe again"), icon=":material/edit_note:", key=f"{key}-fold", on_change="rerun")
    if not fold.open:
        return
    with fold:
        st.markdown(say(ABOUT))
        base, types = _base(dataset), dict(dataset.columns)
        described = grid.draw(key, types, base)
        if dataset.columns:
            st.caption(say("A column that is not listed was not kept with the rows: load a new version that has it."))
        unit, expected = _unit(dataset, key)
        origin = _origin(dataset, key)
        _confirm(dataset, key, described, unit, expected, origin)


def _key(dataset: Dataset) -> str:
    """By description: what was typed for an earlier one is not taken for this one."""
    return f"again-{dataset.id}-{dataset.described}"


def _base(dataset: Dataset) -> dict[str, Line]:
    """The lines as described now, in the order of the rows' columns; columns that are not used have no kind."""
    schema = dataset.table.schema.columns
    names = [*dataset.columns, *(name for name in schema if name not in dataset.columns)]
    return {name: line_of(name, schema.get(name)) for name in names}


def _unit(dataset: Dataset, key: str) -> tuple[dp.Unit, int | None]:
    """Draws what is kept of a unit's rows, and the expected rows."""
    unit, first, second, third = dataset.table.unit, *st.columns(3)
    rows, groups = unit.max_rows, unit.max_groups
    if unit.identifier is not None:
        with first:
            rows = st.number_input(say("Maximum rows per unit"), 1, 1_000_000, unit.max_rows, key=f"{key}-rows")
        with second:
            groups = st.number_input(
                say("Maximum groups per unit"),
                1,
                1_000_000,
                unit.max_groups,
                key=f"{key}-groups",
                placeholder=say("same as rows"),
            )
    with third if unit.identifier is not None else first:
        expected = st.number_input(
            say("Expected number of rows"), 1, 10**15, dataset.table.expected_rows, key=f"{key}-expected"
        )
    return replace(unit, max_rows=rows or unit.max_rows, max_groups=groups), expected


def _origin(dataset: Dataset, key: str) -> dp.Origin | None:
    """Draws where the new facts come from; None until it is said."""
    kind: Known | None = st.radio(
        say("Where do the new facts come from?"),
        KINDS,
        index=None,
        format_func=lambda known: say(WHENCE[known]),
        key=f"{key}-origin",
        horizontal=True,
    )
    keys: list[str] = []
    if kind == "answer":
        answers = {release.key: release for release in reversed(desk().releases(dataset.id))}
        keys = st.multiselect(
            say("Which answers?"),
            list(answers),
            format_func=lambda one: visible(answers[one].sentence, 120) if one in answers else str(one),
            key=f"{key}-answers",
        )
    note = st.text_input(
        say("Source, in your words (optional; kept in the ledger)"), key=f"{key}-note", max_chars=MOST_NOTE
    )
    if kind is None or (kind == "answer" and not keys):
        return None
    return dp.Origin(kind, tuple(keys), note.strip())


def _confirm(
    dataset: Dataset,
    key: str,
    described: grid.Described,
    unit: dp.Unit,
    expected: int | None,
    origin: dp.Origin | None,
) -> None:
    """Draws what would change, and the button."""
    new: Table | None = None
    if described.wrong:
        count = len(described.wrong)
        st.warning(
            say(
                Text.counted(
                    "{n} line cannot be read yet; see its status.",
                    "{n} lines cannot be read yet; see their status.",
                    n=count,
                )
            ),
            icon=":material/rule:",
        )
    else:
        with errors.told():
            new = replace(dataset.table, schema=dp.Schema(dict(described.columns)), unit=unit, expected_rows=expected)
    changed = [] if new is None else differences(dataset.table, new)
    if new is not None and changed:
        st.markdown("\n".join(f"- {plain(one, 400)}" for one in changed[:_MANY]))
        if len(changed) > _MANY:
            st.caption(say("{more:,} more changes", more=len(changed) - _MANY))
        _effect(dataset, new)
    elif new is not None:
        st.caption(say("Nothing is changed yet."))
    if changed and origin is None:
        st.caption(say("Say where the new facts come from."))
    with st.container(horizontal=True):
        st.button(
            say("Describe the rows so"),
            type="primary",
            key=f"{key}-go",
            disabled=not changed or origin is None,
            on_click=_describe,
            args=(dataset, key, new, origin),
        )
        st.button(say("Start over"), type="tertiary", key=f"{key}-reset", on_click=_reset, args=(key,))


def _effect(dataset: Dataset, new: Table) -> None:
    """Draws which answered questions keep their answers."""
    kept, other = effect(dataset, desk().ledger(dataset.id), new)
    if kept:
        st.caption(
            say(
                Text.counted(
                    "{n} answered question stays as it is: asked again, it costs nothing.",
                    "{n} answered questions stay as they are: asked again, they cost nothing.",
                    n=len(kept),
                )
            )
        )
    if other:
        st.warning(
            plain(
                Text.counted(
                    "{n} answered question is about what changes. Its answer stays readable; asked again, it is paid "
                    "again: {questions}",
                    "{n} answered questions are about what changes. Their answers stay readable; asked again, they are "
                    "paid again: {questions}",
                    n=len(other),
                    questions=joined([*(query.sentence for query in other[:5]), *["…"][: len(other) > 5]], "; "),
                ),
                SENTENCES,
            ),
            icon=":material/paid:",
        )


@act
def _reset(key: str) -> None:
    grid.forget(key)
    for field in ("rows", "groups", "expected", "origin", "answers", "note", "column"):
        session.pop(f"{key}-{field}", None)


@act
def _describe(dataset: Dataset, key: str, new: Table | None, origin: dp.Origin | None) -> None:
    """In the background: to keep other rows of each unit, they may have to be sorted. A second click finds it there."""
    if new is None or origin is None:
        return
    own = desk()

    def work(progress: Progress, cancel: threading.Event) -> list[str]:
        progress(DESCRIBING)
        own.describe(
            dataset.id,
            new.schema,
            unit=new.unit,
            origin=origin,
            described=dataset.described,
            cancel=cancel,
            expected_rows=new.expected_rows,
        )
        return [dataset.id]

    started = job.loads().start(key, dataset.id, own.user, work)
    started.done.wait(loading.SOON)
    _settle(started)


def _running(dataset: Dataset) -> bool:
    """Draws the progress of describing this dataset; whether it runs."""
    running = job.loads().get(_key(dataset), desk().user)
    if running is None:
        return False
    if _settle(running):
        st.rerun()
    _watch(_key(dataset))
    return True


def _settle(running: job.Job) -> bool:
    if not running.done.is_set():
        return False
    job.loads().settle(running)
    if running.trouble:
        errors.put(running.trouble)
    else:
        grid.forget(running.ticket)
        session[_SAID] = Text("The rows are described anew, and the ledger records it.")
    return True


@st.fragment(run_every=0.3)
def _watch(ticket: str) -> None:
    try:
        running = job.loads().get(ticket, desk().user)
    except AccessError:  # signed out meanwhile
        st.rerun()
    if running is None or running.done.is_set():
        st.rerun()
    job.box(running, Text("If you cancel, the description stays as it was."))
