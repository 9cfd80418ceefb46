"""A share link as the chain keeps it."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import final


@final
@dataclass(frozen=True, slots=True)
class Link:
    """One share link. token: SHA-256 of its secret, in hex. keys: the stored answers it shows. until: ISO, UTC.

    name: what the dataset was called when it was published; None in entries that did not say so.
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

    def expired(self, now: str) -> bool:
        """Whether it has ended at this moment (ISO, UTC)."""
        return self.until is not None and self.until <= now


def match(links: Iterable[Link], token: str) -> Link | None:
    """The link of a token's SHA-256: all are compared, each in constant time."""
    found = None
    for link in links:
        if hmac.compare_digest(link.token, token):
            found = link
    return found
