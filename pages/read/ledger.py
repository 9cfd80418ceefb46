"""Ledger: the budget, what is spent and left, every charge; the owner's actions."""

import streamlit as st

from dpcore.present.file.export import cell
from dpcore.present.text import history, words
from dpcore.text import Text, joined
from pages.read import owner_actions
from pages.read import standing as used
from pages.ui import errors, job, navigation
from pages.ui.card import unanswered
from pages.ui.desk import desk
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain, visible
from pages.ui.unit_menu import gauge


def _what(line: history.Line) -> Text:
    questions = joined(line.questions, "; ")
    if len(line.questions) > 1:  # the column may show only the first ones
        return Text("{act} ({n}): {questions}", act=line.what, n=len(line.questions), questions=questions)
    return Text("{act}: {questions}", act=line.what, questions=questions) if questions else line.what


st.title(say("Ledger"), anchor=False)
dataset = navigation.needed()
standing = desk().standing(dataset.id)

with st.container(horizontal=True, vertical_alignment="center"):
    st.header(plain(dataset.name), anchor=False, width="content")
    navigation.note(dataset)
st.caption(plain(words.relation(dataset.table), 200))
st.markdown(plain(words.odds(dataset.budget), SENTENCES))

st.page_link(navigation.DATASET, label=say("Description, versions and uses"), icon=":material/table_view:")

used.figures(dataset, standing)
used.slots(standing)
with st.container():  # always one block, so that what is below keeps its place
    job.shown(dataset)
    unanswered.offer(dataset)
used.comparison(standing)

st.header(say("Entries"), anchor=False)
entries = [entry for entry in reversed(desk().ledger(dataset.id)) if entry.kind != "answer"]
# a training writes dozens of rounds, which cost nothing: they would push its charge out of the table's window
rounds = any(entry.kind == "round" for entry in entries)
if not (rounds and st.toggle(say("Show stored rounds"), key=f"rounds-{dataset.id}")):
    entries = [entry for entry in entries if entry.kind != "round"]
shown = gauge(standing)
lines = [history.line(entry, shown) for entry in entries]
rows = [
    {
        say("no."): line.seq,
        say("when (UTC)"): line.time,
        say("by"): cell(visible(line.user)),
        say("what"): cell(visible(_what(line), 300)),
        say("price"): say(line.price),
        say("hash"): line.hash,
    }
    for line in lines
]
st.dataframe(rows, hide_index=True, alt=say("The entries of this dataset, newest first"))
with st.container():  # present even when empty, so that an open form below stays open
    errors.draw()
owner_actions.acts(dataset)
