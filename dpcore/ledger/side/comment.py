"""Comments on share links. Beside the ledger, not in it: words are no charge, and who wrote them may take them back."""

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
"""Comments that one link can have."""


@final
@dataclass(frozen=True, slots=True)
class Comment:
    """What a signed-in colleague said about a link, when."""

    id: str
    user: str
    time: str
    text: str


@final
class Comments:
    """The comments of one database, by link."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, share: str) -> list[Comment]:
        """Oldest first."""
        columns = (comments.c.id, comments.c.user, comments.c.time, comments.c.text)
        query = sa.select(*columns).where(comments.c.share == share).order_by(comments.c.place)
        with self._database.transaction() as connection:
            return [Comment(*row) for row in connection.execute(query)]

    def add(self, share: str, user: str, text: str) -> Comment:
        """One more. Raises QueryError where a link has too many."""
        fresh = Comment(secrets.token_hex(8), user, clock.now(), text)
        with self._database.transaction(write=True) as connection:
            held = sa.select(sa.func.count(), sa.func.max(comments.c.place)).where(comments.c.share == share)
            count, last = connection.execute(held).one()
            if count >= MOST:
                raise QueryError(
                    "There are {most} comments on this link already.", "Delete some, or share it anew.", most=MOST
                )
            row = {"share": share, "place": (last or 0) + 1, **asdict(fresh)}
            connection.execute(comments.insert(), row)
        return fresh

    def delete(self, shares: Sequence[str], comment: str, user: str | None) -> None:
        """Forget one on these links, of `user`'s own; None: anybody's. Raises AccessError, for another's too."""
        where = comments.c.share.in_(shares) & (comments.c.id == comment)
        own = where if user is None else where & (comments.c.user == user)
        with self._database.transaction(write=True) as connection:
            if not connection.execute(comments.delete().where(own)).rowcount:
                raise AccessError("There is no such comment of yours.", "Its author or an owner can delete it.")
