"""The databases that this program may open with its own password or token: the list in the environment.

If the list is set, it applies to everybody. A server that is open to all and has no list opens no database, because any
visitor could otherwise make it connect to an address of the visitor's choice. An address is allowed if its place (host,
port, database and user) is listed; the options of the connection come from the list, not from the visitor.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import Final, Protocol, Self, TypeVar

from dpcore.errors import SourceError
from dpcore.text import Text

SOURCES: Final = "MURMUR_SOURCES"
"""The environment variable of the addresses, separated by blanks."""
OPEN_TO_ALL, YES = "MURMUR_OPEN_TO_ALL", "yes"
"""The environment variable that makes everybody who can reach a server its owner, and the value that does so."""
UNLISTED: Final = (
    Text("This database is not on the list of databases that can be read here."),
    Text("Have an administrator add its address to {sources}, or upload a file.", sources=SOURCES),
)


class ListedAddress(Protocol):
    """An address of a database."""

    @property
    def place(self) -> tuple[str | int, ...]:
        """The server, database and user of the address, without the options of the connection."""

    def as_listed(self, other: Self) -> Self:
        """This listed address, with at least the protection that `other`, of the same place, asks for."""


L = TypeVar("L", bound=ListedAddress)


def allowed_addresses() -> tuple[str, ...] | None:
    """The addresses that may be opened; None: any address."""
    text = os.environ.get(SOURCES)
    if text is not None:
        return tuple(text.split())
    return () if os.environ.get(OPEN_TO_ALL) == YES else None


def as_listed(address: L, parse: Callable[[str], L]) -> L:
    """The address to connect to: if there is a list, with the options in it. Raises SourceError if not listed."""
    texts = allowed_addresses()
    if texts is None:
        return address
    listed: list[L] = []
    for text in texts:
        with contextlib.suppress(SourceError):  # the address of another kind of database
            listed.append(parse(text))
    same = [other for other in listed if other.place == address.place]
    if not same:
        raise SourceError(*UNLISTED)
    return next((each for each in same if each == address), same[0]).as_listed(address)
