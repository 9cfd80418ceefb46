# vital
"""Describing the rows of a dataset again: other bounds, values, columns, limits of a unit; where they come from.

It costs nothing. A question whose own facts change is another question afterwards, and is paid anew. What is entered
stays until it is written or dropped by "Start over": on other pages, after a refusal, and when somebody else describes
the table in between.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

import dpcore as dp
from dpcore.present.dataset.redescription import differences, effect
from dpcore.present.text import history
from dpcore.release.dataset import Dataset
from dpcore.release.run import Progress
from dpcore.table.description import KINDS, MOST_NOTE, Known
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.table import MAX_NOUN, Table
from dpcore.text import Text, joined
from pages.data import grid, loading, other_format
from pages.data.earlier import kept_line
from pages.data.lines import described, lines, put, unread
from pages.ui import errors, job, widget
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
    before = [each for each in desk().ledger(dataset.id) if "facts" in each.payload and each.seq <= entry.seq]
    old, new = (Table.from_dict(each.payload["facts"]) for each in before[-2:])
    changed = differences(old, new)
    more = [Text("{more:,} more changes", more=len(changed) - _MANY)] if len(changed) > _MANY else []
    return joined([Text("{act}.", act=what), *changed[:_MANY], *more])


def offer(dataset: Dataset) -> None:
    """Draws the form, folded; the progress while rows are prepared."""
    if _running(dataset):
        return
    fold = st.expander(
        say("Describe again"), icon=":material/edit_note:", key=f"again-{dataset.id}-fold", on_change="rerun"
    )
    if not fold.open:
        return
    with fold:
        st.markdown(say(ABOUT))
        key, base = _key(dataset), _base(dataset)
        grid.draw(key, dataset.kept.columns, base, kept=True)
        if dataset.kept.columns:
            st.caption(say("A column that is not listed was not kept with the rows: load a new version that has it."))
        _unit(dataset, key)
        _origin(dataset, key)
        _confirm(dataset, key)
        other_format.offer(dataset, key, _base(dataset), begin)


def _key(dataset: Dataset) -> str:
    """The beginning of the keys of all fields; another one after each "Start over", so that browsers draw them anew."""
    return f"again-{dataset.id}-{session.get(f'again-{dataset.id}-times', 0)}"


def _drop(dataset: Dataset) -> None:
    """From a callback: forget what was entered."""
    widget.clear(_key(dataset))
    session[f"again-{dataset.id}-times"] = session.get(f"again-{dataset.id}-times", 0) + 1


def _keep_formats(dataset: Dataset, formats: Mapping[str, tuple[str, str]]) -> None:
    """Formats that were entered stay when the rows are described: they are read by a later click."""
    base = _base(desk().dataset(dataset.id))
    put(
        _key(dataset),
        {
            name: replace(base[name], format=said, codes=codes)
            for name, (said, codes) in formats.items()
            if name in base and (base[name].format, base[name].codes) != (said, codes)
        },
    )


def _keep_facts(dataset: Dataset) -> None:
    """Facts that were entered stay when the rows are read by other formats: they are described by a later click."""
    before, base = _key(dataset), _base(desk().dataset(dataset.id))
    typed = widget.of(before)
    now: Mapping[str, Line] = typed.get(f"{before}-lines", {})
    _drop(dataset)
    for key, value in typed.items():
        widget.put(_key(dataset) + key.removeprefix(before), value)
    put(
        _key(dataset),
        {
            name: replace(line, format=base[name].format, codes=base[name].codes)
            for name, line in now.items()
            if name in base and other_format.same(line, base[name])
        },
    )


def _base(dataset: Dataset) -> dict[str, Line]:
    """The lines as described now, in the order of the rows' columns; columns that are not used have no kind."""
    columns = dataset.kept.columns
    names = [*columns, *(name for name in dataset.table.schema.columns if name not in columns)]
    return {name: kept_line(dataset, name) for name in names}


