"""The databases that this program may open with its own password or token: the list in the environment.

The list holds whenever it is set, for everybody. A server that is open to all and has no list opens no database, since
any visitor could otherwise have it connect to an address of theirs. What counts is the place (host, port, database and
user); how to connect to it is said by the list, not by whoever asks.
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
"""The environment variable that makes everybody who reaches a server its owner, and its value."""
UNLISTED: Final = (
    Text("This database is not on the list of databases that can be read here."),
    Text("Have an administrator add its address to {sources}, or upload a file.", sources=SOURCES),
)


class ListedAddress(Protocol):
    """An address of a database."""

    @property
    def place(self) -> tuple[str | int, ...]:
        """What the address leads to and as whom, without the options of the connection."""

    def as_listed(self, other: Self) -> Self:
        """This address, which is listed, as protected as `other` of the same place asks for."""


L = TypeVar("L", bound=ListedAddress)


def allowed_addresses() -> tuple[str, ...] | None:
    """The addresses that may be opened; None: any."""
    text = os.environ.get(SOURCES)
    if text is not None:
        return tuple(text.split())
    return () if os.environ.get(OPEN_TO_ALL) == YES else None


def as_listed(address: L, parse: Callable[[str], L]) -> L:
    """The address to connect to: where there is a list, with the options written there. Raises SourceError."""
    texts = allowed_addresses()
    if texts is None:
        return address
    found: list[L] = []
    for text in texts:
        with contextlib.suppress(SourceError):  # the address of another kind of database
            found.append(parse(text))
    same = [each for each in found if each.place == address.place]
    if not same:
        raise SourceError(*UNLISTED)
    return next((each for each in same if each == address), same[0]).as_listed(address)
