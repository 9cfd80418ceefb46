"""The frame of every page: navigation and the budget meter."""

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
asking = inside and role.may_ask()
page = st.navigation(
    [
        st.Page(
            screen.script,
            title=say(screen.title),
            url_path=screen.address or None,
            default=not screen.address,
            visibility="visible" if screen.menu == "everybody" or (screen.menu == "analysts" and asking) else "hidden",
        )
        for screen in navigation.SCREENS
    ],
    position="hidden" if st.context.is_embedded or not inside else "top",
)
st.set_page_config(page_title=f"{page.title} · Murmur")
if not inside and not link_resolver.asked():
    signin_screen.sign_in()
    st.stop()
try:
    link_resolver.follow(page.url_path)
    # One block that is never empty: an error below the meter in a block of its own would draw all fields of the page
    # anew, and the field that somebody is typing in would lose the focus.
    top = st.container()
    with top:
        if page.url_path != link_resolver.PATH:
            meter(new=page.url_path in navigation.NEW)
        else:
            with st.container(horizontal=True, horizontal_alignment="right", key="meter"):
                menu()
                if inside:
                    signin_screen.person()
    page.run()
    with top:
        errors.draw()
except Exception as error:
    errors.show(errors.sentence(error))