def _unit(dataset: Dataset, key: str) -> None:
    """Draws what is kept of a unit's rows, and the expected rows."""
    unit, (first, second, third) = dataset.table.unit, st.columns(3)
    if unit.identifier is not None:
        with first:
            label, most = say("Maximum rows per unit"), 1_000_000
            widget.kept(st.number_input, label, 1, most, value=None, key=f"{key}-rows", default=unit.max_rows)
        with second:
            widget.kept(
                st.number_input,
                say("Maximum groups per unit"),
                1,
                1_000_000,
                value=None,
                key=f"{key}-groups",
                default=unit.max_groups,
                placeholder=say("same as rows"),
            )
            widget.kept(
                st.text_input,
                say("What one of them is called (optional)"),
                key=f"{key}-noun",
                default=unit.noun or "",
                max_chars=MAX_NOUN,
            )
    with third if unit.identifier is not None else first:
        widget.kept(
            st.number_input,
            say("Expected number of rows"),
            1,
            10**15,
            value=None,
            key=f"{key}-expected",
            default=dataset.table.expected_rows,
        )


def _origin(dataset: Dataset, key: str) -> None:
    """Draws where the new facts come from."""
    kind = widget.kept(
        st.radio,
        say("Where do the new facts come from?"),
        KINDS,
        index=None,
        format_func=lambda known: say(WHENCE[known]),
        key=f"{key}-origin",
        horizontal=True,
    )
    if kind == "answer":
        answers = {release.key: release for release in reversed(desk().releases(dataset.id))}
        names = {
            one: Text(
                "{question} · {day}, entry {seq}",
                question=visible(release.sentence, 120),
                day=release.time[:10],
                seq=release.seq,
            )
            for one, release in answers.items()
        }
        widget.kept(
            st.multiselect,
            say("Which answers?"),
            list(answers),
            format_func=lambda one: visible(names[one], 200) if one in names else str(one),
            key=f"{key}-answers",
            default=[],
        )
    widget.kept(
        st.text_input,
        say("Source, in your words (optional; kept in the ledger)"),
        key=f"{key}-note",
        default="",
        max_chars=MOST_NOTE,
    )


def _entered(dataset: Dataset, key: str) -> tuple[Table, dp.Origin | None]:
    """The description as entered, and its origin, None until it is said. Raises SchemaError."""

    def of(field: str) -> Any:
        return session.get(f"{key}-{field}", widget.value(f"{key}-{field}"))

    known, old = described(key, _base(dataset), kept=True), dataset.table
    if known.wrong:
        raise dp.SchemaError(unread(len(known.wrong)))
    unit = old.unit
    if unit.identifier is not None:
        noun = str(of("noun") or "").strip() or None
        unit = dp.Unit(unit.identifier, of("rows") or unit.max_rows, of("groups"), noun)
    now = lines(key, _base(dataset))
    notes = {**old.notes, **{name: line.note for name, line in now.items()}}
    schema = dp.Schema(dict(known.columns))
    new = replace(old, schema=schema, unit=unit, expected_rows=of("expected"), notes=notes)
    kind, answers = of("origin"), of("answers") if of("origin") == "answer" else ()
    if kind is None or (kind == "answer" and not answers):
        return new, None
    return new, dp.Origin(kind, tuple(answers or ()), str(of("note") or "").strip())


def _confirm(dataset: Dataset, key: str) -> None:
    """Draws what would change, and the button."""
    changed, origin = list[Text](), None
    wrong = described(key, _base(dataset), kept=True).wrong
    if wrong:
        st.warning(say(unread(len(wrong))), icon=":material/rule:")
    with errors.told() if not wrong else contextlib.suppress(dp.SchemaError):
        new, origin = _entered(dataset, key)
        changed = differences(dataset.table, new)
        if changed:
            st.markdown("\n".join(f"- {plain(one, 1_000)}" for one in changed[:_MANY]))
            if len(changed) > _MANY:
                st.caption(say("{more:,} more changes", more=len(changed) - _MANY))
            _effect(dataset, new)
            if origin is None:
                st.caption(say("Say where the new facts come from."))
        elif not other_format.entered(key, _base(dataset)):
            st.caption(say("Nothing is changed yet."))
    with st.container(horizontal=True):
        st.button(
            say("Describe the rows so"),
            type="primary",
            key=f"{key}-go",
            disabled=not changed or origin is None,
            on_click=_describe,
            args=(dataset, key),
        )
        st.button(say("Start over"), type="tertiary", key=f"{key}-reset", on_click=act(_drop), args=(dataset,))


