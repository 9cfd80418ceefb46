"""Questions that leave their failure probability to the budget: each gets one, which is part of its identity.

It is a hundredth of the account for failures. Where that account has changed since the question was paid, the question
keeps the probability under which it was paid, so that asking again costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dpcore.plan.plan import Plan
from dpcore.queries import Query
from dpcore.queries.question import refusal
from dpcore.queries.question.sampled import samples
from dpcore.release.dataset import Dataset

if TYPE_CHECKING:
    from dpcore.ledger.entry import Entry


def accounts(entries: Sequence[Entry]) -> list[int]:
    """All accounts for failures that a dataset has had, the present one first.

    The last is 0, which stands for the probability that questions had before there was an account by default.
    """
    every = [_account(entry.payload) for entry in reversed(entries) if "filters" in entry.payload]
    return list(dict.fromkeys([*every, 0]))


def plan_of(plan: Plan, resolved: Callable[[Query], Query]) -> Plan:
    """The plan with its questions resolved; the plan itself if none of them has changed."""
    asks = [replace(ask, query=resolved(ask.query)) for ask in plan.asks]
    same = all(new.query is old.query for new, old in zip(asks, plan.asks, strict=True))
    return plan if same else Plan(asks, plan.mu, plan.epsilon, plan.slot)


def check_samples(plan: Plan, dataset: Dataset) -> None:
    """Raises QueryError for a question about random samples where its budget or its rows never allow them."""
    sampled = [ask.query.sentence for ask in plan.asks if samples(ask.query)]
    if sampled and dataset.budget.delta is None:
        raise refusal.without_delta(sampled[0])
    if sampled and dataset.in_place:
        raise refusal.in_place(sampled[0])


def _account(payload: Any) -> int:
    return next((filter_["delta"] for filter_ in payload["filters"] if filter_["name"] == "gaussian"), 0)
