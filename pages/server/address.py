"""Which addresses belong to this computer. Without sign-in, everybody who reaches the desk acts as its owner, so it
answers at no other address until an administrator allows that.
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

from pages.ui.person import signin, signin_settings

REFUSAL = (
    "Sign-in is off, and this address can be reached from other computers: everybody there would be the owner. "
    f"Hint: set up sign-in (.streamlit/secrets.example.toml), or set "
    f"{signin_settings.WORD}={signin_settings.YES} to allow that."
)
_CALLERS = (
    *("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "x-client-ip", "x-cluster-client-ip"),
    *("x-original-forwarded-for", "true-client-ip", "cf-connecting-ip", "fastly-client-ip", "x-envoy-external-address"),
)
"""Headers in which a proxy names the caller or the requested host."""


def refusal() -> str:
    """Why the server must not start with its settings; empty where it may."""
    if str(st.get_option("server.baseUrlPath") or "").strip("/"):
        return (
            "server.baseUrlPath is not supported: share links have no prefix. Hint: give Murmur a host name of its own."
        )
    address = st.get_option("server.address")
    return "" if _free() or (address and local(str(address))) else REFUSAL


def answers(scope: Scope) -> bool:
    """Whether to answer a request: it was sent from and to this computer, by one of its names, or all are allowed.

    Proxy headers count too: a proxy on this computer may forward requests of other computers.
    """
    if _free():
        return True
    client = scope.get("client")
    if client is not None and not local(str(client[0])):
        return False
    server, headers = scope.get("server"), Headers(scope=scope)
    to_loopback = server is None or server[1] is None or local(str(server[0]))  # no port: a socket in the file system
    named = [headers.get("host", ""), *(caller for name in _CALLERS for caller in _callers(headers.getlist(name)))]
    return to_loopback and all(local(name) or local(_name(name)) for name in named)


def _callers(values: list[str]) -> list[str]:
    """The callers a header names: a list of addresses, or pairs, all but `by` and `proto` the caller's."""
    pairs = [part.strip().rpartition("=") for value in values for part in re.split("[,;]", value)]
    return [name.strip(' \t"') for key, _, name in pairs if key.strip().lower() not in ("by", "proto")]


def visitor(request: HTTPConnection) -> str:
    """The caller's address, by which limits count; of IPv6 the first 64 bits, a network that one visitor has."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((int(address) >> 64 << 64, 64)))


def local(name: str) -> bool:
    """Whether a host name or address is a loopback one, which other computers cannot reach."""
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
    return signin_settings.open_to_all() or signin.required()


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
