"""Which addresses are this computer's own. Without sign-in whoever reaches the desk is its owner, so it answers at no
other address until somebody says that this is meant.
"""

from __future__ import annotations

import ipaddress
import os
import re
from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

from pages.ui import signin

WORD, YES = "MURMUR_OPEN_TO_ALL", "yes"
REFUSAL = (
    "Nobody signs in here, and this address can be reached from other computers: everybody there would be the owner. "
    f"Hint: set up sign-in (.streamlit/secrets.example.toml), or set {WORD}={YES} to open the desk to all of them."
)
_CALLERS = (
    *("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "x-client-ip", "x-cluster-client-ip"),
    *("x-original-forwarded-for", "true-client-ip", "cf-connecting-ip", "fastly-client-ip", "x-envoy-external-address"),
)
"""Headers in which a proxy says who asks, or under which name."""


def refusal() -> str:
    """Why the server must not start with its settings; empty where it may."""
    if str(st.get_option("server.baseUrlPath") or "").strip("/"):
        return (
            "server.baseUrlPath is not supported: share links have no prefix. Hint: give Murmur a host name of its own."
        )
    address = st.get_option("server.address")
    return "" if _free() or (address and local(str(address))) else REFUSAL


def answers(scope: Scope) -> bool:
    """Whether a request is answered: it came from and to this computer alone, by a name of it, or all are.

    A proxy on this computer that says for whom it asks brings others here.
    """
    if _free():
        return True
    client = scope.get("client")
    if client is not None and not local(str(client[0])):
        return False
    server, headers = scope.get("server"), Headers(scope=scope)
    here = server is None or server[1] is None or local(str(server[0]))  # no port: a socket in the file system
    named = [headers.get("host", ""), *(caller for name in _CALLERS for caller in _callers(headers.getlist(name)))]
    return here and all(local(name) or local(_name(name)) for name in named)


def _callers(values: list[str]) -> list[str]:
    """Whom a header names: addresses in a row, or pairs, of which all but `by` and `proto` are the caller's."""
    pairs = [part.strip().rpartition("=") for value in values for part in re.split("[,;]", value)]
    return [name.strip(' \t"') for key, _, name in pairs if key.strip().lower() not in ("by", "proto")]


def visitor(request: HTTPConnection) -> str:
    """Whom a limit counts: the address of whoever asks; of IPv6 the first 64 bits, all of which one visitor has."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((int(address) >> 64 << 64, 64)))


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
