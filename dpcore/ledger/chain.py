"""The ledger's entries as a hash chain, and everything that follows from them. No database here.

Each entry's hash covers its number, the hash before it, its time, user, dataset, kind and payload. What the guarantee
depends on is in payloads: budgets, filters, charges, and after every charge the dataset's whole account, which is
checked to follow from the one before. What may never change: a kind once written keeps its meaning.

genesis       ledger, schema                              the first entry
open          name, facts, budget, filters, rows          a dataset, by its owner (rows: sha256 of what is kept)
charge        charge, asks: [{key, ask, charge, loss}],   one plan, paid before a row is read; slot: the one that
              state, slot, slice, proposal                paid instead of the filters, if one did; slice, proposal:
                                                          of the budget and of whose approval an analyst pays; older
                                                          asks have a curve in place of the loss, or neither; those
                                                          of several rounds have losses: [[loss, times]]
answer        releases: {key: sha256 of the stored text}, stored before it is shown; times: the charges', which the
              times: {key: time}                          stored rows carry (none in entries of the first version)
round         rounds: [{key, number, step, noisy}]        of asks that go on; step: the digest of what was asked
raise         budget, filters                             owners' acts
version       version, rows
rename        name
delete_rows   –
grant         member, role                                a team's acts, each checked by `act`: what a person may
ungrant       member                                      not do does not verify
slice         slice, member, currency, amount, delta,     set aside, in units of 1e-18; member "": for later users
              until
take_back     slice                                       the unspent part
propose       proposal, asks, plan, note, charge          asks as in a charge, in the plan's order
approve       proposal
decline       proposal, reason
withdraw      proposal
share         share, token, releases, title, note,        a link to stored answers; token: SHA-256 of what opens it;
              until, name                                 name: the dataset's then (none in older entries)
unshare       share                                       revoked
reanchor      entries                                     the owner accepted the ledger as it was
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, final

from dpcore.budget.account import Account
from dpcore.budget.budget import Budget
from dpcore.ledger.anchor import Mark
from dpcore.ledger.entry import GENESIS, Entry, Row
from dpcore.ledger.link import Link
from dpcore.ledger.round import Kept
from dpcore.ledger.team.membership import Membership


@final
@dataclass(frozen=True)
class Dataset:
    """What the ledger knows of a dataset, all of it public."""

    id: str
    name: str
    owner: str
    created: str
    facts: Mapping[str, Any]
    budget: Budget
    account: Account
    membership: Membership
    version: int = 1
    has_rows: bool = True
    since: str = ""  # when this version was entered


@final
@dataclass
class Chain:
    """The verified entries in memory, with what follows from them. `replay.extend` is the only way in."""

    rows: list[Row] = field(default_factory=list)
    ledger: str = ""
    datasets: dict[str, Dataset] = field(default_factory=dict)
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    charged: dict[str, Mark] = field(default_factory=dict)  # request key: (paying entry, dataset)
    answered: dict[str, str] = field(default_factory=dict)  # request key: sha256 of the stored answer
    timed: dict[str, str] = field(default_factory=dict)  # request key: the time that is stored with the answer
    rounds: dict[str, list[Kept]] = field(default_factory=dict)  # request key: what its rounds answered so far
    frozen: dict[tuple[str, int], str] = field(default_factory=dict)  # (dataset, version): sha256 of what is kept
    links: dict[str, Link] = field(default_factory=dict)  # share links by name, revoked ones too
    latest: str = ""  # the latest time of any entry

    @property
    def last(self) -> Mark:
        """Number and hash of the last entry."""
        return (self.rows[-1][0], self.rows[-1][2]) if self.rows else GENESIS

    def holds(self, mark: Mark) -> bool:
        """Whether the entry with this number is there and has this hash."""
        return 1 <= mark[0] <= len(self.rows) and self.rows[mark[0] - 1][2] == mark[1]
