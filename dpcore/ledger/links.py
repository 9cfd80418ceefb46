"""Share links in the chain: who published what until when, and whether it was revoked; of a token, its SHA-256 alone.

A link once revoked stays so. Its releases are stored answers of its own dataset; both are checked on the way in.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

from dpcore.errors import AccessError

if TYPE_CHECKING:
    from dpcore.ledger.chain import Chain, Entry
    from dpcore.ledger.journal import Journal

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")
UNKNOWN = "There is no such share link of this dataset."


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


@final
class Links:
    """The links of one ledger. Threads may share it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def publish(
        self,
        dataset: str,
        user: str,
        keys: Sequence[str],
        token: str,
        title: str,
        note: str,
        until: str | None,
    ) -> Link:
        """Chain a link, with the dataset's present name. Raises AccessError for all but owners and analysts."""
        payload = {"token": token, "releases": list(keys), "title": title, "note": note, "until": until}
        share = secrets.token_hex(8)
        with self._journal.writing("act") as draft:
            known = self._journal.chain.datasets[dataset]
            known.membership.need(user, "analyst")
            draft.append("share", user, dataset, {"share": share, "name": known.name, **payload})
        return self.get(dataset, share)

    def revoke(self, dataset: str, user: str, share: str) -> None:
        """End a link for good; once more changes nothing. Raises AccessError for all but who made it and owners."""
        with self._journal.writing("act") as draft:
            link = self._known(dataset, share)
            _check_may_revoke(self._journal.chain, link, user)
            if not link.revoked:
                draft.append("unshare", user, dataset, {"share": share})

    def get(self, dataset: str, share: str) -> Link:
        """A link by its name. Raises AccessError."""
        with self._journal.reading():
            return self._known(dataset, share)

    def all(self, dataset: str) -> list[Link]:
        """Every link of a dataset, oldest first."""
        with self._journal.reading():
            return [link for link in self._journal.chain.links.values() if link.dataset == dataset]

    def open(self, token: str) -> Link | None:
        """The link whose token has this SHA-256, if it is open now."""
        with self._journal.reading():
            found, now = match(self._journal.chain.links.values(), token), self.now()
        return None if found is None or found.revoked or found.expired(now) else found

    def now(self) -> str:
        """The time of day, never before the last entry: a clock set back revives nothing that had ended by then."""
        return self._journal.now()

    def _known(self, dataset: str, share: str) -> Link:
        link = self._journal.chain.links.get(share)
        if link is None or link.dataset != dataset:
            raise AccessError(UNKNOWN, "`Sharing.all` lists them.")
        return link


def match(links: Iterable[Link], token: str) -> Link | None:
    """The link of a token's SHA-256: all are compared, each in constant time."""
    found = None
    for link in links:
        if hmac.compare_digest(link.token, token):
            found = link
    return found


def _check_may_revoke(chain: Chain, link: Link, user: str) -> None:
    chain.datasets[link.dataset].membership.need(user, "viewer" if link.by == user else "owner")


def published(chain: Chain, entry: Entry) -> None:
    """Take in a `share` entry. Raises KeyError, ValueError or AccessError where it cannot follow."""
    data = entry.payload
    keys, token, until = tuple(data["releases"]), data["token"], data["until"]
    stored = all(key in chain.answered and chain.charged[key][1] == entry.dataset for key in keys)
    fresh = data["share"] not in chain.links and all(link.token != token for link in chain.links.values())
    timed = entry.time >= chain.latest and (until is None or MOMENT.fullmatch(until) is not None)
    written = all(isinstance(data[name], str) for name in ("share", "title", "note"))
    dataset, name = chain.datasets[entry.dataset], data.get("name")
    dataset.membership.need(entry.user, "analyst")
    named = data.get("name", dataset.name) == dataset.name
    if not (stored and keys and re.fullmatch(r"[0-9a-f]{64}", token) and fresh and timed and written and named):
        raise ValueError
    texts = (data["title"], data["note"], until, name)
    chain.links[data["share"]] = Link(data["share"], dataset.id, entry.user, entry.time, token, keys, *texts)


def revoked(chain: Chain, entry: Entry) -> None:
    """Take in an `unshare` entry. Raises KeyError, ValueError or AccessError where it cannot follow."""
    link = chain.links[entry.payload["share"]]
    _check_may_revoke(chain, link, entry.user)
    if link.dataset != entry.dataset or link.revoked:
        raise ValueError
    chain.links[link.id] = replace(link, revoked=True)
