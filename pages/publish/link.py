"""A new link: made once for one click or several, shown once, and where it leads."""

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
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.publish_form import Publication, latest
from pages.ui.session import session

if TYPE_CHECKING:
    from dpcore.desk.sharing import Share

_TICKETS, _FRESH = "publish tickets", "fresh links"
ONCE = Text("This link is shown only once. Murmur stores a fingerprint of it, from which the link cannot be recovered.")


@dataclass(frozen=True)
class Fresh:
    """What was just published, with its token, which is nowhere else."""

    share: Share
    token: str


def button(dataset: Dataset, made: Publication) -> None:
    """Draws the button that publishes."""
    ticket = session.setdefault(_TICKETS, {}).setdefault(dataset.id, secrets.token_urlsafe(12))
    st.button(
        say("Publish"),
        type="primary",
        icon=":material/link:",
        key=f"publish-{ticket}",
        on_click=_publish,
        args=(dataset, made, ticket),
    )


@act
def _publish(dataset: Dataset, made: Publication, ticket: str) -> None:
    found, sharing = session.setdefault(_FRESH, {}), desk().sharing(dataset.id)
    if ticket in found:
        return
    made = latest(dataset, made)
    # Nothing of Streamlit is called from here on: a second click cannot stop this between publishing and keeping.
    found[ticket] = Fresh(*sharing.publish(made.releases, made.title, made.note, made.until))


def fresh(dataset: Dataset) -> Fresh | None:
    """What this session has just published of a dataset and not dismissed."""
    ticket = session.get(_TICKETS, {}).get(dataset.id)
    found: Fresh | None = session.get(_FRESH, {}).get(ticket)
    return found


def show(dataset: Dataset, new: Fresh) -> None:
    """Draws the link, this once."""
    with st.container(border=True):
        st.success(say("**{title}** is published.", title=plain(new.share.title, 200)), icon=":material/link:")
        st.code(address(new.token), language=None, wrap_lines=True)
        st.markdown(say("{once} Copy it now. If you lose it, revoke it below and create a new one.", once=ONCE))
        st.button(say("I have copied it"), on_click=_put_away, args=(dataset,))


@act
def _put_away(dataset: Dataset) -> None:
    ticket = session.get(_TICKETS, {}).pop(dataset.id, None)
    session.get(_FRESH, {}).pop(ticket, None)
    widget.clear(f"publish-{dataset.id}-")


def address(token: str) -> str:
    """Where a token opens; MURMUR_URL says where colleagues reach this desk."""
    root = (os.environ.get("MURMUR_URL") or st.context.url or "").rstrip("/").removesuffix("/publish")
    return f"{root}/s/{token}" if routed() else f"{root}/?{urlencode({'share': token})}"


def routed() -> bool:
    """Whether this process serves /s/<token>: `asgi.py` alone brings the route; else the app shows what is shared."""
    return "pages.server.share_route" in sys.modules
