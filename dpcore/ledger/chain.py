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

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, final

from dpcore.budget.account import Account, Amounts, Filter
from dpcore.budget.budget import Budget
from dpcore.errors import AccessError, BudgetError, LedgerError
from dpcore.ledger import links as share
from dpcore.ledger import rounds
from dpcore.ledger.anchor import Mark
from dpcore.ledger.rounds import Kept
from dpcore.ledger.team import act
from dpcore.ledger.team.membership import Membership

SCHEMA = 1
GENESIS: Mark = (0, "0" * 64)

# seq, prev, hash, time, user, dataset, kind, payload
Row = tuple[int, str, str, str, str, str, str, str]

_EDITED = "Restore the database from where it was last sound; nothing is released until then."


@final
@dataclass(frozen=True)
class Entry:
    """One entry of the ledger: its number, when, by whom, about which dataset, and what."""

    seq: int
    hash: str
    time: str
    user: str
    dataset: str
    kind: str
    text: str
    prev: str = ""

    @cached_property
    def payload(self) -> dict[str, Any]:
        """What was written, as plain data."""
        return dict(json.loads(self.text))


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
    """The verified entries in memory, with what follows from them. `extend` is the only way in."""

    rows: list[Row] = field(default_factory=list)
    ledger: str = ""
    datasets: dict[str, Dataset] = field(default_factory=dict)
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    charged: dict[str, Mark] = field(default_factory=dict)  # request key: (paying entry, dataset)
    answered: dict[str, str] = field(default_factory=dict)  # request key: sha256 of the stored answer
    timed: dict[str, str] = field(default_factory=dict)  # request key: the time that is stored with the answer
    rounds: dict[str, list[Kept]] = field(default_factory=dict)  # request key: what its rounds answered so far
    frozen: dict[tuple[str, int], str] = field(default_factory=dict)  # (dataset, version): sha256 of what is kept
    links: dict[str, share.Link] = field(default_factory=dict)  # share links by name, revoked ones too
    latest: str = ""  # the latest time of any entry

    @property
    def last(self) -> Mark:
        """Number and hash of the last entry."""
        return (self.rows[-1][0], self.rows[-1][2]) if self.rows else GENESIS

    def holds(self, mark: Mark) -> bool:
        """Whether the entry with this number is there and has this hash."""
        return 1 <= mark[0] <= len(self.rows) and self.rows[mark[0] - 1][2] == mark[1]

    def extend(self, rows: Iterable[Row]) -> None:
        """Take in further entries, each checked against the one before. Raises LedgerError naming the first bad one."""
        for row in rows:
            number, previous = self.last
            try:
                sound = row[0] == number + 1 and row[1] == previous and row[2] == digest(row)
            except (TypeError, ValueError):
                sound = False
            if not sound:
                raise broken(number + 1)
            self._take(row)
            self.rows.append(row)

    def _take(self, row: Row) -> None:
        entry = Entry(row[0], *row[2:], prev=row[1])
        fold = _FOLDS.get(entry.kind)
        if fold is None:
            raise LedgerError("The ledger was written by a newer version of the program.", "Update the program.")
        try:
            fold(self, entry)
        except (KeyError, TypeError, ValueError, AttributeError, AccessError, BudgetError):
            raise broken(entry.seq) from None
        self.entries.setdefault(entry.dataset, []).append(entry)
        self.latest = max(self.latest, entry.time)


def broken(seq: int) -> LedgerError:
    """The refusal that names the first bad entry."""
    return LedgerError(f"Entry {seq} of the ledger is not what was written.", _EDITED)


