"""Applies entries of owners' acts: open, rename, version, description, raise or divide the budget, delete the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dpcore.budget.account import Account, Filter
from dpcore.budget.aside import used
from dpcore.budget.budget import Budget
from dpcore.errors import LedgerError
from dpcore.ledger.chain import Chain, Dataset
from dpcore.ledger.entry import SCHEMA, Entry
from dpcore.ledger.team.membership import Membership
from dpcore.table.description import Origin, check_kept
from dpcore.table.table import Table


def take_first(chain: Chain, entry: Entry) -> None:
    """Applies the first entry."""
    if entry.payload["schema"] > SCHEMA:
        raise LedgerError("The ledger was written by a newer version of the program.", "Update the program.")
    if entry.seq != 1:
        raise ValueError
    chain.ledger = str(entry.payload["ledger"])


def take_dataset(chain: Chain, entry: Entry) -> None:
    """Applies the opening of a dataset."""
    data = entry.payload
    budget = Budget.from_dict(data["budget"])
    if entry.dataset in chain.datasets:
        raise ValueError
    chain.datasets[entry.dataset] = Dataset(
        id=entry.dataset,
        name=data["name"],
        owner=entry.user,
        created=entry.time,
        descriptions=(data["facts"],),
        budget=budget,
        account=Account(_filters(data), slots=tuple(budget.slots)),
        membership=Membership.of_opener(entry.user, entry.time),
        since=entry.time,
        rules=(_rule(data),),
        ordered=data.get("ordered") is True,
    )
    chain.frozen[entry.dataset, 1] = data["rows"]


def _own(chain: Chain, entry: Entry) -> Dataset:
    """The dataset of an owner's act. Raises AccessError if the user is not an owner."""
    dataset = chain.datasets[entry.dataset]
    dataset.membership.need(entry.user, "owner")
    return dataset


def take_budget(chain: Chain, entry: Entry) -> None:
    """Applies a larger budget."""
    dataset, data = _own(chain, entry), entry.payload
    budget, account = Budget.from_dict(data["budget"]), replace(dataset.account, filters=_filters(data))
    if tuple(budget.slots) != account.slots or account.order != dataset.account.order:
        raise ValueError
    chain.datasets[entry.dataset] = replace(dataset, budget=budget, account=account)


def take_division(chain: Chain, entry: Entry) -> None:
    """Applies a new division of delta, before anything is charged."""
    dataset, data = _own(chain, entry), entry.payload
    budget, filters = Budget.from_dict(data["budget"]), _filters(data)
    same = replace(budget, portfolio=dataset.budget.portfolio) == dataset.budget
    names = [(filter_.name, filter_.order) for filter_ in filters]
    if (
        used(dataset.account)
        or not same
        or names != [(filter_.name, filter_.order) for filter_ in dataset.account.filters]
    ):
        raise ValueError
    chain.datasets[entry.dataset] = replace(dataset, budget=budget, account=replace(dataset.account, filters=filters))


def take_version(chain: Chain, entry: Entry) -> None:
    """Applies a new version of the rows of the same population."""
    dataset, data = _own(chain, entry), entry.payload
    if data["version"] != dataset.version + 1:
        raise ValueError
    chain.frozen[entry.dataset, data["version"]] = data["rows"]
    rules, began = (*dataset.rules, _rule(data)), (*dataset.began, len(dataset.descriptions))
    chain.datasets[entry.dataset] = replace(
        dataset, version=data["version"], has_rows=True, since=entry.time, rules=rules, began=began, ordered=True
    )


def take_description(chain: Chain, entry: Entry) -> None:
    """Applies a new description of the rows. Who is protected stays."""
    dataset, data = _own(chain, entry), entry.payload
    check_kept(dataset.tables[-1], Table.from_dict(data["facts"]))
    origin = Origin.from_dict(data["origin"])
    answered = all(chain.charged[key][1] == entry.dataset and key in chain.answered for key in origin.releases)
    if data["described"] != len(dataset.descriptions) + 1 or not answered:
        raise ValueError
    chain.datasets[entry.dataset] = replace(dataset, descriptions=(*dataset.descriptions, data["facts"]))


def take_name(chain: Chain, entry: Entry) -> None:
    """Applies a new name."""
    dataset, name = _own(chain, entry), entry.payload["name"]
    if entry.user != dataset.owner or not isinstance(name, str):
        raise ValueError
    chain.datasets[entry.dataset] = replace(dataset, name=name)


def take_deletion(chain: Chain, entry: Entry) -> None:
    """Applies the deletion of the rows."""
    chain.datasets[entry.dataset] = replace(_own(chain, entry), has_rows=False)


def _rule(data: Mapping[str, Any]) -> int:
    """The number of the rule for reading the cells of a version; 1 in older entries, which do not name it."""
    rule = data.get("rule", 1)
    if type(rule) is not int or rule < 1:
        raise ValueError
    return rule


def _filters(data: Mapping[str, Any]) -> tuple[Filter, ...]:
    return tuple(Filter(**filter_) for filter_ in data["filters"])
