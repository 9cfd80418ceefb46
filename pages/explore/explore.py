"""Explore: what a plan would cost, how wrong its answers would be, and what an attacker could do. Nothing is spent."""

import streamlit as st

from pages.explore import density, scenario, state, target, train, view
from pages.ui import role
from pages.ui.errors import show
from pages.ui.language import say
from pages.ui.markdown import plain

st.title(say("Explore"), anchor=False)
dataset = role.needed("analyst")
st.caption(say("{name} · what if: nothing here is spent, and no row is read", name=plain(dataset.name)))
with st.container():  # always one block, so that what is below keeps its place and stays open
    if wrong := state.follow(dataset):
        show(wrong)
    scenario.tabs(dataset)
view.view(dataset)
with st.expander(say("Price of a margin of error"), icon=":material/straighten:"):
    target.target(dataset)
with st.expander(say("Plan noisy gradient descent (DP-SGD)"), icon=":material/model_training:"):
    train.training()
density.density(dataset)
