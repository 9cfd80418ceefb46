"""Share links: unguessable links that show stored answers without an account, until they expire or are revoked.

The token exists only in the link; the ledger stores its SHA-256. Each request checks the ledger. Wrong, truncated,
expired and revoked links get the same error.
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
from dpcore.desk.dossier import Dossier, Publication, collect
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

# Written languages need these although str.isprintable rejects them: no-break spaces, joiners, direction marks.
NEEDED = frozenset("\u00a0\u202f\u200c\u200d\u200e\u200f")


@final
@dataclass(frozen=True, slots=True)
class Share:
    """A share link as members of the dataset see it. until, time, last_opened: ISO, UTC. keys: of its answers.

    ahead: whether it was published while the clock was ahead, so that it may end later than intended.
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
    """The content of an open link. edition: equal editions have equal dossiers, so rendered pages can be cached."""

    share: Share
    edition: str
    _collect: Callable[[], Dossier] = field(repr=False, compare=False)

    @cached_property
    def dossier(self) -> Dossier:
        """The answers with their public facts; read from the ledger on first use."""
        return self._collect()


@final
class LinkResolver:
    """Opens the links of one ledger, and keeps their opening counts and comments."""

    def __init__(self, ledger: Ledger, url: str) -> None:
        from dpcore.ledger.side.comment import Comments
        from dpcore.ledger.side.opening import Visits
        from dpcore.ledger.store.database import Database

        self.ledger = ledger
        self._database = Database(url)
        self.visits: Visits = Visits(self._database)
        self.comments: Comments = Comments(self._database)

    def close(self) -> None:
        """Writes the opening counts and closes the database."""
        self.visits.close()
        self._database.close()

    def link(self, token: str) -> Link:
        """The open link of a token. Raises AccessError, always with the same message."""
        link = self.ledger.links.open(_hashed(token))
        if link is None:
            raise AccessError("This link is not valid.", "Ask the person who sent it for a new link.")
        return link

    def open(self, token: str, count: bool) -> Opened:
        """The content of the link with this token. count: whether to count the opening."""
        link = self.link(token)
        if count:
            self.visits.add(link.id)
        record = self.ledger.dataset(link.dataset)
        record = replace(record, name=link.name or record.name)

        published = Publication(link.by, link.time, link.title, link.note, link.until)

        def dossier() -> Dossier:
            return collect(self.ledger, record, link.keys, published)

        return Opened(_share(link, record.name, "open"), f"{link.id} {record.name} {record.budget!r}", dossier)

    def dossier(self, dataset: str, releases: Sequence[Release | Unread], user: str, title: str, note: str) -> Dossier:
        """The dossier of stored answers of a dataset, with the user's title and note. Raises QueryError."""
        title = checked(title, Text("title"), LONGEST_TITLE)
        note = checked(note, Text("note"), LONGEST_NOTE, lines=True)
        publication = Publication(user, clock.now(), title, note)
        return collect(self.ledger, self.ledger.dataset(dataset), keys_of(releases), publication)

    def comment(self, token: str, user: str, text: str) -> Comment:
        """Adds a comment of a user who has the link."""
        return self.comments.add(self.link(token).id, user, said(text))

    def delete_comment(self, token: str, user: str, comment: str) -> None:
        """Deletes the user's own comment on the link with this token. Raises AccessError."""
        self.comments.delete([self.link(token).id], comment, user)


