"""Share links in the chain: who published what until when, and whether it was revoked; of a token, its SHA-256 alone.

A link once revoked stays so. Its releases are stored answers of its own dataset; both are checked on the way in.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, final

from dpcore.errors import AccessError
from dpcore.ledger.fold_link import check_may_revoke
from dpcore.ledger.link import Link, match
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger.journal import Journal

UNKNOWN = Text("There is no such share link of this dataset.")


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
            check_may_revoke(self._journal.chain, link, user)
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
