"""Census: how many answers each dataset has."""

import streamlit as st

from dpcore.errors import QueryError
from pages.ui import errors, navigation
from pages.ui.desk import desk
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.session import session

_SEEN = "census seen"


@errors.act
def _look() -> None:
    """Counts how often it was asked for, three times at most."""
    if session.get(_SEEN, 0) == 3:
        raise QueryError("The census was taken three times.", "Come back tomorrow.")
    session[_SEEN] = session.get(_SEEN, 0) + 1


st.title(say("Census"), anchor=False)
dataset = navigation.needed()
st.button(say("Count them"), on_click=_look)
if session.get(_SEEN):
    count = len(desk().releases(dataset.id))
    st.markdown(
        say(
            "{name} has {count} answers, counted {times} times.",
            name=plain(dataset.id),
            count=count,
            times=session[_SEEN],
        )
    )