def _effect(dataset: Dataset, new: Table) -> None:
    """Draws which answered questions keep their answers."""
    kept, other = effect(dataset, desk().ledger(dataset.id), new)
    if kept:
        stays = Text.counted(
            "{n} answered question stays as it is: asked again, it costs nothing.",
            "{n} answered questions stay as they are: asked again, they cost nothing.",
            n=len(kept),
        )
        st.caption(say(stays))
    if other:
        again = Text.counted(
            "{n} answered question is about what changes. Its answer stays readable; asked again, it is paid again: "
            "{questions}",
            "{n} answered questions are about what changes. Their answers stay readable; asked again, they are paid "
            "again: {questions}",
            n=len(other),
            questions=joined([*(query.sentence for query in other[:5]), *["…"][: len(other) > 5]], "; "),
        )
        st.warning(plain(again, SENTENCES), icon=":material/paid:")


@act
def _describe(dataset: Dataset, key: str) -> None:
    """In the background: to keep other rows of each unit, they may have to be sorted.

    dataset: as it was drawn. What was typed with the click counts too. A second click finds what was entered dropped,
    or the job running.
    """
    if key != _key(dataset) or session.get(_ticket(dataset)) is not None:
        return
    new, origin = _entered(dataset, key)
    if origin is None:
        raise dp.SchemaError("Say where the new facts come from.")
    own = desk()

    def work(progress: Progress, cancel: threading.Event) -> list[str]:
        progress(DESCRIBING)
        own.describe(
            dataset.id,
            new.schema,
            unit=new.unit,
            expected_rows=new.expected_rows,
            notes=new.notes,
            origin=origin,
            described=dataset.described,
            cancel=cancel,
        )
        return [dataset.id]

    begin(dataset, key, work, Text("The rows are described anew, and the ledger records it."))


def begin(dataset: Dataset, key: str, work: job.Work, done: Text, formats: bool = False) -> None:
    """From a callback: do this to the rows, unless something else is under way. done: what is said at the end.

    formats: whether it is about the formats that were entered, and the facts are still to be described.
    """
    if key != _key(dataset) or session.get(_ticket(dataset)) is not None:
        return
    ticket = session[_ticket(dataset)] = job.ticket()
    session[_done(dataset)] = done, formats
    started = job.loads().start(ticket, dataset.id, desk().user, work)
    started.done.wait(loading.SOON)
    _settle(dataset, started)


def _done(dataset: Dataset) -> str:
    return f"again-{dataset.id}-done"


def _ticket(dataset: Dataset) -> str:
    return f"again-{dataset.id}-ticket"


def _running(dataset: Dataset) -> bool:
    """Draws the progress of describing this dataset; whether it runs. A job belongs to the session that began it."""
    running = job.loads().get(session.get(_ticket(dataset)), desk().user)
    if running is None:
        session.pop(_ticket(dataset), None)
        return False
    if _settle(dataset, running):
        st.rerun()
    loading.watch(running.ticket, Text("If you cancel, everything stays as it was."))
    return True


def _settle(dataset: Dataset, running: job.Job) -> bool:
    """Takes over how a finished job ended; False while it runs."""
    if not running.done.is_set():
        return False
    job.loads().settle(running)
    session.pop(_ticket(dataset), None)
    if running.trouble:
        errors.put(running.trouble)
    else:
        session[_SAID], formats = session.pop(_done(dataset), (None, False))
        if formats:
            _keep_facts(dataset)
            return True
        entered = other_format.entered(_key(dataset), _base(dataset))
        _drop(dataset)
        _keep_formats(dataset, entered)
    return True
