"""The current user. Sign-in is required if there is a Streamlit secrets file; otherwise Murmur is in single-user mode.

The identity comes only from the cookie that Streamlit signed after the provider's response, never from a header, an
address or session state. The name of a user is the e-mail address verified by the provider.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from typing import Any

import streamlit as st

from dpcore.errors import AccessError
from pages.ui.person import ended_signins
from pages.ui.person.signin_settings import fault, fix, home, providers, required

__all__ = ["address_of", "end", "fault", "fix", "home", "identity", "providers", "required", "user"]
# Seconds by which a provider's clock may be ahead of ours.
_AHEAD = 60
_ADDRESS = re.compile(r"[!#-'*+\-./0-9=?A-Z^_`a-z{|}~]{1,64}@[A-Za-z0-9.\-]{1,190}")


def user() -> str | None:
    """The signed-in user; None in single-user mode. Raises AccessError if nobody is signed in."""
    if not required():
        return None
    if wrong := fault():
        raise AccessError(*wrong)
    return identity(st.user.to_dict(), time.time())


def identity(claims: Mapping[str, Any], now: float) -> str:
    """The user named in a provider's claims, in lower case. Raises AccessError; now: seconds since 1970.

    Addresses that differ only in case are one user; dots and tags are kept. Non-ASCII letters are refused, since case
    conversion turns some of them into others.
    """
    if not claims.get("is_logged_in"):
        raise AccessError("Nobody is signed in.", "Sign in first.")
    if not _lasts(claims, now) or ended_signins.has(claims):
        raise AccessError("Your sign-in has ended.", "Sign in again.")
    address = claims.get("email")
    if not address or str(claims.get("email_verified")).lower() != "true":
        raise AccessError(
            "Your sign-in provider has not confirmed your e-mail address.",
            "Verify the address there, then sign in again.",
        )
    return address_of(str(address))


def address_of(text: str) -> str:
    """An e-mail address as the name of a user. Raises AccessError."""
    if not _ADDRESS.fullmatch(text):
        raise AccessError("This is not an e-mail address that can sign in here.", "For example ada@example.org.")
    return text.lower()


def end() -> None:
    """End this sign-in in every tab and for every copy of its cookie. Raises AccessError; see `ended_signins.add`."""
    ended_signins.add(st.user.to_dict())


def _lasts(claims: Mapping[str, Any], now: float) -> bool:
    """Whether a sign-in has begun and not expired. Streamlit keeps cookies 30 days whatever the provider says."""
    begun, ends = claims.get("iat", 0), claims.get("exp")
    return isinstance(begun, int | float) and isinstance(ends, int | float) and begun - _AHEAD <= now < ends
