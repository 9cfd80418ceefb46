"""The frame of every page: navigation and the budget meter."""

from typing import Literal

import streamlit as st

from pages.publish import link_resolver
from pages.server import log_redaction
from pages.ui import errors, navigation, role, signin_screen, style
from pages.ui.frame import meter
from pages.ui.language import say
from pages.ui.language_menu import follow, menu

log_redaction.install()
st.set_page_config(page_title="Murmur", layout="wide")
style.apply()
inside = signin_screen.admitted()
follow()
asking: Literal["visible", "hidden"] = "visible" if inside and role.may_ask() else "hidden"
page = st.navigation(
    [
        st.Page(navigation.HOME, title=say("Home"), default=True),
        st.Page(navigation.LOAD, title=say("Data"), url_path="data"),
        st.Page(navigation.DESCRIBE, title=say("Describe"), visibility="hidden"),
        st.Page(navigation.ASK, title=say("Ask"), visibility=asking),
        st.Page(navigation.EXPLORE, title=say("Explore"), visibility=asking),
        st.Page(navigation.RESULTS, title=say("Results")),
        st.Page(navigation.LEDGER, title=say("Ledger")),
        st.Page(navigation.PUBLISH, title=say("Publish")),
        st.Page(navigation.VERIFY, title=say("Check a bundle"), visibility="hidden"),
        st.Page(navigation.SHARED, title=say("Shared release"), visibility="hidden"),
        st.Page(navigation.TEAM, title=say("Team")),
        st.Page(navigation.LEARN, title=say("Learn")),
    ],
    position="hidden" if st.context.is_embedded or not inside else "top",
)
st.set_page_config(page_title=f"{page.title} · Murmur")
if not inside and not link_resolver.asked():
    signin_screen.sign_in()
    st.stop()
try:
    link_resolver.follow(page.url_path)
    if page.url_path != link_resolver.PATH:
        meter()
    else:
        with st.container(horizontal=True, horizontal_alignment="right", key="meter"):
            menu()
            if inside:
                signin_screen.person()
    top = st.container()
    page.run()
    with top:
        errors.draw()
except Exception as error:
    errors.show(errors.sentence(error))
