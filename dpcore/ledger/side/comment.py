"""Comments on share links. Stored outside the hash chain, so that authors can delete them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final, final

import sqlalchemy as sa

from dpcore import clock
from dpcore.errors import AccessError, QueryError
from dpcore.ledger.store.database import Database, comments

MOST: Final = 500
"""The most comments on one link."""


@final
@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a link: its author, time and text."""

    id: str
    user: str
    time: str
    text: str


@final
class Comments:
    """The comments in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, share: str) -> list[Comment]:
        """The comments on a link, oldest first."""
        columns = (comments.c.id, comments.c.user, comments.c.time, comments.c.text)
        query = sa.select(*columns).where(comments.c.share == share).order_by(comments.c.place)
        with self._database.transaction() as connection:
            return [Comment(*row) for row in connection.execute(query)]

    def add(self, share: str, user: str, text: str) -> Comment:
        """Adds a comment. Raises QueryError if the link has too many."""
        fresh = Comment(secrets.token_hex(8), user, clock.now(), text)
        with self._database.transaction(write=True) as connection:
            held = sa.select(sa.func.count(), sa.func.max(comments.c.place)).where(comments.c.share == share)
            count, last = connection.execute(held).one()
            if count >= MOST:
                raise QueryError(
                    "This link already has {most} comments, the most allowed.",
                    "Delete some of them, or publish a new link.",
                    most=MOST,
                )
            row = {"share": share, "place": (last or 0) + 1, **asdict(fresh)}
            connection.execute(comments.insert(), row)
        return fresh

    def delete(self, shares: Sequence[str], comment: str, user: str | None) -> None:
        """Deletes a comment on these links. user: its author; None: any author. Raises AccessError if there is none."""
        where = comments.c.share.in_(shares) & (comments.c.id == comment)
        own = where if user is None else where & (comments.c.user == user)
        with self._database.transaction(write=True) as connection:
            if not connection.execute(comments.delete().where(own)).rowcount:
                raise AccessError("You have no such comment.", "Only its author or an owner can delete a comment.")
