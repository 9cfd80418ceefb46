"""Using a scenario in Ask: questions, weights, locks and total, and sentences for what a plan cannot hold."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import streamlit as st

from dpcore.plan.scenario import MOST_ASKS, Scenario
from dpcore.present.explore.axis import power
from dpcore.release.dataset import Dataset
from dpcore.table.schema import Schema
from dpcore.text import Text, joined
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain, visible
from pages.ui.plan.draft import Draft, Row
from pages.ui.session import session

_KEY = "left out of Ask"


def taken(base: Scenario, now: Scenario, plan: Draft, schema: Schema, *, lent: bool) -> tuple[Draft, list[Text]]:
    """The draft, and a sentence for each thing left out.

    base: the scenario as opened; plan: the draft of Ask; lent: whether base came from that draft. A question whose
    weight was not changed keeps its row: lock, level and weight.
    """
    rows, sentences, numbers = [], list[Text](), count(plan.next_id)
    asked = [row.query.bind(schema) for row in plan.rows]
    same = lent and asked == [query for query, _ in base.asks] == [query for query, _ in now.asks]
    moved = any(old != new for old, new in zip(base.asks, now.asks, strict=True)) if same else True
    for place, (query, weight) in enumerate(now.asks, 1):
        row = plan.rows[place - 1] if same else None
        if row is None:
            rows.append(Row(next(numbers), query, weight))
            continue
        held = row.held if base.asks[place - 1] == now.asks[place - 1] else None
        if held is not None and held[0] == "price" and now.currency != plan.currency:
            held = None
        if row.held is not None and held is None:
            name = visible(query.sentence, 80)
            sentences.append(
                Text("“{question}” is no longer locked: how it is paid was changed in Explore.", question=name)
            )
        rows.append(replace(row, held=held, weight=weight if moved and held is None else row.weight))
    if not same and any(row.held for row in plan.rows):
        sentences.append(Text("The locks of the previous plan are removed: this scenario has none."))
    if lent and len(asked) > len(now.asks):
        more = len(asked) - len(now.asks)
        sentences.append(
            Text(
                "A scenario holds at most {most} questions. {more} questions of the plan are left out.",
                most=MOST_ASKS,
                more=more,
            )
        )
    total = (
        plan.total if same and not moved and now.total == base.total and now.currency == base.currency else now.total
    )
    if any(row.held for row in rows) and (moved or now.total != base.total):
        every = all(row.held for row in rows)
        sentences.append(
            Text("Every question is locked, so the plan costs what they cost together.")
            if every
            else Text("Locked questions keep their price or error, and the others share the rest of the total.")
        )
    slot = plan.slot if same else None
    return Draft(now.currency, total, tuple(rows), next(numbers), slot), [
        *sentences,
        *_levers(base, now),
    ]


def beside(whole: Draft, lent: Draft, taken: Draft) -> Draft:
    """The new rows, with the answered rows of the draft, which were not part of the scenario, in their places."""
    lent_ids, back = {row.id for row in lent.rows}, iter(taken.rows)
    there = [next(back, None) if row.id in lent_ids else row for row in whole.rows]
    return replace(taken, rows=(*(row for row in there if row is not None), *back))


def _levers(base: Scenario, now: Scenario) -> list[Text]:
    """The settings of a scenario that a plan does not have."""
    settings = []
    if now.group != 1:
        # vital
        settings.append(Text("{group} protected together", group=now.group))
    if now.rate != 1.0:
        settings.append(Text("a share of {percent:g} % used", percent=100 * now.rate))
    if now.rows is not None and now.rows != base.rows:
        settings.append(Text("{rows:,} rows expected", rows=now.rows))
    if now.delta != base.delta:
        settings.append(Text("epsilon stated at delta {delta}", delta=power(now.delta)))
    left_out = joined(settings, "; ")
    return [Text("Left out, because a plan has no such setting: {what}.", what=left_out)] if settings else []


def note(dataset: Dataset, sentences: list[Text]) -> None:
    """From a callback: sentences that Ask shows until they are dismissed."""
    session.setdefault(_KEY, {})[dataset.id] = sentences


def shown(dataset: Dataset) -> None:
    """Draws what was left out, if anything was."""
    sentences = session.get(_KEY, {}).get(dataset.id)
    if sentences:
        st.info("  \n".join(plain(sentence, SENTENCES) for sentence in [Text("Plan copied from Explore."), *sentences]))
        st.button(say("Dismiss"), key="use-dismiss", type="tertiary", on_click=act(note), args=(dataset, []))
