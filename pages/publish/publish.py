"""Publish: answers for colleagues without an account, as a link or as files; all links, and revoking them."""

import streamlit as st

from dpcore.text import Text
from pages.publish import file, key, link, listed, reading
from pages.ui import errors, navigation, role
from pages.ui.card import publish_form
from pages.ui.desk import desk
from pages.ui.language import say
from pages.ui.markdown import plain

VIEWER = Text("You are a viewer of this dataset. You see its answers and links; analysts and owners can publish.")

st.title(say("Publish"), anchor=False)
dataset = navigation.needed()
st.caption(plain(dataset.name))
writes = role.at_least(dataset, "analyst")


def publish() -> None:
    """Draws the form, or the link just created."""
    new = link.fresh(dataset)
    if new is not None:
        link.show(dataset, new)
        return
    if not desk().releases(dataset.id):
        st.markdown(say("Nothing has been released yet, so there is nothing to publish."))
        st.page_link(navigation.ASK, label=say("Ask a question"), icon=":material/arrow_forward:")
        return
    publication = publish_form.publication(dataset)
    if not publication.releases:
        # vital
        st.caption(say("Choose at least one answer. Publishing reads no table and costs nothing."))
        return
    link.button(dataset, publication)
    with st.expander(say("What a colleague will see"), key="publish-preview", on_change="rerun") as folded:
        if folded.open:
            reading.draw(
                desk().dossier(dataset.id, publication.releases, publication.title, publication.note), "preview"
            )
    st.markdown(say("**Download as files**"))
    file.files(dataset, publication)


with st.container():  # always one block, so that what is below keeps its place and stays open
    errors.draw()
    if writes:
        publish()
    else:
        st.info(say(VIEWER))
st.header(say("Links"), anchor=False)
listed.links(dataset, writes)
with st.expander(say("This desk's key")):
    key.own()
st.page_link(navigation.VERIFY, label=say("Check a bundle that somebody sent you"), icon=":material/verified:")
