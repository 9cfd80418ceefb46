"""What is left of a budget: what it buys, as counts at one error that never changes, and what failures may use."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from dpcore.budget.account import ATTO, Filter
from dpcore.budget.budget import Budget
from dpcore.budget.meter import Unit
from dpcore.budget.standing import Standing
from dpcore.mechanisms import Epsilon, Mu, additive
from dpcore.number import scientific
from dpcore.present.text import amount
from dpcore.present.text.amount import Gauge
from dpcore.queries import Count
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.mechanisms import Kind

_FEW = 10


def counts_for(size: float, kind: Kind, table: Table, half_width: float = 20.0) -> int:
    """The number of counts at ±half_width (95 %) that so much mu or epsilon pays for."""
    unit = kind(Fraction(1))
    half = additive(Count().statistic(Table(table.schema, table.unit), unit), unit).error(0.95)
    needed = half.factor * half.std[0] / half_width
    return math.floor((size / needed) ** (2 if kind is Mu else 1) + 1e-9)


def meter(standing: Standing, table: Table, unit: Unit = "epsilon") -> Text:
    """What is left for this person: what it buys, and as counts at one error, the dataset's yardstick."""
    scale = Gauge(standing.meter, unit)
    if not scale.meter.usable:
        slots = sum(slot.times for slot in standing.account.slots) - sum(standing.account.used)
        return Text.counted("{n} slot", "{n} slots", n=slots) if slots else amount.left(scale)
    return Text("{left} · {counts}", left=amount.left(scale), counts=readable(standing, table))


def readable(standing: Standing, table: Table) -> Text:
    """What is left in the meter's account as counts at the dataset's yardstick: "about 14 counts at ±20"."""
    account, width = standing.meter, yardstick(standing, table)
    if account.name == "pure":
        return _counts(counts_for(account.usable / ATTO, Epsilon, table, width), width)
    # of a Rényi loss, the mu of Gaussian noise with this loss at the order
    size = 2.0 * account.usable / (account.order or 2.0) if account.name == "renyi" else account.usable
    return _counts(counts_for(math.sqrt(size / ATTO), Mu, table, width), width)


def bought(budget: Budget, table: Table) -> Text:
    """What a budget buys, before it is fixed, in the words of the meter: "about 14 counts at ±20", or its slots."""
    standing = Standing(budget, budget.account())
    if not standing.meter.usable:
        return Text.counted("{n} slot", "{n} slots", n=sum(slot.times for slot in standing.account.slots))
    return readable(standing, table)


def second(standing: Standing, unit: Unit = "epsilon") -> Text:
    """The pure account, which lives beside the Gaussian one while all charges are pure; else empty."""
    pure = standing.account.spent.epsilon
    if standing.meter.name != "gaussian" or "pure" not in standing.live or not pure:
        return Text("")
    scale = Gauge(standing.meter_in("pure"), "share" if unit == "share" else "epsilon")
    return Text("As pure: {charged}; ends with the first Gaussian answer.", charged=amount.charged(scale))


def failures(standing: Standing, after: Standing | None = None) -> Text:
    """How much was used of what is set aside for failures, and after a plan; empty if nothing is set aside."""
    account = standing.failures
    if account is None:
        return Text("")
    facts = {"delta": scientific(account.whole), "used": _used(account.used)}
    then = None if after is None else after.failures
    if then is None or then.spent == account.spent:
        return Text("Set aside for rare failures: {delta} of delta, {used} used.", **facts)
    return Text("Set aside for rare failures: {delta} of delta, {used} → {then} used.", then=_used(then.used), **facts)


def _used(share: float) -> Text:
    """A share in percent, rounded up to a tenth."""
    return Text("{percent:g} %", percent=math.ceil(1000 * share - 1e-9) / 10)


def yardstick(standing: Standing, table: Table) -> int:
    """The margin of error (95 %) of the counts in which a dataset's budget is stated; it never changes.

    It is the first of 20, 50, 100, 200 … at which the dataset's opening budget pays for ten counts.
    """
    opened = next((entry.payload["filters"] for entry in standing.history if entry.kind == "open"), None)
    filters = [Filter(**filter_) for filter_ in opened] if opened else standing.account.filters
    chosen = next((filter_ for filter_ in filters if filter_.name == "gaussian"), filters[0])
    whole = chosen.limit / ATTO
    return _width(math.sqrt(whole), Mu, table) if chosen.name == "gaussian" else _width(whole, Epsilon, table)


def _width(size: float, kind: Kind, table: Table) -> int:
    """The first width at which an amount pays for ten counts, so that a release visibly reduces the number."""
    widths: list[int] = [head * 10**power for power in range(1, 9) for head in (1, 2, 5)]
    return next((width for width in widths[1:] if counts_for(size, kind, table, width) >= _FEW), widths[-1])


def worth(size: float, kind: Kind, table: Table, width: int | None = None) -> Text:
    """About how many counts so much mu or epsilon pays for, at ±width; default the first with at least ten."""
    width = width or _width(size, kind, table)
    return _counts(counts_for(size, kind, table, width), width)


def _counts(count: int, half_width: int) -> Text:
    if not count:
        return Text("less than one count at ±{width:,}", width=half_width)
    return Text.counted("about {n} count at ±{width:,}", "about {n:,} counts at ±{width:,}", n=count, width=half_width)
