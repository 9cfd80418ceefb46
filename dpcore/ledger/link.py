"""A share link as the chain records it."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import final


@final
@dataclass(frozen=True, slots=True)
class Link:
    """One share link. token: SHA-256 of its secret, in hex. keys: of the stored answers it shows. until: ISO, UTC.

    name: the name of the dataset at the time of publishing; None for older entries.
    """

    id: str
    dataset: str
    by: str
    time: str
    token: str
    keys: tuple[str, ...]
    title: str
    note: str
    until: str | None
    name: str | None = None
    revoked: bool = False

    def is_expired(self, now: str) -> bool:
        """Whether it has expired at this time (ISO, UTC)."""
        return self.until is not None and self.until <= now


def match(links: Iterable[Link], token: str) -> Link | None:
    """The link with this SHA-256 of a token. Compares all links, each in constant time."""
    matched = None
    for link in links:
        if hmac.compare_digest(link.token, token):
            matched = link
    return matched
