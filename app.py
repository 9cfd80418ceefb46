"""The frame: navigation and the budget meter, around whichever page is open."""

import streamlit as st

from pages.ui import place, quiet, trouble
from pages.ui.frame import meter

quiet.install()
st.set_page_config(page_title="Murmur", layout="wide")
page = st.navigation(
    [
        st.Page(place.HOME, title="Home", default=True),
        st.Page(place.LOAD, title="Data", url_path="data"),
        st.Page(place.DESCRIBE, title="Describe", visibility="hidden"),
        st.Page(place.ASK, title="Ask"),
        st.Page(place.EXPLORE, title="Explore"),
        st.Page(place.RESULTS, title="Results"),
        st.Page(place.LEDGER, title="Ledger"),
        st.Page(place.LEARN, title="Learn"),
    ],
    position="hidden" if st.context.is_embedded else "top",
)
try:
    meter()
    top = st.container()
    page.run()
    with top:
        trouble.draw()
except Exception as error:
    trouble.show(trouble.sentence(error))
