"""Share links: stored answers for whoever holds an unguessable link, without an account, until it ends or is revoked.

The token is in the link and nowhere else: the ledger has its SHA-256. Whether a link is open is asked of the ledger
each time; wrong, truncated, expired and revoked ones get one and the same refusal.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, final

from dpcore import clock
from dpcore.desk.dossier import Dossier, collect
from dpcore.errors import AccessError, QueryError
from dpcore.release.combine import Unread
from dpcore.release.record import Release
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger import chain
    from dpcore.ledger.ledger import Ledger
    from dpcore.ledger.link import Link
    from dpcore.ledger.side.comment import Comment, Comments
    from dpcore.ledger.side.opening import Visits

LONGEST_TITLE: Final = 200
LONGEST_NOTE: Final = 5_000
LONGEST_COMMENT: Final = 2_000
MOST_RELEASES: Final = 200

State = Literal["open", "expired", "revoked"]

# Characters that str.isprintable refuses and that written languages need: hard spaces, joiners, direction marks.
NEEDED = frozenset("\u00a0\u202f\u200c\u200d\u200e\u200f")


@final
@dataclass(frozen=True, slots=True)
class Share:
    """A share link as its dataset's members see it. until, time, last_opened: ISO, UTC. keys: the answers it shows.

    ahead: it was made under a clock that is ahead of the present one, so that it may end later than was meant.
    """

    id: str
    dataset: str
    title: str
    note: str
    by: str
    time: str
    until: str | None
    keys: tuple[str, ...]
    state: State
    opened: int = 0
    last_opened: str | None = None
    ahead: bool = False


@final
@dataclass(frozen=True)
class Opened:
    """What an open link shows. edition: the same edition has the same dossier, so what was drawn of it may be kept."""

    share: Share
    edition: str
    _collect: Callable[[], Dossier] = field(repr=False, compare=False)

    @cached_property
    def dossier(self) -> Dossier:
        """The answers with everything public about them; read from the ledger when it is first asked for."""
        return self._collect()


@final
class LinkResolver:
    """What every link of one ledger goes through, and what lies beside them: counts and comments."""

    def __init__(self, ledger: Ledger, url: str) -> None:
        from dpcore.ledger.side.comment import Comments
        from dpcore.ledger.side.opening import Visits
        from dpcore.ledger.store.database import Database

        self.ledger = ledger
        self._database = Database(url)
        self.visits: Visits = Visits(self._database)
        self.comments: Comments = Comments(self._database)

    def close(self) -> None:
        """Write the counts and let go of the database."""
        self.visits.close()
        self._database.close()

    def link(self, token: str) -> Link:
        """The open link of a token. Raises AccessError, one sentence whatever is wrong."""
        link = self.ledger.links.open(_hashed(token))
        if link is None:
            raise AccessError("This link does not open anything.", "Ask whoever sent it for a new one.")
        return link

    def open(self, token: str, count: bool) -> Opened:
        """What a token opens, counted as an opening if it is one."""
        link = self.link(token)
        if count:
            self.visits.add(link.id)
        known = self.ledger.dataset(link.dataset)
        known = replace(known, name=link.name or known.name)

        def dossier() -> Dossier:
            return collect(self.ledger, known, link.keys, link.by, link.time, link.title, link.note, link.until)

        return Opened(_share(link, known.name, "open"), f"{link.id} {known.name} {known.budget!r}", dossier)

    def dossier(self, dataset: str, releases: Sequence[Release | Unread], user: str, title: str, note: str) -> Dossier:
        """What travels of stored answers of a dataset, in a user's words. Raises QueryError."""
        title, note = checked(title, "title", LONGEST_TITLE), checked(note, "note", LONGEST_NOTE, lines=True)
        return collect(self.ledger, self.ledger.dataset(dataset), keys_of(releases), user, clock.now(), title, note)

    def comment(self, token: str, user: str, text: str) -> Comment:
        """A comment of somebody who holds the link."""
        return self.comments.add(self.link(token).id, user, said(text))

    def delete_comment(self, token: str, user: str, comment: str) -> None:
        """Delete a comment of one's own on the link one holds. Raises AccessError."""
        self.comments.delete([self.link(token).id], comment, user)


