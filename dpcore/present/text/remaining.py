"""The remaining and the used part of a budget, in figures that add up and stay comparable over time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from dpcore.budget.account import ATTO, Filter
from dpcore.budget.standing import Standing
from dpcore.mechanisms import Epsilon, Mu, additive
from dpcore.number import scientific
from dpcore.present.text.digits import upward
from dpcore.queries import Count
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.mechanisms import Kind

_FEW = 10


def counts_for(amount: float, kind: Kind, table: Table, half_width: float = 20.0) -> int:
    """The number of counts at ±half_width (95 %) that an amount of mu or epsilon pays for."""
    unit = kind(Fraction(1))
    half = additive(Count().statistic(Table(table.schema, table.unit), unit), unit).error(0.95)
    needed = half.factor * half.std[0] / half_width
    return math.floor((amount / needed) ** (2 if kind is Mu else 1) + 1e-9)


def meter(standing: Standing, table: Table) -> Text:
    """The remaining budget, in percent and as counts at one error, the dataset's yardstick."""
    if not standing.live or standing.fraction_left <= 0:
        slots = sum(slot.times for slot in standing.account.slots) - sum(standing.account.used)
        return Text("{slots} slots left", slots=slots) if slots else Text("nothing left")
    left = percent_text(standing.fraction_left)
    return Text("{percent} left · {counts}", percent=left, counts=readable(standing, table))


def short(standing: Standing, table: Table) -> Text:
    """The same as `meter`, for use inside a sentence."""
    if not standing.live or standing.fraction_left <= 0:
        return meter(standing, table)
    left = percent_text(standing.fraction_left)
    return Text("{percent} · {counts}", percent=left, counts=readable(standing, table))


def readable(standing: Standing, table: Table) -> Text:
    """The remaining budget as counts at the dataset's yardstick: "about 14 counts at ±20"."""
    width = yardstick(standing, table)
    losses = {name: standing.left(name) for name in standing.live}
    pure = losses.pop("pure", None)
    counts = [counts_for(loss.mu or 0.0, Mu, table, width) for loss in losses.values() if loss is not None]
    counts += [counts_for(pure.epsilon, Epsilon, table, width)] if pure is not None else []
    return _counts(max(counts, default=0), width)


def percent_left(fraction: float) -> float:
    """A fraction of a budget in percent, rounded down to a tenth, as shown on screens."""
    return math.floor(1000 * max(0.0, fraction) + 1e-6) / 10


def percent_text(fraction: float) -> Text:
    """The same in words, rounded down to a whole percent."""
    percent = math.floor(percent_left(fraction))
    return Text("{percent} %", percent=percent) if percent else Text("under 1 %")


def shares(before: float, after: float, prices: Sequence[float]) -> list[float]:
    """The part of the budget that each question of a plan takes, in percent.

    before, after: remaining fractions of the budget. prices: of the questions, as mu squared or epsilon, which add up.
    Parts are in tenths of a percent, shared by largest remainders, so that the shown parts and the shown remainder
    after the plan add up to the shown remainder before it.
    """
    tenths = round(10 * (percent_left(before) - percent_left(after)))
    whole = math.fsum(prices)
    exact = [tenths * price / whole if whole else 0.0 for price in prices]
    parts = [math.floor(part) for part in exact]
    order = sorted(range(len(parts)), key=lambda place: parts[place] - exact[place])
    for place in order[: tenths - sum(parts) if whole else 0]:
        parts[place] += 1
    return [part / 10 for part in parts]


def used(standing: Standing) -> Text:
    """The used part of the promised epsilon, at the budget's delta, by the accounting method that `standing` names."""
    if standing.live and not standing.total.epsilon:
        promised = upward(standing.total_promised)
        return Text("epsilon {promised} promised, all of it reserved for slots", promised=promised)
    figures = (standing.spent.epsilon, standing.total.epsilon) if standing.live else (standing.total_promised,) * 2
    facts = dict(zip(("spent", "promised"), map(upward, figures), strict=True))
    if standing.account.slots:
        return Text("epsilon {spent} of {promised} of the free part used", **facts)
    return Text("epsilon {spent} of {promised} used", **facts)


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


def _width(amount: float, kind: Kind, table: Table) -> int:
    """The first width at which an amount pays for ten counts, so that a release visibly reduces the number."""
    widths: list[int] = [head * 10**power for power in range(1, 9) for head in (1, 2, 5)]
    return next((width for width in widths[1:] if counts_for(amount, kind, table, width) >= _FEW), widths[-1])


def worth(amount: float, kind: Kind, table: Table, width: int | None = None) -> Text:
    """About how many counts an amount (mu or epsilon) pays for, at ±width; default the first with at least ten."""
    width = width or _width(amount, kind, table)
    return _counts(counts_for(amount, kind, table, width), width)


def _counts(count: int, half_width: int) -> Text:
    if not count:
        return Text("less than one count at ±{width:,}", width=half_width)
    return Text.counted("about {n} count at ±{width:,}", "about {n:,} counts at ±{width:,}", n=count, width=half_width)
