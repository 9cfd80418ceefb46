"""What is left of a budget and what was used of it, in figures that add up and can be compared with themselves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from dpcore.budget.account import ATTO, Filter
from dpcore.budget.standing import Standing
from dpcore.mechanisms import Epsilon, Mu, additive
from dpcore.present.text.digits import upward
from dpcore.queries import Count
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.mechanisms import Kind

_FEW = 10


def counts_for(amount: float, kind: Kind, table: Table, half_width: float = 20.0) -> int:
    """How many counts at ±half_width (95 %) an amount pays for, in mu or in epsilon."""
    unit = kind(Fraction(1))
    half = additive(Count().statistic(Table(table.schema, table.unit), unit), unit).error(0.95)
    needed = half.factor * half.std[0] / half_width
    return math.floor((amount / needed) ** (2 if kind is Mu else 1) + 1e-9)


def meter(standing: Standing, table: Table) -> Text:
    """What is left, in percent and in counts of one error, the dataset's yardstick."""
    if not standing.live or standing.fraction_left <= 0:
        slots = sum(slot.times for slot in standing.account.slots) - sum(standing.account.used)
        return Text("{slots} slots left", slots=slots) if slots else Text("nothing left")
    left = percent_text(standing.fraction_left)
    return Text("{percent} left · {counts}", percent=left, counts=readable(standing, table))


def short(standing: Standing, table: Table) -> Text:
    """The meter's words inside a sentence."""
    if not standing.live or standing.fraction_left <= 0:
        return meter(standing, table)
    left = percent_text(standing.fraction_left)
    return Text("{percent} · {counts}", percent=left, counts=readable(standing, table))


def readable(standing: Standing, table: Table) -> Text:
    """What is left as counts at the dataset's yardstick: "about 14 counts at ±20"."""
    width = yardstick(standing, table)
    losses = {name: standing.left(name) for name in standing.live}
    pure = losses.pop("pure", None)
    found = [counts_for(loss.mu or 0.0, Mu, table, width) for loss in losses.values() if loss is not None]
    found += [counts_for(pure.epsilon, Epsilon, table, width)] if pure is not None else []
    most = max(found, default=0)
    counts = _counts(most, width)
    return Text("about {counts}", counts=counts) if most else counts


def percent_left(fraction: float) -> float:
    """A fraction of a budget in percent as it is shown: rounded down to a tenth."""
    return math.floor(1000 * max(0.0, fraction) + 1e-6) / 10


def percent_text(fraction: float) -> Text:
    """The same in words, rounded down to a whole percent."""
    percent = math.floor(percent_left(fraction))
    return Text("{percent} %", percent=percent) if percent else Text("under 1 %")


def shares(before: float, after: float, prices: Sequence[float]) -> list[float]:
    """What each question of a plan takes of a budget, in percent: with what is left after, exactly what is left before.

    before, after: fractions of the budget that are left; prices: those of the questions, in what adds up (mu squared,
    or epsilon). Tenths of a percent, shared by largest remainders, so that the parts that are shown add up.
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
    """Epsilon used of the epsilon promised, at the budget's delta: the account of the filter that `standing` names."""
    if standing.live and not standing.total.epsilon:
        promised = upward(standing.total_promised)
        return Text("epsilon {promised} promised, all of it to slots", promised=promised)
    figures = (standing.spent.epsilon, standing.total.epsilon) if standing.live else (standing.total_promised,) * 2
    facts = dict(zip(("spent", "promised"), map(upward, figures), strict=True))
    if standing.account.slots:
        return Text("epsilon {spent} of {promised} of the free part used", **facts)
    return Text("epsilon {spent} of {promised} used", **facts)


def yardstick(standing: Standing, table: Table) -> int:
    """The error (95 %) of the counts that a dataset's budget is measured in; it never changes.

    Of 20, 50, 100, 200 … the first at which the whole budget, as it was when the dataset was opened, pays for ten.
    """
    opened = next((entry.payload["filters"] for entry in standing.history if entry.kind == "open"), None)
    filters = [Filter(**filter_) for filter_ in opened] if opened else standing.account.filters
    one = next((filter_ for filter_ in filters if filter_.name == "gaussian"), filters[0])
    whole = one.limit / ATTO
    return _width(math.sqrt(whole), Mu, table) if one.name == "gaussian" else _width(whole, Epsilon, table)


def _width(amount: float, kind: Kind, table: Table) -> int:
    """The first width of which an amount pays for ten, so that a release is seen in what is left."""
    widths: list[int] = [head * 10**power for power in range(1, 9) for head in (1, 2, 5)]
    return next((width for width in widths[1:] if counts_for(amount, kind, table, width) >= _FEW), widths[-1])


def worth(amount: float, kind: Kind, table: Table, width: int | None = None) -> Text:
    """What an amount (mu or epsilon) pays for: counts at ±width, or at an error of which it pays for a few."""
    width = width or _width(amount, kind, table)
    return _counts(counts_for(amount, kind, table, width), width)


def _counts(count: int, half_width: int) -> Text:
    if not count:
        return Text("less than one count at ±{width:,}", width=half_width)
    return Text.counted("{n} count at ±{width:,}", "{n:,} counts at ±{width:,}", n=count, width=half_width)
