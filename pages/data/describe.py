"""Data · describe: public facts per column, the privacy unit, the budget."""

from typing import Any

import streamlit as st

import dpcore as dp
from dpcore.table.column import Identifier
from pages.data import budget_form, cell_form, create, dictionary, earlier, grid, population, progress, protection
from pages.data.lines import described
from pages.ui import errors, navigation
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.rows import loaded
from pages.ui.widget import kept

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
base = progress.base(table)
dictionary.offer(base)
earlier.offer(table, base)
progress.draw(table, base)
grid.draw(progress.KEY, table.columns, base)
cell_form.draw(table, base)
progress.limits(table, base)

st.header(say("Who is protected"), anchor=False)
known = described(progress.KEY, base)
identifiers = [name for name, column in known.columns.items() if isinstance(column, Identifier)]
choices: dict[str, Any] = {}
wanting: list[errors.Sentence] = []
with errors.told(wanting), st.container():  # always one block, so that what is below stays open
    protected = protection.unit(identifiers)
    if isinstance(protected, dp.Unit):
        choices["unit"] = protected
    else:
        wanting.append((protected, ""))
choices["neighbors"] = protection.relation()
st.header(say("Budget"), anchor=False)
with errors.told(wanting):
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
with errors.told(wanting), st.container():
    if wants := population.ask(table.columns, choices.get("unit", dp.Unit()).identifier, choices):
        wanting.append((wants, ""))
create.button(table, base, choices, wanting)
loaded.note(table)
