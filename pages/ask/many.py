"""Many margins at once: every question of the plan gets the least price at which its margin is what is typed."""

from __future__ import annotations

import streamlit as st

import dpcore as dp
from dpcore.present.text import scale
from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import visible
from pages.ui.plan import draft, measured
from pages.ui.plan.draft import Draft, Held
from pages.ui.session import session

NAMED = 3
"""So many questions that stand in the way are named."""


def offer(dataset: Dataset) -> None:
    """Draws a field for the margin of all questions that would be paid."""
    with st.popover(say("All margins at once"), icon=":material/straighten:", key=f"many-{dataset.id}"):
        key = f"many-{dataset.id}-margin"
        st.number_input(
            say("Every margin at most"),
            0.0,
            None,
            None,
            key=key,
            format="%g",
            help=say(
                "In the unit of each question, with its own level. Each gets the least price at which its margin is no "
                "larger; questions that are off or answered stay as they are."
            ),
        )
        st.button(say("Set all margins"), key=f"many-{dataset.id}-set", on_click=_set, args=(dataset, key))


@act
def _set(dataset: Dataset, key: str) -> None:
    """One step for undo. What no price brings there is named, and stays as it is."""
    typed = session[key]
    if not typed:
        raise dp.QueryError("A margin is missing.", "Type a positive number, such as 50.")
    plan = draft.load(dataset)
    paid = measured.of(dataset, plan.rows)
    held, refused = dict[int, Held](), list[tuple[str, dp.DpError]]()
    for row in measured.new(plan, paid).rows:
        if measured.answered(row, paid.get(row.id)):
            continue
        there: Held = ("error", scale.read(row.query, typed))
        alone = plan.edit(row.id, held=there)
        try:
            desk().quote(dataset.id, dp.Plan([alone.ask(kept) for kept in alone.rows if kept.id == row.id]))
        except dp.DpError as error:
            refused.append((visible(row.query.sentence, 80), error))
        else:
            held[row.id] = there

    def change(now: Draft) -> Draft:
        for number, there in held.items():
            now = now.edit(number, held=there)
        return now

    draft.save(dataset, change)
    if refused:
        raise _in_the_way(refused)


def _in_the_way(refused: list[tuple[str, dp.DpError]]) -> dp.QueryError:
    names = joined((Text("“{question}”", question=name) for name, _ in refused[:NAMED]), ", ")
    more = len(refused) - NAMED
    if more > 0:
        names = Text("{names} and {more} more", names=names, more=more)
    return dp.QueryError(
        "This margin is not reached by {questions}; all others have it now.",
        refused[0][1].message,
        questions=names,
    )
