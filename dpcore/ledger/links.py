"""Share links in the chain: publishing, revoking and opening. Only the SHA-256 of a link's token is stored.

A revoked link stays revoked. A link shows stored answers of its own dataset only; both rules are checked on entry.
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

UNKNOWN = Text("This dataset has no such share link.")


@final
class Links:
    """The links of one ledger. Thread-safe."""

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
        """Publishes a link, with the present dataset name. Raises AccessError unless user is owner or analyst."""
        payload = {"token": token, "releases": list(keys), "title": title, "note": note, "until": until}
        share = secrets.token_hex(8)
        with self._journal.writing("act") as draft:
            record = self._journal.chain.datasets[dataset]
            record.membership.need(user, "analyst")
            draft.append("share", user, dataset, {"share": share, "name": record.name, **payload})
        return self.get(dataset, share)

    def revoke(self, dataset: str, user: str, share: str) -> None:
        """Revokes a link permanently; may be repeated. Raises AccessError unless user published it or is an owner."""
        with self._journal.writing("act") as draft:
            link = self._link(dataset, share)
            check_may_revoke(self._journal.chain, link, user)
            if not link.revoked:
                draft.append("unshare", user, dataset, {"share": share})

    def get(self, dataset: str, share: str) -> Link:
        """A link by its identifier. Raises AccessError."""
        with self._journal.reading():
            return self._link(dataset, share)

    def all(self, dataset: str) -> list[Link]:
        """All links of a dataset, oldest first."""
        with self._journal.reading():
            return [link for link in self._journal.chain.links.values() if link.dataset == dataset]

    def open(self, token: str) -> Link | None:
        """The link whose token has this SHA-256, if it is neither expired nor revoked."""
        with self._journal.reading():
            link, now = match(self._journal.chain.links.values(), token), self.now()
        return None if link is None or link.revoked or link.is_expired(now) else link

    def now(self) -> str:
        """The current time, never before the latest entry: setting the clock back does not reopen expired links."""
        return self._journal.now()

    def _link(self, dataset: str, share: str) -> Link:
        link = self._journal.chain.links.get(share)
        if link is None or link.dataset != dataset:
            raise AccessError(UNKNOWN, "`Sharing.all` lists them.")
        return link
