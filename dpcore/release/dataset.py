"""A dataset as one user sees it: its public facts, its budget and the current version of its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, final

from dpcore.budget.budget import Budget
from dpcore.engine.source.reading import USUAL, Reading
from dpcore.plan.facts import Basis, digest
from dpcore.plan.request import key_of
from dpcore.table.cell_format import Format
from dpcore.table.listing import RULE
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.ledger.team.membership import Role
    from dpcore.plan.request import Request
    from dpcore.queries import Query
    from dpcore.release.record import Release


@final
@dataclass(frozen=True, slots=True)
class KeptRows:
    """What is kept of a version's rows, for their owner: the type word of each column, declared or not.

    left_out: the columns that were not kept. formats: how the cells of columns are written, where a person said so.
    in_place: whether the rows stay in the owner's database, where they may change between two calls. reading: what was
    said about their file. names: of the columns in its order; empty for rows of an earlier version of the program.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    formats: Mapping[str, Format] = field(default_factory=dict)
    in_place: bool = False
    reading: Reading = USUAL
    names: tuple[str, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Dataset:
    """The public part of a dataset: its public facts, its budget and the current version of its rows.

    name: the name for this user; "owner/name" for some datasets of other owners. owner: the user who opened it.
    role: this user's role. since: when the current version was loaded or declared. rules: for each version, the number
    of the rule for reading its cells (`dpcore.table.listing`); `table.rule` is the current one.
    described: the number of the description in force, from 1 on. first: the first description, if it is another.
    earlier: the descriptions by which the current version was asked before, oldest first. kept: what is kept of
    the rows.
    ordered: whether it is known how rows of a unit are ordered, of which the first ones are kept; otherwise only bounds
    can be described again.
    """

    id: str
    name: str
    owner: str
    table: Table
    budget: Budget
    version: int
    has_rows: bool
    created: str
    role: Role = "owner"
    since: str = ""
    rules: tuple[int, ...] = (RULE,)
    described: int = 1
    first: Table | None = None
    earlier: tuple[Table, ...] = ()
    ordered: bool = True
    kept: KeptRows = field(default=KeptRows(), compare=False, repr=False)

    @property
    def in_place(self) -> bool:
        """Whether the rows stay in the owner's database."""
        return self.kept.in_place

    def basis(self, query: Query) -> Basis:
        """That of which a question is asked now: the current version of the rows, under the question's own facts."""
        return Basis(self.version, facts_since(self.first, query, self.table))

    def key(self, request: Request) -> str:
        """The key of a request as it is asked now."""
        basis = self.basis(request.query)
        return key_of(self.id, basis, request.query.to_dict(), request.price, request.measurement)

    def asks_again(self, release: Release) -> bool:
        """Whether a stored answer is to the question as it would be asked now: of the same rows, under the same facts.

        Otherwise asking again is another question, whose answer is not combined with the stored one.
        """
        if self.first is None or release.dataset_version != self.version:
            return release.dataset_version == self.version
        basis = self.basis(release.query)
        return release.key == key_of(self.id, basis, release.query_data, release.paid, release.measurement)


def facts_since(first: Table | None, query: Query, table: Table) -> str:
    """The digest of a question's own facts; empty if they are as in the first description (None: as `table`)."""
    if first is None:
        return ""
    now = digest(query, table)
    return "" if now == digest(query, first) else now
