"""A dataset as one user sees it: its public facts, its budget and the current version of its rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from dpcore.budget.budget import Budget
from dpcore.table.listing import RULE
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.ledger.team.membership import Role


@final
@dataclass(frozen=True, slots=True)
class Dataset:
    """The public part of a dataset: its public facts, its budget and the current version of its rows.

    name: the name for this user; "owner/name" for some datasets of other owners. owner: the user who opened it.
    role: this user's role. since: when the current version was loaded or declared. rules: for each version, the number
    of the rule for reading its cells (`dpcore.table.listing`); `table.rule` is the current one. in_place: whether the
    rows stay in the owner's database, where they may change between two calls.
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
    in_place: bool = False
