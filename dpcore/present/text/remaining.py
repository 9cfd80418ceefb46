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

if TYPE_CHECKING:
    from dpcore.mechanisms import Kind

_FEW = 10


def counts_for(amount: float, kind: Kind, table: Table, half_width: float = 20.0) -> int:
    """How many counts at ±half_width (95 %) an amount pays for, in mu or in epsilon."""
    unit = kind(Fraction(1))
    half = additive(Count().statistic(Table(table.schema, table.unit), unit), unit).error(0.95)
    needed = half.factor * half.std[0] / half_width
    return math.floor((amount / needed) ** (2 if kind is Mu else 1) + 1e-9)


def meter(standing: Standing, table: Table) -> str:
    """What is left, in percent and in counts of one error, the dataset's yardstick."""
    if not standing.live or standing.fraction_left <= 0:
        slots = sum(slot.times for slot in standing.account.slots) - sum(standing.account.used)
        return f"{slots} slots left" if slots else "nothing left"
    return f"{percent_text(standing.fraction_left)} left · {readable(standing, table)}"


def readable(standing: Standing, table: Table) -> str:
    """What is left as counts at the dataset's yardstick: "about 14 counts at ±20"."""
    width = yardstick(standing, table)
    losses = {name: standing.left(name) for name in standing.live}
    pure = losses.pop("pure", None)
    found = [counts_for(loss.mu or 0.0, Mu, table, width) for loss in losses.values() if loss is not None]
    found += [counts_for(pure.epsilon, Epsilon, table, width)] if pure is not None else []
    most = max(found, default=0)
    return f"{'about ' if most else ''}{_counts(most, width)}"


def percent_left(fraction: float) -> float:
    """A fraction of a budget in percent as it is shown: rounded down to a tenth."""
    return math.floor(1000 * max(0.0, fraction) + 1e-6) / 10


def percent_text(fraction: float) -> str:
    """The same in words, rounded down to a whole percent."""
    return f"{math.floor(percent_left(fraction)) or 'under 1'} %"


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


def used(standing: Standing) -> str:
    """Epsilon used of the epsilon promised, at the budget's delta: the account of the filter that `standing` names."""
    what = "of the free part " if standing.account.slots else ""
    if standing.live and not standing.total.epsilon:
        return f"epsilon {upward(standing.total_promised)} promised, all of it to slots"
    if not standing.live:
        return f"epsilon {upward(standing.total_promised)} of {upward(standing.total_promised)} {what}used"
    return f"epsilon {upward(standing.spent.epsilon)} of {upward(standing.total.epsilon)} {what}used"


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


def worth(amount: float, kind: Kind, table: Table, width: int | None = None) -> str:
    """What an amount (mu or epsilon) pays for: counts at ±width, or at an error of which it pays for a few."""
    width = width or _width(amount, kind, table)
    return _counts(counts_for(amount, kind, table, width), width)


def _counts(count: int, half_width: int) -> str:
    many = "less than one count" if not count else "1 count" if count == 1 else f"{count:,} counts"
    return f"{many} at ±{half_width:,}"
