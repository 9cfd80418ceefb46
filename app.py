"""The frame: navigation and the budget meter, around whichever page is open."""

from typing import Literal

import streamlit as st

from pages.ui import entrance, place, quiet, role, style, trouble
from pages.ui.frame import meter
from pages.ui.publish import shared

quiet.install()
st.set_page_config(page_title="Murmur", layout="wide")
style.apply()
inside = entrance.admitted()
asking: Literal["visible", "hidden"] = "visible" if inside and role.may_ask() else "hidden"
page = st.navigation(
    [
        st.Page(place.HOME, title="Home", default=True),
        st.Page(place.LOAD, title="Data", url_path="data"),
        st.Page(place.DESCRIBE, title="Describe", visibility="hidden"),
        st.Page(place.ASK, title="Ask", visibility=asking),
        st.Page(place.EXPLORE, title="Explore", visibility=asking),
        st.Page(place.RESULTS, title="Results"),
        st.Page(place.LEDGER, title="Ledger"),
        st.Page(place.PUBLISH, title="Publish"),
        st.Page(place.VERIFY, title="Check a bundle", visibility="hidden"),
        st.Page(place.SHARED, title="Shared release", visibility="hidden"),
        st.Page(place.TEAM, title="Team"),
        st.Page(place.LEARN, title="Learn"),
    ],
    position="hidden" if st.context.is_embedded or not inside else "top",
)
st.set_page_config(page_title=f"{page.title} · Murmur")
if not inside and not shared.asked():
    entrance.door()
    st.stop()
try:
    shared.follow(page.url_path)
    if page.url_path != shared.PATH:
        meter()
    elif inside:
        entrance.person()
    top = st.container()
    page.run()
    with top:
        trouble.draw()
except Exception as error:
    trouble.show(trouble.sentence(error))
