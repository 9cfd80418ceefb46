"""Ask: a plan of questions with prices and predicted errors; check; release; the answers."""

import streamlit as st

import dpcore as dp
from dpcore.plan.quote import Quote
from dpcore.present.text import words
from dpcore.release import requests
from dpcore.text import Text
from pages.ask import (
    arrived,
    cells,
    confirm_dialog,
    finder,
    foot,
    many,
    named,
    plan_file,
    plan_table,
    preview,
    query_form,
    row_act,
    row_form,
)
from pages.explore import use
from pages.ui import navigation, role
from pages.ui.card import unanswered
from pages.ui.desk import desk
from pages.ui.errors import Sentence, act, told
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.plan import draft, measured, priced, proposal, total
from pages.ui.plan.starter import starters, suggested
from pages.ui.session import session

st.title(say("Ask"), anchor=False)
dataset = role.needed("analyst")
schema, form = dataset.table.schema, f"form-{dataset.id}"
st.caption(f"{plain(dataset.name)} · {plain(words.relation(dataset.table), 200)}")
if not dataset.has_rows:
    st.info(say(requests.NO_MORE))


@act
def add(key: str) -> None:
    """Check the entered question against the table's description and add it to the plan."""
    if finder.unseen(form):  # a phrase was still being typed: what it filled is to be looked at first
        return
    question = query_form.made(*typed, schema)
    question.admit(dataset.table)
    draft.save(dataset, lambda plan: plan.add(question))
    finder.reset(form)
    session[f"{form}-added"] = question.sentence


plan = draft.load(dataset)
fixed: dp.Plan | None = None
quote: Quote | None = None
refused: list[Sentence] = []
with st.container():  # always one block, so that what is below keeps its place and stays open
    use.shown(dataset)
    if lost := draft.left_out(dataset):
        named.tell(len(lost), lost)
    named.linked(dataset, plan)
    arrived.arrived(dataset)
    paid = measured.of(dataset, plan.rows)  # after the answers, which a release may have stored meanwhile
    new = measured.new(plan, paid)
    unanswered.offer(dataset)
    proposal.approved(dataset)
    if not plan.rows:
        # vital
        st.markdown(say("Begin with a question. Nothing is read or spent before you release."))
        with st.container(horizontal=True):
            for place_, query in enumerate([*suggested(dataset.table), *starters(schema)]):
                st.button(
                    plain(query.sentence, 80),
                    icon=":material/add:",
                    key=f"start-{place_}",
                    on_click=act(draft.save),
                    args=(dataset, lambda plan, query=query: plan.add(query)),
                )
    else:
        with told(refused):
            if new.rows:
                fixed = draft.plan_of(dataset.id, new)
                quote = desk().quote(dataset.id, fixed, keep=True)
            else:
                st.caption(say("Every question is turned off."))
        if new.rows and not (quote is not None and all(quote.stored)):  # what is answered has no price to be set
            total.settings(dataset, new, quote)
        lines = cells.lines(dataset, plan, paid, new, quote)
        chosen = row_act.chosen(dataset, plan)
        low = chosen is not None and len(lines) > 1 and row_act.low(dataset)
        plan_table.table(dataset, plan, paid, lines, priced.shown_in(dataset, quote), low=low)
        if len(plan.asked.rows) > 1:
            many.offer(dataset)
        row = row_form.choice(dataset, plan)
        if row is not None:
            places = {each.id: place for place, each in enumerate(new.rows)}
            row_form.form(dataset, plan, row, paid, quote, places.get(row.id))

adding = st.expander(
    say("Add a question"),
    icon=":material/add:",
    key=query_form.start(f"adding-{dataset.id}", not plan.rows),  # it stays as it is after the first question
    on_change="rerun",
)
with adding:
    finder.finder(schema, form, seen=bool(adding.open))
    typed = query_form.question(schema, form)
    if adding.open:  # otherwise nobody sees it
        preview.preview(dataset, plan, typed, quote)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(say("Add to the plan"), on_click=add, args=("form",))
        if dataset.role == "owner":
            label, about = say("Columns and bounds"), say("How the table is described, and describing it again.")
            st.page_link(navigation.DATASET, label=label, icon=":material/table_view:", help=about)
    if added := session.pop(f"{form}-added", None):  # on a phone the plan is out of sight, above
        st.caption(plain(Text("Added to the plan: {question}", question=added), 150))

if quote is not None:
    proposal.sent(dataset)
    for hint in quote.hints:
        if hint != requests.NO_MORE:  # shown above
            st.info(plain(hint, 300))
    for limit in quote.limits:
        st.caption(plain(limit, 500))
plan_file.offer(dataset, measured.first(plan) if quote is not None else None, new)
if plan.rows or draft.steps(dataset).before or draft.steps(dataset).after:
    foot.foot(dataset, fixed, quote, refused[-1] if refused else None)
confirm_dialog.sheet(dataset)
