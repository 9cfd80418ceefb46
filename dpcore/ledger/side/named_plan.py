"""Named plans of a dataset. Stored outside the hash chain: they cost no budget and may be changed.

A plan is its author's alone until it is shared with the team; then everybody who may ask can save over it. Each save
is a revision, and one that was made from an older revision than the stored one is refused, so that nothing is lost.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Final, final

import sqlalchemy as sa

from dpcore import clock
from dpcore.errors import AccessError, QueryError
from dpcore.ledger.store.database import Database, plans

MOST: Final = 100
"""The most named plans of one author for one dataset."""
LONGEST: Final = 120
"""The most characters of a name."""
LARGEST: Final = 1_000_000
"""The most characters of a plan."""


@final
@dataclass(frozen=True, slots=True)
class NamedPlan:
    """A stored plan. author: who named it. user, time: who saved this revision, and when (UTC, ISO 8601).

    text: the plan, in the form of whoever saved it.
    """

    id: str
    author: str
    name: str
    shared: bool
    revision: int
    user: str
    time: str
    text: str


@final
class NamedPlans:
    """The named plans that one user sees of each dataset: the own ones, and those that are shared."""

    def __init__(self, database: Database, user: str) -> None:
        self._database, self._user = database, user

    def all(self, dataset: str) -> list[NamedPlan]:
        """The plans of a dataset, sorted by name."""
        with self._database.transaction() as connection:
            found = self._of(connection, dataset)
        return sorted(found, key=lambda plan: (plan.name.casefold(), plan.author, plan.id))

    def add(self, dataset: str, name: str, text: str) -> NamedPlan:
        """Stores a new plan. Raises QueryError if the name is taken by another plan of the user."""
        with self._database.transaction(write=True) as connection:
            own = [plan for plan in self._of(connection, dataset) if plan.author == self._user]
            if len(own) >= MOST:
                raise QueryError(
                    "You already have {most} named plans for this dataset, the most allowed.",
                    "Delete one of them first.",
                    most=MOST,
                )
            named = _name_of(name, own)
            made = NamedPlan(secrets.token_hex(8), self._user, named, False, 1, self._user, clock.now(), _within(text))
            values = {column: getattr(made, column) for column in NamedPlan.__slots__}
            connection.execute(plans.insert(), values | {"dataset": dataset})
        return made

    def save(self, dataset: str, plan: str, revision: int, text: str) -> NamedPlan:
        """Stores the next revision. revision: the one that was changed. Raises QueryError if there is a newer one."""
        with self._database.transaction(write=True) as connection:
            now = self._one(connection, dataset, plan)
            if now.revision != revision:
                raise QueryError(
                    "“{name}” was saved by {user} meanwhile (revision {revision}).",
                    "Save yours as another plan, then open that one to compare.",
                    name=now.name,
                    user=now.user,
                    revision=now.revision,
                )
            after = replace(now, revision=revision + 1, user=self._user, time=clock.now(), text=_within(text))
            self._change(connection, plan, revision=after.revision, user=after.user, time=after.time, text=after.text)
        return after

    def rename(self, dataset: str, plan: str, name: str) -> None:
        """Renames a plan of the user. Raises QueryError or AccessError."""
        with self._database.transaction(write=True) as connection:
            self._own(connection, dataset, plan)
            others = [one for one in self._of(connection, dataset) if one.author == self._user and one.id != plan]
            self._change(connection, plan, name=_name_of(name, others))

    def share(self, dataset: str, plan: str, shared: bool) -> None:
        """Lets everybody who may ask see and save a plan of the user, or the user alone. Raises AccessError."""
        with self._database.transaction(write=True) as connection:
            self._own(connection, dataset, plan)
            self._change(connection, plan, shared=shared)

    def delete(self, dataset: str, plan: str, *, any_author: bool = False) -> None:
        """Deletes a plan of the user; of any author if it is shared, for owners. Raises QueryError or AccessError."""
        with self._database.transaction(write=True) as connection:
            (self._one if any_author else self._own)(connection, dataset, plan)
            connection.execute(plans.delete().where(plans.c.id == plan))

    def _of(self, connection: sa.Connection, dataset: str) -> list[NamedPlan]:
        return [_plan(row) for row in connection.execute(sa.select(plans).where(self._visible(dataset)))]

    def _visible(self, dataset: str) -> sa.ColumnElement[bool]:
        return (plans.c.dataset == dataset) & ((plans.c.author == self._user) | plans.c.shared)

    def _one(self, connection: sa.Connection, dataset: str, plan: str) -> NamedPlan:
        row = connection.execute(sa.select(plans).where(self._visible(dataset) & (plans.c.id == plan))).first()
        if row is None:
            raise QueryError("There is no such plan any more.", "Save yours as another plan.")
        return _plan(row)

    def _own(self, connection: sa.Connection, dataset: str, plan: str) -> NamedPlan:
        found = self._one(connection, dataset, plan)
        if found.author != self._user:
            raise AccessError("This plan belongs to {author}.", "Save a copy of your own.", author=found.author)
        return found

    def _change(self, connection: sa.Connection, plan: str, **values: object) -> None:
        connection.execute(plans.update().where(plans.c.id == plan).values(**values))


def _plan(row: sa.Row[tuple[object, ...]]) -> NamedPlan:
    return NamedPlan(**{name: row._mapping[name] for name in NamedPlan.__slots__})


def _name_of(name: str, others: list[NamedPlan]) -> str:
    """A name without outer blanks. Raises QueryError if it is empty, too long or taken."""
    plain = " ".join(name.split())
    if not plain or len(plain) > LONGEST:
        raise QueryError("A plan needs a name of 1 to {most} characters.", "For example “March report”.", most=LONGEST)
    if any(other.name.casefold() == plain.casefold() for other in others):
        raise QueryError("You already have a plan “{name}”.", "Choose another name, or save over it.", name=plain)
    return plain


def _within(text: str) -> str:
    if len(text) > LARGEST:
        raise QueryError("This plan is too long to be saved.", "Remove some questions.")
    return text
