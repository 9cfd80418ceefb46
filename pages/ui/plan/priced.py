"""A draft's prices in the reader's unit: what its rows book in the budget's account, and what a typed amount pays for.

A row that is locked at a price keeps the amount that it books, whatever noise pays for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from dpcore.budget.meter import Meter
from dpcore.mechanisms import Price, kind_of
from dpcore.mechanisms import total as together
from dpcore.plan import exchange
from dpcore.plan.quote import Quote
from dpcore.plan.request import Request, charge_of
from dpcore.present.text.amount import Gauge
from dpcore.release.dataset import Dataset
from pages.ui.desk import desk
from pages.ui.plan import measured
from pages.ui.plan.draft import Currency, Draft, Row
from pages.ui.unit_menu import gauge


def shown_in(dataset: Dataset, quote: Quote | None) -> Gauge:
    """The gauge of a plan's prices: of the account that lives after it, so that all figures are of one account."""
    if quote is None:
        return gauge(desk().standing(dataset.id))
    return gauge(quote.standing if quote.after is None or quote.slot is not None else quote.after)


def booked(meter: Meter, request: Request) -> int | None:
    """What one answer books on its own."""
    return exchange.amount_of(charge_of([request]), meter)


def price(dataset: Dataset, plan: Draft, row: Row, typed: float, shown: Gauge) -> float:
    """The price of a row, in mu or epsilon, that books what was typed in the reader's unit."""
    query, kind = row.query.bind(dataset.table.schema), kind_of(plan.currency)
    return exchange.typed(exchange.price_for(query, dataset.table, kind, shown.amount(typed), shown.meter))


def total(dataset: Dataset, plan: Draft, typed: float, shown: Gauge) -> float:
    """The total, in mu or epsilon, at which the unpaid part of a plan books what was typed in the reader's unit."""
    return _total(dataset, plan, shown.amount(typed), shown.meter)


def part_of_left(dataset: Dataset, plan: Draft, part: Fraction) -> float:
    """The total, in mu or epsilon, at which the unpaid part of a plan books this part of what this user has left."""
    meter = desk().standing(dataset.id).meter
    whole = meter.usable or meter.left  # without a slice, a plan for review is measured by the whole budget
    return _total(dataset, plan, math.floor(part * whole), meter)


def spends(dataset: Dataset, plan: Draft, meter: Meter) -> int | None:
    """What a plan books at its total. Raises DpError if one of its questions has no price."""
    return exchange.booked_by(rows_of(dataset, plan), dataset.table, kind_of(plan.currency).of(plan.total), meter)


def switched(dataset: Dataset, plan: Draft, currency: Currency) -> Draft:
    """The draft with the other noise. Each unpaid row books what it booked before, locked or not; weights follow.

    Rows that cost nothing or are off keep their weight. Raises DpError if the other noise cannot be paid.
    """
    meter, old, new = desk().standing(dataset.id).meter, kind_of(plan.currency), kind_of(currency)
    unpaid = measured.new(plan, measured.of(dataset, plan.rows))
    rows, schema = rows_of(dataset, unpaid), dataset.table.schema
    fixed = sum((row.price.total for row in rows if row.price is not None), Fraction(0))
    rest = max(Fraction(0), old.of(plan.total).total - fixed)
    weights = sum((Fraction(row.weight) for row in rows if row.price is None), Fraction(0))
    each = [
        (asked.id, row.query, row.price or old(rest * Fraction(row.weight) / weights))
        for asked, row in zip(unpaid.rows, rows, strict=True)
    ]
    each += [
        (row.id, row.query.bind(schema), old.of(row.held[1]))
        for row in plan.rows
        if not row.on and row.held is not None and row.held[0] == "price"
    ]
    prices: dict[int, Price] = {}
    for number, query, now in each:
        at = exchange.amount_of(exchange.charge_at(query, dataset.table, now), meter)
        if at:
            prices[number] = exchange.price_for(query, dataset.table, new, at, meter)
    free = [row for row in unpaid.rows if row.held is None and row.id in prices]
    changed = tuple(_changed(row, prices.get(row.id), free, prices) for row in plan.rows)
    after = replace(plan, currency=currency, rows=changed)
    locked = [row.price for row in rows_of(dataset, measured.new(after, measured.of(dataset, changed)))]
    parts = [price for price in locked if price is not None] + [prices[row.id] for row in free]
    return replace(after, total=exchange.typed(together(new, parts)) if parts else plan.total)


def _changed(row: Row, price: Price | None, free: Sequence[Row], prices: Mapping[int, Price]) -> Row:
    """A row at its price in the other noise."""
    if price is None:
        return row
    if row.held is None:
        ratio = float(price.total / prices[free[0].id].total)
        return replace(row, weight=max(float(f"{free[0].weight * ratio:.6g}"), exchange.LEAST))
    return replace(row, held=("price", exchange.typed(price))) if row.held[0] == "price" else row


def _total(dataset: Dataset, plan: Draft, amount: int, meter: Meter) -> float:
    unpaid = measured.new(plan, measured.of(dataset, plan.rows))
    rows, kind = rows_of(dataset, unpaid), kind_of(plan.currency)
    return exchange.typed(exchange.total_for(rows, dataset.table, kind, amount, meter))


def rows_of(dataset: Dataset, plan: Draft) -> list[exchange.Portion]:
    """The rows with the prices of those that are locked. Raises DpError if one of these has no price."""
    locked = tuple(row for row in plan.rows if row.held is not None)
    asks = desk().quote(dataset.id, replace(plan, rows=locked).plan(plan.total)).asks if locked else ()
    prices = {row.id: ask.price for row, ask in zip(locked, asks, strict=True)}
    schema = dataset.table.schema
    return [exchange.Portion(row.query.bind(schema), row.weight, prices.get(row.id)) for row in plan.rows]
