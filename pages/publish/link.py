# vital
"""A new link: created once even for several clicks, shown once, and its address."""

from __future__ import annotations

import os
import secrets
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import streamlit as st

from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.ui import widget
from pages.ui.card.publish_form import Publication, latest
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.session import session

if TYPE_CHECKING:
    from dpcore.desk.sharing import Share

_TICKETS, _FRESH = "publish tickets", "fresh links"
ONCE = Text("This link is shown only once. Murmur stores a fingerprint of it, from which the link cannot be recovered.")


@dataclass(frozen=True)
class Fresh:
    """A new share with its token, which is stored nowhere else."""

    share: Share
    token: str


def button(dataset: Dataset, publication: Publication) -> None:
    """Draws the button that publishes."""
    ticket = session.setdefault(_TICKETS, {}).setdefault(dataset.id, secrets.token_urlsafe(12))
    st.button(
        say("Publish"),
        type="primary",
        icon=":material/link:",
        key=f"publish-{ticket}",
        on_click=_publish,
        args=(dataset, publication, ticket),
    )


@act
def _publish(dataset: Dataset, publication: Publication, ticket: str) -> None:
    links, sharing = session.setdefault(_FRESH, {}), desk().sharing(dataset.id)
    if ticket in links:
        return
    publication = latest(dataset, publication)
    # No call of Streamlit from here on, so that a second click cannot interrupt between publishing and storing.
    links[ticket] = Fresh(
        *sharing.publish(publication.releases, publication.title, publication.note, publication.until)
    )


def fresh(dataset: Dataset) -> Fresh | None:
    """The link that this session has just published and not dismissed."""
    ticket = session.get(_TICKETS, {}).get(dataset.id)
    link: Fresh | None = session.get(_FRESH, {}).get(ticket)
    return link


def show(dataset: Dataset, new: Fresh) -> None:
    """Draws the link once."""
    with st.container(border=True):
        st.success(say("**{title}** is published.", title=plain(new.share.title, 200)), icon=":material/link:")
        st.code(address(new.token), language=None, wrap_lines=True)
        st.markdown(say("{once} Copy it now. If you lose it, revoke it below and create a new one.", once=ONCE))
        st.button(say("I have copied it"), on_click=_dismiss, args=(dataset,))


@act
def _dismiss(dataset: Dataset) -> None:
    ticket = session.get(_TICKETS, {}).pop(dataset.id, None)
    session.get(_FRESH, {}).pop(ticket, None)
    widget.clear(f"publish-{dataset.id}-")


def address(token: str) -> str:
    """The address of a token; MURMUR_URL is the address at which colleagues reach this desk."""
    root = (os.environ.get("MURMUR_URL") or st.context.url or "").rstrip("/").removesuffix("/publish")
    return f"{root}/s/{token}" if routed() else f"{root}/?{urlencode({'share': token})}"


def routed() -> bool:
    """Whether this process serves /s/<token>, a route of `asgi.py`; otherwise the app shows shared answers."""
    return "pages.server.share_route" in sys.modules
