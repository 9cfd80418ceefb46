"""Who is here. On a one-person desk nobody asks; where Streamlit's secrets have an [auth] section, everybody signs in.

Who somebody is comes from one place, the cookie that Streamlit signed after the provider's answer: never from a header,
an address or session state. The name of a user is the e-mail address that the provider vouches for.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.auth_util import get_redirect_uri

from dpcore.errors import AccessError

EXAMPLE = "See .streamlit/secrets.example.toml."
SECRET_LENGTH = 32
# A provider's clock may be ahead of ours by this many seconds.
_AHEAD = 60
_ADDRESS = re.compile(r"[!#-'*+\-./0-9=?A-Z^_`a-z{|}~]{1,64}@[A-Za-z0-9.\-]{1,190}")
_PROVIDER = "client_id"


def required() -> bool:
    """Whether people sign in here. Secrets that cannot be read lock the door: they may have meant to."""
    if st.secrets.load_if_toml_exists():
        return "auth" in st.secrets
    return any(Path(path).exists() for path in st.get_option("secrets.files"))


def fault() -> tuple[str, str] | None:
    """What is wrong with the settings, and the way out; nobody gets in while something is."""
    auth = _auth()
    if not auth:
        return "The sign-in settings cannot be read.", EXAMPLE
    if len(str(auth.get("cookie_secret", ""))) < SECRET_LENGTH:
        return f"The sign-in settings need a cookie_secret of at least {SECRET_LENGTH} characters.", EXAMPLE
    if not str(auth.get("redirect_uri", "")).endswith("/oauth2callback"):
        return "The sign-in settings need a redirect_uri that ends with /oauth2callback.", EXAMPLE
    if not providers():
        return "The sign-in settings name no provider.", EXAMPLE
    if st.get_option("server.trustedUserHeaders"):
        return "Sign-in is closed: server.trustedUserHeaders lets a request say who it is.", "Remove that setting."
    return None


def providers() -> list[str]:
    """Who may be asked to vouch for people; an empty name is the only one, in [auth] itself."""
    auth = _auth()
    named = [name for name, one in auth.items() if isinstance(one, Mapping) and _PROVIDER in one]
    return [""] if _PROVIDER in auth else named


def home() -> str:
    """The address of this desk, as the provider knows it."""
    return str(get_redirect_uri(_auth())).removesuffix("oauth2callback")


def user() -> str | None:
    """The signed-in user; None on a one-person desk. Raises AccessError where nobody is signed in."""
    if not required():
        return None
    if wrong := fault():
        raise AccessError(*wrong)
    return identity(st.user.to_dict(), time.time())


def identity(claims: Mapping[str, Any], now: float) -> str:
    """The user whom claims of a provider speak of, in lower case. Raises AccessError; now: seconds since 1970.

    Upper and lower case of an address are one person; dots and tags in it are not touched, and letters beyond ASCII
    are refused, since some of them turn into others when their case changes.
    """
    if not claims.get("is_logged_in"):
        raise AccessError("Nobody is signed in.", "Sign in first.")
    if not _lasts(claims, now) or _gone().has(claims):
        raise AccessError("Your sign-in has ended.", "Sign in again.")
    address = claims.get("email")
    if not address or str(claims.get("email_verified")).lower() != "true":
        raise AccessError(
            "Your provider does not vouch for an e-mail address of yours.",
            "Have the address verified there, then sign in again.",
        )
    return address_of(str(address))


def address_of(text: str) -> str:
    """An e-mail address as the name of a user. Raises AccessError."""
    if not _ADDRESS.fullmatch(text):
        raise AccessError("This is not an e-mail address that can sign in here.", "For example ada@example.org.")
    return text.lower()


def end() -> None:
    """This sign-in is over, in every tab and for every copy of its cookie, as long as this process lives."""
    _gone().add(st.user.to_dict())


def _auth() -> Mapping[str, Any]:
    return st.secrets.get("auth", {}) if st.secrets.load_if_toml_exists() else {}


def _lasts(claims: Mapping[str, Any], now: float) -> bool:
    """Whether a sign-in has begun and not ended. Streamlit keeps its cookie for 30 days, whatever the provider says."""
    begun, ends = claims.get("iat", 0), claims.get("exp")
    return isinstance(begun, int | float) and isinstance(ends, int | float) and begun - _AHEAD <= now < ends


class Gone:
    """Sign-ins that were ended before their time; each is forgotten once it would have ended anyway."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until: dict[str, float] = {}

    def add(self, claims: Mapping[str, Any]) -> None:
        """End one."""
        now = time.time()
        with self._lock:
            self._until = {name: until for name, until in self._until.items() if until > now}
            self._until[_name(claims)] = float(claims.get("exp") or 0)

    def has(self, claims: Mapping[str, Any]) -> bool:
        """Whether it was ended."""
        with self._lock:
            return bool(self._until) and _name(claims) in self._until


def _name(claims: Mapping[str, Any]) -> str:
    """A sign-in's own name: the provider's words for it, which differ for each by time and nonce."""
    kept = {name: claims.get(name) for name in ("iss", "sub", "email", "iat", "exp", "nonce", "jti")}
    return hashlib.sha256(json.dumps(kept, sort_keys=True, default=str).encode()).hexdigest()


@st.cache_resource(show_spinner=False)
def _gone() -> Gone:
    return Gone()
