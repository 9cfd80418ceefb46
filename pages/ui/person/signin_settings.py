"""The sign-in settings: whether sign-in is required, and what is wrong with the settings.

An existing secrets file, in whatever state, means that sign-in is required; an unusable one locks everybody out.
"""

from __future__ import annotations

import glob
import os
import stat
import threading
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import streamlit as st
from streamlit import config
from streamlit.auth_util import get_redirect_uri

from dpcore.engine import address_list
from dpcore.text import Text

WORD, YES = address_list.OPEN_TO_ALL, address_list.YES
EXAMPLE = Text("See .streamlit/secrets.example.toml.")
SECRET_LENGTH = 32
CALLBACK = "/oauth2callback"
_FILES = "secrets.files"
_NEEDED = ("client_id", "client_secret", "server_metadata_url")
_NO_PROVIDER = "client_kwargs"
_serving, _seen = threading.Event(), threading.Event()


def required() -> bool:
    """Whether sign-in is required: if there is a secrets file, or one is configured and missing."""
    if _seen.is_set():
        return True
    intended = _intended()
    if intended and _serving.is_set():
        _seen.set()
    return intended


def open_to_all() -> bool:
    """Whether an administrator lets everybody who reaches the desk act as its owner."""
    return os.environ.get(WORD) == YES


def fix() -> None:
    """At the server's start: once required, sign-in stays so until the server stops, whatever happens to the files."""
    _serving.set()
    required()


def fault() -> tuple[Text, Text] | None:
    """What is wrong with the settings, with a hint; nobody can sign in meanwhile."""
    loaded = _loaded()
    if loaded is None:
        return Text("The sign-in settings cannot be read."), EXAMPLE
    auth = _auth()
    if not auth:
        return Text("The sign-in settings cannot be read: the secrets file has no section [auth]."), EXAMPLE
    secret = auth.get("cookie_secret")
    if not isinstance(secret, str) or len(secret.strip()) < SECRET_LENGTH:
        return (
            Text("The sign-in settings need a cookie_secret of at least {count} characters.", count=SECRET_LENGTH),
            EXAMPLE,
        )
    if not _leads_back(auth.get("redirect_uri")):
        return Text("The sign-in settings need a redirect_uri that ends with {path}.", path=CALLBACK), EXAMPLE
    sections = _sections(auth)
    if not sections:
        return Text("The sign-in settings name no provider."), EXAMPLE
    for section in sections.values():
        if missing := [key for key in _NEEDED if not _filled(section.get(key))]:
            return (
                Text("The sign-in settings of a provider are incomplete: {name} is missing.", name=missing[0]),
                EXAMPLE,
            )
    if st.get_option("server.trustedUserHeaders"):
        return (
            Text("Sign-in is disabled: with server.trustedUserHeaders a request could claim to be anybody."),
            Text("Remove that setting."),
        )
    return None


def providers() -> list[str]:
    """The names of the providers; an empty name is the single provider in [auth] itself."""
    return list(_sections(_auth()))


def home() -> str:
    """The address of this desk as registered with the provider; empty if it is not set."""
    auth: Any = _auth()
    return str(get_redirect_uri(auth)).removesuffix(CALLBACK[1:]) if _leads_back(auth.get("redirect_uri")) else ""


def _intended() -> bool:
    paths = list(st.get_option(_FILES))
    return any(_there(path) for path in paths) or config.is_manually_set(_FILES) or (_held() and bool(_loaded()))


def _held() -> bool:
    """Whether Streamlit may hold secrets of files that are gone. To have it look for files takes a millisecond, which
    every use of a desk would pay.
    """
    return getattr(st.secrets, "_secrets", ()) is not None


def refusal() -> str:
    """Why the server must not start: a secrets file whose reading may never end; else empty."""
    endless = next((path for path in st.get_option(_FILES) if _endless(path)), None)
    return f"The secrets in {endless} are a pipe or a device, not a file. Hint: name a file." if endless else ""


def _endless(path: str) -> bool:
    """Whether a path is neither a file nor a folder, or a folder of secrets that contains such a path."""
    try:
        kind = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    if stat.S_ISDIR(kind):
        inside = glob.glob(os.path.join(glob.escape(path), "*", "*"), include_hidden=True)
        return any(_endless(file) for file in inside if not os.path.isdir(file))
    return not stat.S_ISREG(kind)


def _there(path: str) -> bool:
    """Whether a path exists: a file, a folder, a dangling link, or something inaccessible."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        return True
    return True


def _loaded() -> bool | None:
    """Whether there are secrets; None if their files are broken, unreadable or not text."""
    if refusal():
        return None
    try:
        if st.secrets.load_if_toml_exists():
            return True
    except Exception:  # errors that Streamlit does not catch: no UTF-8, no permission, a folder, a loop of links
        return None
    return None if any(map(_there, st.get_option(_FILES))) else False


def _auth() -> Mapping[str, Any]:
    auth = st.secrets.get("auth") if _loaded() else None
    return auth if isinstance(auth, Mapping) else {}


def _sections(auth: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The providers' settings by name."""
    if any(key in auth for key in _NEEDED):
        return {"": auth}
    return {name: section for name, section in auth.items() if isinstance(section, Mapping) and name != _NO_PROVIDER}


def _filled(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _leads_back(address: object) -> bool:
    """Whether an address is an http(s) one and ends with the callback path."""
    if not isinstance(address, str) or not address.endswith(CALLBACK):
        return False
    try:
        parts = urlsplit(address.replace("{port}", "1"))
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
