"""Which addresses are this computer's own. Without sign-in whoever reaches the desk is its owner, so it answers at no
other address until somebody says that this is meant.
"""

from __future__ import annotations

import ipaddress
import os
from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import Headers
from starlette.types import Scope

from pages.ui import signin

WORD, YES = "MURMUR_OPEN_TO_ALL", "yes"
REFUSAL = (
    "Nobody signs in here, and this address can be reached from other computers: everybody there would be the owner. "
    f"Hint: set up sign-in (.streamlit/secrets.example.toml), or set {WORD}={YES} to open the desk to all of them."
)


def refusal() -> str:
    """Why the server must not start at the address in its settings; empty where it may."""
    address = st.get_option("server.address")
    return "" if _free() or (address and local(str(address))) else REFUSAL


def answers(scope: Scope) -> bool:
    """Whether a request is answered: it came from and to this computer alone, by a name of it, or all are.

    A proxy on this computer that says for whom it asks (X-Forwarded-For, which uvicorn reads) brings others here.
    """
    if _free():
        return True
    client = scope.get("client")
    if client is not None and not local(str(client[0])):
        return False
    server = scope.get("server")
    here = server is None or server[1] is None or local(str(server[0]))  # no port: a socket in the file system
    return here and local(_name(Headers(scope=scope).get("host", "")))


def local(name: str) -> bool:
    """Whether a host's name or number is this computer's own, out of reach of all others."""
    bare = name.lower().rstrip(".")
    if bare == "localhost" or bare.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(bare.strip("[]"))
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


def _free() -> bool:
    return os.environ.get(WORD) == YES or signin.required()


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
