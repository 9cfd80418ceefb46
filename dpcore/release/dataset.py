"""A dataset as a user sees it: its public facts, its budget, which version of its rows is current."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from dpcore.budget.budget import Budget
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.ledger.team.membership import Role


@final
@dataclass(frozen=True, slots=True)
class Dataset:
    """What may be shown of a dataset: its public facts, its budget, which version of its rows is current.

    name: as this user writes it; somebody else's may be "owner/name". owner: who opened it. role: this user's. since:
    when its version was loaded or declared.
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