@final
class Sharing:
    """The share links of one dataset, as one of its members. Whoever holds a link sees what is in it, member or not.

    A member who leaves keeps nothing, but the links they published stay until they end; an owner can revoke them.
    """

    def __init__(self, resolver: LinkResolver, dataset: str, user: str) -> None:
        self._resolver, self._dataset, self._user = resolver, dataset, user

    def publish(
        self,
        releases: Sequence[Release | Unread],
        title: str,
        note: str = "",
        until: str | dt.date | None = None,
    ) -> tuple[Share, str]:
        """Make a link to stored answers of this dataset; the link's secret token comes back this once.

        until: a day (to its end, UTC) or a time; None: until it is revoked. Raises AccessError for a viewer,
        QueryError for a text or an end that cannot be, or an answer that is not stored here.
        """
        title, note = checked(title, "title", LONGEST_TITLE), checked(note, "note", LONGEST_NOTE, lines=True)
        if not title:
            raise QueryError("A link needs a title.", "For example “Visits by ward, spring”.")
        end = None if until is None else clock.end(until, QueryError, self._resolver.ledger.links.now())
        keys = keys_of(releases)
        collect(self._resolver.ledger, self._known, keys, self._user, clock.now())
        token = secrets.token_urlsafe(32)
        link = self._resolver.ledger.links.publish(self._dataset, self._user, keys, _hashed(token), title, note, end)
        return self._share(link), token

    @property
    def all(self) -> list[Share]:
        """Every link that was ever made, oldest first, with how often it was opened."""
        links = self._links()
        visits = self._resolver.visits.of(link.id for link in links)
        return [self._share(link, visits.get(link.id)) for link in links]

    def revoke(self, share_id: str) -> None:
        """Close a link for good, from the next request on. Raises AccessError for all but its publisher and owners."""
        self._resolver.ledger.links.revoke(self._dataset, self._user, share_id)

    def comments(self, share_id: str) -> list[Comment]:
        """What colleagues said about a link, oldest first."""
        return self._resolver.comments.of(self._link(share_id).id)

    def comment(self, share_id: str, text: str) -> Comment:
        """Say something about a link; members and signed-in holders of the link read it."""
        return self._resolver.comments.add(self._link(share_id).id, self._user, said(text))

    def delete_comment(self, comment_id: str) -> None:
        """Delete a comment of one's own, or anybody's as an owner. Raises AccessError."""
        shares = [link.id for link in self._links()]
        owner = self._known.membership.role(self._user) == "owner"
        self._resolver.comments.delete(shares, comment_id, None if owner else self._user)

    @property
    def _known(self) -> chain.Dataset:
        return self._resolver.ledger.dataset(self._dataset)

    def _links(self) -> list[Link]:
        self._known.membership.need(self._user, "viewer")
        return self._resolver.ledger.links.all(self._dataset)

    def _link(self, share_id: str) -> Link:
        self._known.membership.need(self._user, "viewer")
        return self._resolver.ledger.links.get(self._dataset, share_id)

    def _share(self, link: Link, visits: tuple[int, str] | None = None) -> Share:
        now = self._resolver.ledger.links.now()
        state: State = "revoked" if link.revoked else "expired" if link.expired(now) else "open"
        return _share(link, self._known.name, state, *(visits or ()))


def _share(link: Link, dataset: str, state: State, opened: int = 0, last: str | None = None) -> Share:
    texts, ahead = (link.title, link.note, link.by, link.time, link.until), link.time > clock.now()
    return Share(link.id, dataset, *texts, link.keys, state, opened, last, ahead)


def keys_of(releases: Sequence[Release | Unread]) -> tuple[str, ...]:
    """The stored measurements behind these answers, each once, in order. Raises QueryError."""
    if not all(isinstance(release, Release | Unread) for release in releases):
        raise QueryError("What is shared must be releases.", "Take them from `Desk.releases`.")
    keys = tuple(dict.fromkeys(key for release in releases for key in _measured(release)))
    if not 1 <= len(keys) <= MOST_RELEASES:
        raise QueryError(
            "Between 1 and {most_releases} answers can be shared at once.",
            "Make several links.",
            most_releases=MOST_RELEASES,
        )
    return keys


def _measured(answer: Release | Unread) -> tuple[str, ...]:
    return answer.combined or (answer.key,) if isinstance(answer, Release) else (answer.key,)


def said(text: str) -> str:
    """A comment as it is kept. Raises QueryError."""
    kept = checked(text, "comment", LONGEST_COMMENT, lines=True)
    if not kept:
        raise QueryError("A comment needs some words.")
    return kept


def checked(text: str, what: str, longest: int, *, lines: bool = False) -> str:
    """A text somebody typed, without blanks around it. Raises QueryError.

    Refused: control characters (with `lines`, all but the newline), and whatever else does not print, among it the
    overrides that make text read differently from how it is stored.
    """
    kept = text.replace("\r\n", "\n").strip() if isinstance(text, str) else None
    if kept is None or len(kept) > longest:
        raise QueryError(
            "A {what} is a text of at most {longest:,} characters.", "Shorten it.", what=what, longest=longest
        )
    allowed = NEEDED | ({"\n"} if lines else frozenset())
    if bad := next((character for character in kept if not character.isprintable() and character not in allowed), None):
        hint = Text("Type it again without it, on one line.")
        if lines:
            hint = Text("Type it again without it; line breaks are fine.")
        raise QueryError(
            Text("This {what} has a character that cannot be shown: U+{ord:04X}.", what=what, ord=ord(bad)), hint
        )
    return kept


def _hashed(token: str) -> str:
    """The SHA-256 of a token, in hex; of what cannot be a token, one that no token has."""
    sound = isinstance(token, str) and len(token) <= 100
    return hashlib.sha256(token.encode("utf-8", "surrogatepass") if sound else b"").hexdigest()
