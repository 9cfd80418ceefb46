"""The ledger's entries as a hash chain, and the state derived from them. Uses no database.

Each entry's hash covers its number, the previous hash, its time, user, dataset, kind and payload. Payloads contain
all that the privacy guarantee depends on: budgets, filters, charges, and after every charge the dataset's whole
account, which is checked against the previous account. The meaning of a kind never changes.

genesis       ledger, schema                              the first entry
open          name, facts, budget, filters, rows, rule,   a new dataset (rows: SHA-256 of the stored descriptor; rule:
              ordered                                     number of the rule for reading its cells, 1 if missing;
                                                          ordered: whether rows of a unit were kept by columns in the
                                                          order of their names, false if missing; apart: datasets of
                                                          which the owner said that they are of other populations, and
                                                          why, if this was asked)
charge        charge, asks: [{key, ask, charge, loss}],   one plan, charged before a row is read; slot: the slot that
              state, slot, slice, proposal                paid instead of the filters, if any; slice, proposal: the
                                                          source of an analyst's payment, if any; older asks have a
                                                          curve in place of the loss, or neither; asks of several
                                                          rounds have losses: [[loss, times]]
answer        releases: {key: sha256 of the stored text}, stored before it is shown; times: of the charges, as in the
              times: {key: time}                          stored rows (missing in the oldest entries)
round         rounds: [{key, number, step, noisy}]        any round but the last; step: digest of its definition
raise         budget, filters                             a larger budget
divide        budget, filters                             another division of delta, while nothing is charged
version       version, rows, rule                         new rows of the same population
describe      facts, described, origin                    new public facts of the same rows; described: the number of
                                                          the description, from 2 on; origin: where they come from
rename        name
delete_rows   –                                           account and answers remain
grant         member, role                                acts of a team, each checked by `act`: an entry whose
ungrant       member                                      user had no permission does not verify
slice         slice, member, currency, amount, delta,     set aside, in units of 1e-18; member "": for future users
              until
take_back     slice                                       returns the unspent part
propose       proposal, asks, plan, note, charge          asks as in a charge, in the plan's order
approve       proposal
decline       proposal, reason
withdraw      proposal
share         share, token, releases, title, note,        a link to stored answers; token: SHA-256 of its secret; name:
              until, name                                 the dataset's name when published (missing in older entries)
unshare       share                                       the link is revoked
reanchor      entries                                     the owner accepted the ledger in its present state
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, final

from dpcore.budget.account import Account
from dpcore.budget.budget import Budget
from dpcore.ledger.anchor import Mark
from dpcore.ledger.entry import GENESIS, Entry, Row
from dpcore.ledger.link import Link
from dpcore.ledger.round import Kept
from dpcore.ledger.team.membership import Membership
from dpcore.table.table import Table


@final
@dataclass(frozen=True)
class Dataset:
    """A dataset as the ledger records it. All fields are public.

    descriptions: the public facts of each description, oldest first. began: for each version of the rows, the number of
    the description in force when it was added. ordered: whether rows of a unit of the current version were kept by
    columns in the order of their names; earlier programs kept those of the first version in an order they did not note.
    """

    id: str
    name: str
    owner: str
    created: str
    descriptions: tuple[Mapping[str, Any], ...]
    budget: Budget
    account: Account
    membership: Membership
    version: int = 1
    has_rows: bool = True
    since: str = ""  # time of the entry that added this version
    rules: tuple[int, ...] = (1,)  # for each version, the number of the rule for reading its cells
    began: tuple[int, ...] = (1,)
    ordered: bool = True

    @property
    def facts(self) -> Mapping[str, Any]:
        """The public facts in force."""
        return self.descriptions[-1]

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The first description, then those of the current version, oldest first; the last one is in force."""
        first, *current = (Table.from_dict(facts) for facts in (self.descriptions[0], *self._current))
        rule, schemas = self.rules[-1], [table.schema for table in current]
        return first, *(replace(table, rule=rule, before=tuple(schemas[:place])) for place, table in enumerate(current))

    @property
    def _current(self) -> tuple[Mapping[str, Any], ...]:
        return self.descriptions[self.began[-1] - 1 :]


_TEXTS = ("ledger", "latest")


@final
@dataclass
class Chain:
    """The verified entries in memory and the state derived from them. Only `replay.extend` adds entries."""

    rows: list[Row] = field(default_factory=list)
    ledger: str = ""
    datasets: dict[str, Dataset] = field(default_factory=dict)
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    charged: dict[str, Mark] = field(default_factory=dict)  # request key: (paying entry, dataset)
    answered: dict[str, str] = field(default_factory=dict)  # request key: sha256 of the stored answer
    timed: dict[str, str] = field(default_factory=dict)  # request key: the time stored with the answer
    rounds: dict[str, list[Kept]] = field(default_factory=dict)  # request key: its answered rounds so far
    frozen: dict[tuple[str, int], str] = field(
        default_factory=dict
    )  # (dataset, version): sha256 of the stored descriptor
    links: dict[str, Link] = field(default_factory=dict)  # share links by identifier, including revoked links
    latest: str = ""  # the latest time of any entry

    def copy(self) -> Chain:
        """A chain that can be extended without changing this one."""
        copies = {each.name: getattr(self, each.name).copy() for each in fields(self) if each.name not in _TEXTS}
        copies["entries"] = {name: list(entries) for name, entries in self.entries.items()}
        copies["rounds"] = {key: list(rounds) for key, rounds in self.rounds.items()}
        return replace(self, **copies)

    @property
    def last(self) -> Mark:
        """Number and hash of the last entry."""
        return (self.rows[-1][0], self.rows[-1][2]) if self.rows else GENESIS

    def holds(self, mark: Mark) -> bool:
        """Whether an entry with this number and hash exists."""
        return 1 <= mark[0] <= len(self.rows) and self.rows[mark[0] - 1][2] == mark[1]
