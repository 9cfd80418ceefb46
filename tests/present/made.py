"""Releases made without a desk: the mechanism's own noise on exact numbers that a test chooses."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

import dpcore as dp
from dpcore.plan.plan import Plan
from dpcore.plan.pricing import price
from dpcore.plan.request import Request
from dpcore.queries.question.prediction import even
from dpcore.queries.question.round import Drawn
from dpcore.release.record import Release, facts_of
from dpcore.release.record.figure import as_columns
from dpcore.table.table import Table

_KEYS = itertools.count()
WARDS = ("A", "B", "C")


def table(cells: int = 3, **extra: Any) -> Table:
    names = WARDS if cells == 3 else tuple(f"w{number}" for number in range(cells))
    return Table(dp.Schema(ward=dp.Category(names), cost=dp.Number(0, 1000)), **extra)


def priced(query: Any, facts: Table, **paid: float) -> Request:
    plan = Plan([dp.Ask(query)], **paid)
    return price(plan, facts, plan.kind(True), lambda one: even(100, 1, False))[0]


def release(
    query: Any,
    exact: Any,
    facts: Table | None = None,
    *,
    version: int = 1,
    dataset: str = "visits",
    measurement: int = 0,
    key: str | None = None,
    drawn: Any = None,
    **paid: float,
) -> Release:
    """An answer as `release` would have stored it. exact, drawn (noise; else fresh): shape (measures, cells)."""
    facts = facts or table()
    ask = priced(query, facts, **paid)
    mechanism = ask.query.mechanism(facts, ask.price)
    counted = ask.query.statistic(facts, ask.price).exact(np.array(exact, dtype=object))
    noisy = mechanism.draw(counted) if drawn is None else counted + np.array(drawn, dtype=object)
    rounds = ((Drawn(mechanism, tuple(tuple(int(value) for value in row) for row in noisy)),),)
    return Release(
        key=key or f"{next(_KEYS):064x}",
        dataset=dataset,
        dataset_version=version,
        query_data=ask.query.to_dict(),
        facts=facts_of(ask, facts),
        lane=ask.price.recorded,
        price=str(ask.price.total),
        rounds=rounds,
        level=0.95,
        seq=version,
        time=f"2024-{version:02}-01T00:00:00+00:00",
        user="owner",
        estimates=as_columns(ask.query.result(facts, ask.price, rounds, 0.95)),
        measurement=measurement,
    )
