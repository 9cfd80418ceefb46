"""Team: roles in the open dataset, slices of its budget, and plans waiting for a decision."""

import streamlit as st

from dpcore.text import Text
from pages.team import member, slices
from pages.ui import errors, job, navigation, role
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain
from pages.ui.person import signin
from pages.ui.plan import proposal

ALONE = Text(
    "Single-user mode: sign-in is off. To work as a team, first add your own address here as an owner of "
    "what you will share; then copy .streamlit/secrets.example.toml to secrets.toml, fill it in, and restart."
)

st.title(say("Team"), anchor=False)
dataset = navigation.needed()
st.caption(plain(dataset.name))
if not signin.required():
    st.info(plain(ALONE, SENTENCES), icon=":material/person:")
with st.container():  # always one block, so that what is below keeps its place
    errors.draw()
    job.shown(dataset)
if role.at_least(dataset, "owner") and (waiting := proposal.waiting(dataset)):
    st.header(say("Waiting for you"), anchor=False)
    for plan in waiting:
        proposal.decide(dataset, plan)
if mine := proposal.own(dataset):
    st.header(say("Your plans"), anchor=False)
    for plan in mine:
        proposal.follow(dataset, plan)
st.header(say("Members"), anchor=False)
member.members(dataset)
if role.at_least(dataset, "analyst"):
    st.header(say("Slices of the budget"), anchor=False)
    slices.section(dataset)