@final
class Sharing:
    """The share links of one dataset, for one of its members. Anybody with a link can see its answers.

    Links of a member who leaves the dataset stay open until they expire or an owner revokes them.
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
        """Publishes a link to stored answers of this dataset. Returns the link and its secret token, kept nowhere else.

        until: a day (to its end, UTC) or a time; None: until it is revoked. Raises AccessError for a viewer, and
        QueryError for an invalid text or end, or for an answer that is not stored in this dataset.
        """
        title = checked(title, Text("title"), LONGEST_TITLE)
        note = checked(note, Text("note"), LONGEST_NOTE, lines=True)
        if not title:
            raise QueryError("A link needs a title.", "For example “Visits by ward, spring”.")
        end = None if until is None else clock.end(until, QueryError, self._resolver.ledger.links.now())
        keys = keys_of(releases)
        collect(self._resolver.ledger, self._known, keys, Publication(self._user, clock.now()))
        token = secrets.token_urlsafe(32)
        link = self._resolver.ledger.links.publish(self._dataset, self._user, keys, _hashed(token), title, note, end)
        return self._share(link), token

    @property
    def all(self) -> list[Share]:
        """All links of the dataset, oldest first, with their opening counts."""
        links = self._links()
        visits = self._resolver.visits.of(link.id for link in links)
        return [self._share(link, visits.get(link.id)) for link in links]

    def revoke(self, share_id: str) -> None:
        """Revokes a link permanently. Raises AccessError unless the user published it or is an owner."""
        self._resolver.ledger.links.revoke(self._dataset, self._user, share_id)

    def comments(self, share_id: str) -> list[Comment]:
        """The comments on a link, oldest first."""
        return self._resolver.comments.of(self._link(share_id).id)

    def comment(self, share_id: str, text: str) -> Comment:
        """Adds a comment on a link, visible to members and to signed-in users who have the link."""
        return self._resolver.comments.add(self._link(share_id).id, self._user, said(text))

    def delete_comment(self, comment_id: str) -> None:
        """Deletes a comment: the user's own, or any comment for an owner. Raises AccessError."""
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
        state: State = "revoked" if link.revoked else "expired" if link.is_expired(now) else "open"
        return _share(link, self._known.name, state, *(visits or ()))


def _share(link: Link, dataset: str, state: State, opened: int = 0, last: str | None = None) -> Share:
    texts, ahead = (link.title, link.note, link.by, link.time, link.until), link.time > clock.now()
    return Share(link.id, dataset, *texts, link.keys, state, opened, last, ahead)


def keys_of(releases: Sequence[Release | Unread]) -> tuple[str, ...]:
    """The keys of the stored measurements in these answers, each once, in order. Raises QueryError."""
    if not all(isinstance(release, Release | Unread) for release in releases):
        raise QueryError("Only releases can be shared.", "Take them from `Desk.releases`.")
    keys = tuple(dict.fromkeys(key for release in releases for key in _measured(release)))
    if not 1 <= len(keys) <= MOST_RELEASES:
        raise QueryError(
            "A link can show between 1 and {most_releases} answers.",
            "Publish several links.",
            most_releases=MOST_RELEASES,
        )
    return keys


def _measured(answer: Release | Unread) -> tuple[str, ...]:
    return answer.combined or (answer.key,) if isinstance(answer, Release) else (answer.key,)


def said(text: str) -> str:
    """Checks the text of a comment. Raises QueryError."""
    comment = checked(text, Text("comment"), LONGEST_COMMENT, lines=True)
    if not comment:
        raise QueryError("The comment is empty.")
    return comment


def checked(text: str, what: Text, longest: int, *, lines: bool = False) -> str:
    """Checks a text typed by a user and strips blanks around it. Raises QueryError.

    Control characters (except the newline, with `lines`) and other invisible characters are refused; these include
    direction overrides, which make a text look different from what is stored.
    """
    cleaned = text.replace("\r\n", "\n").strip() if isinstance(text, str) else None
    if cleaned is None or len(cleaned) > longest:
        raise QueryError("A {what} can have at most {longest:,} characters.", "Shorten it.", what=what, longest=longest)
    allowed = NEEDED | ({"\n"} if lines else frozenset())
    if bad := next(
        (character for character in cleaned if not character.isprintable() and character not in allowed), None
    ):
        hint = Text("Remove this character and write the text on one line.")
        if lines:
            hint = Text("Remove this character. Line breaks are allowed.")
        raise QueryError(
            Text("This {what} contains a character that cannot be displayed: U+{ord:04X}.", what=what, ord=ord(bad)),
            hint,
        )
    return cleaned


def _hashed(token: str) -> str:
    """The SHA-256 of a token, in hex; for an invalid token, a value that no token has."""
    sound = isinstance(token, str) and len(token) <= 100
    return hashlib.sha256(token.encode("utf-8", "surrogatepass") if sound else b"").hexdigest()
