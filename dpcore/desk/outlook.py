"""The outlook of a scenario with data from the ledger: answered questions, and released counts of rows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dpcore.budget.failure import account_of
from dpcore.plan import outlook
from dpcore.plan.known import Known
from dpcore.queries.counts.count import Count
from dpcore.release.judged import judge

if TYPE_CHECKING:
    from dpcore.plan.outlook import Outlook
    from dpcore.plan.scenario import Scenario
    from dpcore.release.requests import Requests


def look(requests: Requests, scenario: Scenario, again: bool = False) -> Outlook:
    """The outlook. again: questions that are answered already are asked again. Raises QueryError."""
    table = requests.dataset.table
    account = requests.ledger.standing(requests.dataset.id, requests.user).account
    bound = scenario.bind(table.schema).resolved(account_of(account))
    queries = [query for query, _ in bound.asks]
    paid, history = [None] * len(queries) if again else requests.measurements(queries), requests.history()
    guessed = ((query, history.rows(query)[1]) for query in queries if query.error.by_rows)
    known = Known(
        answered=tuple(query for query, measured in zip(queries, paid, strict=True) if measured is not None),
        expected=tuple((query, guess) for query, guess in guessed if guess is not None),
        rows=table.expected_rows or _counted(requests),
    )
    return outlook.outlook(bound, table, known)


def _counted(requests: Requests) -> int | None:
    """The number of rows according to a released count of all rows; None without a usable count."""
    (count,) = requests.measurements([Count()])
    if count is None or count.release is None or judge(count.release).state != "usable":
        return None
    return max(1, math.floor(count.release.estimates["estimate"][0]))