def canonical(data: Any) -> str:
    """The one JSON text of plain data."""
    return json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def digest(row: Row) -> str:
    """The hash of an entry: SHA-256 over everything else in it."""
    covered = json.dumps([row[0], row[1], *row[3:]], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(covered.encode()).hexdigest()


def sha256(text: object) -> str:
    """The SHA-256 of a text, in hex; of what a damaged database returns instead of a text, nothing."""
    if not isinstance(text, str):
        return ""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _genesis(chain: Chain, entry: Entry) -> None:
    if entry.payload["schema"] > SCHEMA:
        raise LedgerError("The ledger was written by a newer version of the program.", "Update the program.")
    if entry.seq != 1:
        raise ValueError
    chain.ledger = str(entry.payload["ledger"])


def _open(chain: Chain, entry: Entry) -> None:
    data = entry.payload
    budget = Budget.from_dict(data["budget"])
    if entry.dataset in chain.datasets:
        raise ValueError
    chain.datasets[entry.dataset] = Dataset(
        id=entry.dataset,
        name=data["name"],
        owner=entry.user,
        created=entry.time,
        facts=data["facts"],
        budget=budget,
        account=Account(_filters(data), slots=tuple(budget.slots)),
        membership=Membership.opened(entry.user, entry.time),
        since=entry.time,
    )
    chain.frozen[entry.dataset, 1] = data["rows"]


def _charge(chain: Chain, entry: Entry) -> None:
    data, dataset = entry.payload, chain.datasets[entry.dataset]
    charge = Amounts(**data["charge"])
    membership, account = act.charged(chain, entry, dataset, charge), _after(dataset.account, charge, data.get("slot"))
    keys = [ask["key"] for ask in data["asks"]]
    fresh = not any(key in chain.charged for key in keys) and len(set(keys)) == len(keys)
    if not (fresh and _covers(charge, data["asks"]) and account.state() == data["state"]):
        raise ValueError
    chain.charged.update({key: (entry.seq, entry.dataset) for key in keys})
    chain.datasets[entry.dataset] = replace(dataset, account=account, membership=membership)


def _covers(charge: Amounts, asks: list[Mapping[str, Any]]) -> bool:
    """Whether a charge is none too small for its asks: what is Gaussian, and epsilons, add; the rest may compose.

    Each ask was rounded up by itself, the charge once.
    """
    alone = [Amounts(**one["charge"]) for one in asks]
    gaussian = sum((one for one in alone if one.epsilon is None), Amounts())
    pairs = ((charge.epsilon, sum(alone, Amounts()).epsilon), (charge.mu_squared, gaussian.mu_squared))
    return all(most is None or (least is not None and least <= most + len(alone)) for most, least in pairs)


def _after(account: Account, charge: Amounts, slot: str | None) -> Account:
    """The account after an admitted charge; what costs anything costs something in the Rényi account too."""
    if slot is not None:
        if not account.fits(charge, slot):
            raise ValueError
        return account.use(slot)
    missing = account.order is not None and charge.renyi == 0 and charge != Amounts()
    if missing or not account.admits(charge):
        raise ValueError
    return account.add(charge)


def _answer(chain: Chain, entry: Entry) -> None:
    releases, times = entry.payload["releases"], entry.payload.get("times", {})
    if times and times != {key: chain.rows[chain.charged[key][0] - 1][3] for key in releases}:
        raise ValueError
    for key, hashed in releases.items():
        if key in chain.answered or chain.charged[key][1] != entry.dataset:
            raise ValueError
        chain.answered[key] = hashed
    chain.timed |= times


def _own(chain: Chain, entry: Entry) -> Dataset:
    """The dataset of an owner's act."""
    dataset = chain.datasets[entry.dataset]
    dataset.membership.need(entry.user, "owner")
    return dataset


def _raise(chain: Chain, entry: Entry) -> None:
    dataset, data = _own(chain, entry), entry.payload
    budget, account = Budget.from_dict(data["budget"]), replace(dataset.account, filters=_filters(data))
    if tuple(budget.slots) != account.slots or account.order != dataset.account.order:
        raise ValueError
    chain.datasets[entry.dataset] = replace(dataset, budget=budget, account=account)


def _version(chain: Chain, entry: Entry) -> None:
    dataset, data = _own(chain, entry), entry.payload
    if data["version"] != dataset.version + 1:
        raise ValueError
    chain.frozen[entry.dataset, data["version"]] = data["rows"]
    chain.datasets[entry.dataset] = replace(dataset, version=data["version"], has_rows=True, since=entry.time)


def _rename(chain: Chain, entry: Entry) -> None:
    dataset, name = _own(chain, entry), entry.payload["name"]
    if entry.user != dataset.owner or not isinstance(name, str):
        raise ValueError
    chain.datasets[entry.dataset] = replace(dataset, name=name)


def _delete_rows(chain: Chain, entry: Entry) -> None:
    chain.datasets[entry.dataset] = replace(_own(chain, entry), has_rows=False)


def _filters(data: Mapping[str, Any]) -> tuple[Filter, ...]:
    return tuple(Filter(**one) for one in data["filters"])


_FOLDS: dict[str, Callable[[Chain, Entry], None]] = {
    "genesis": _genesis,
    "open": _open,
    "charge": _charge,
    "answer": _answer,
    "round": rounds.take,
    "raise": _raise,
    "version": _version,
    "rename": _rename,
    "delete_rows": _delete_rows,
    "share": share.published,
    "unshare": share.revoked,
    "reanchor": lambda chain, entry: None,
    **dict.fromkeys(act.ACTS, act.done),
}
