"""Data · describe: public facts per column, the privacy unit, the budget."""

from typing import Any

import streamlit as st

from pages.data import budget_form, column, column_value, create, dictionary, earlier, protection
from pages.ui import errors, navigation
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.rows import loaded
from pages.ui.widget import kept

SHEET = 20

st.title(say("Describe"), anchor=False)
table = loaded.current()
if table is None:
    st.markdown(say(loaded.REPLACED if loaded.replaced() else loaded.GONE))
    st.page_link(navigation.LOAD, label=say("Load a table"), icon=":material/arrow_back:")
    st.stop()

if table.question is not None:
    st.markdown(say("Say first which line of the file names its columns."))
    st.page_link(navigation.LOAD, label=say("Load a table"), icon=":material/arrow_back:")
    st.stop()

st.caption(plain(table.label, 120))
# vital
st.markdown(
    say(
        "Enter what is publicly known about each column. Bounds taken from the data would themselves "
        "reveal information. Values outside the bounds are set to the nearest bound."
    )
)
names = list(table.columns)
dictionary.offer(names)
earlier.offer(table)
sheets = -(-len(names) // SHEET)
sheet = st.pagination(sheets, key="describe-sheet") if sheets > 1 else 1
for spot in range((sheet - 1) * SHEET, min(sheet * SHEET, len(names))):
    column.card(spot, names[spot], table.columns[names[spot]], table.without_forms)

st.header(say("Who is protected"), anchor=False)
identifiers = [name for spot, name in enumerate(names) if column_value.kind_of(spot) == "identifier"]
choices: dict[str, Any] = {}
with errors.told(), st.container():  # always one block, so that what is below stays open
    choices["unit"] = protection.unit(identifiers)
choices["neighbors"] = protection.relation()
st.header(say("Budget"), anchor=False)
with errors.told():
    choices["budget"] = budget_form.draw(choices.get("unit"), choices["neighbors"])
budget_form.later()

st.header(say("Name"), anchor=False)
kept(st.text_input, say("Name of the dataset"), key="describe-name", default=create.name_of(table.label))
kept(
    st.number_input,
    say("Expected number of rows (optional; a public guess)"),
    1,
    10**15,
    value=None,
    key="describe-expected",
)
create.button(table, choices)
loaded.note(table)
