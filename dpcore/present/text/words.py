"""Sentences: what a number, an error, a budget means. "At most" only for bounds, "about" for estimates."""

from __future__ import annotations

import math

from dpcore import tradeoff
from dpcore.budget.budget import Budget
from dpcore.budget.standing import Standing
from dpcore.present.text.digits import error_text as error_text
from dpcore.present.text.digits import frequency as frequency
from dpcore.present.text.digits import significant as significant
from dpcore.present.text.digits import upward
from dpcore.present.text.margin import NOISE_ONLY as NOISE_ONLY
from dpcore.present.text.margin import caveats as caveats
from dpcore.present.text.margin import meaning as meaning
from dpcore.present.text.remaining import meter as meter
from dpcore.present.text.remaining import worth as worth
from dpcore.release.record import reach as reach
from dpcore.table.table import Table


def relation(table: Table) -> str:
    """The privacy unit, and what about it is protected."""
    unit = table.unit
    rows = "1 row" if unit.max_rows == 1 else f"up to {unit.max_rows:,} rows"
    who = f"one {unit.identifier} ({rows})" if unit.identifier else "one row"
    how = "membership in the table" if table.neighbors == "add_remove" else "values, not membership in the table"
    return f"Privacy unit: {who}. Protects {how}."


def odds(budget: Budget) -> str:
    """What the whole budget allows an attacker, in words; a bound for everything ever released under it."""
    curve = promise(budget)
    return attack(curve.posterior(0.5), curve.power(0.05))


def attack(posterior: float, power: float) -> str:
    """What an attacker can do at most, from even odds and at 5 % false alarms, in words."""
    return (
        "An attacker who would be right half of the time by guessing whether somebody is in the table is right at most "
        f"{math.ceil(posterior * 1000 - 1e-6) / 10:g} % of the time, however much else they know. "
        f"At 5 % false alarms they find at most {math.ceil(100 * power - 1e-6)} of 100 members."
    )


def counted(standing: Standing) -> str:
    """What an attacker could do within the filter's account as it stands; the promise stays the bound for later."""
    spent = standing.spent
    right, found = math.ceil(spent.posterior * 1000 - 1e-6) / 10, math.ceil(100 * spent.power - 1e-6)
    return (
        f"Counted so far: an attacker right {right:g} % of the time, {found} of 100 members found at 5 % false alarms. "
        "The promise is the bound; this is what its filter has used of it."
    )


FILTERS = {"gaussian": "Gaussian (mu)", "pure": "pure (epsilon)", "renyi": "Rényi (one order)"}


def filters(standing: Standing) -> str:
    """The filters that are still alive, in words."""
    return " and ".join(FILTERS[name] for name in standing.live) or "none"


def slots_left(standing: Standing) -> list[str]:
    """How much of each declared slot is left, in words."""
    used = zip(standing.account.slots, standing.account.used, strict=True)
    return [f"{slot.name}: {slot.times - count} of {slot.times} left, {slot} each" for slot, count in used]


def tighter(standing: Standing) -> str:
    """How much tighter than naive the ledger counts, in one sentence; nothing where nothing was asked."""
    found = {row.name: row for row in standing.comparison()}
    mine = next((row for row in found.values() if row.label == "filter"), None)
    basic = found.get("basic composition")
    if mine is None or basic is None or any(standing.account.used):  # slots are counted apart, the rest is not all
        return ""
    gain = "that is how much tighter the ledger is" if basic.epsilon > 1.05 * mine.epsilon else "it is no worse"
    return (
        f"Adding up epsilons would say {upward(basic.epsilon)}; {mine.name} has counted {upward(mine.epsilon)}: {gain}."
    )


def promise(budget: Budget) -> tradeoff.Curve:
    """The trade-off curve that a whole budget certifies."""
    if budget.mu is not None:
        return tradeoff.gaussian(budget.mu)
    if budget.delta:
        return tradeoff.approximate(budget.epsilon or 0.0, budget.delta)
    return tradeoff.pure(budget.epsilon or 0.0)


def verdict(half_width: float, what: str = "counts", scale: float = 1.0, unit: str = "") -> str:
    """For which answers an error of this size is small enough; both are multiplied by `scale` to be shown."""
    if math.isnan(half_width):
        return "unknown until the number of rows is declared or released"
    if half_width <= 0:
        return "exact: public under this relation"
    fine, unusable = (_plainly(_one_digit(scale * width)) for width in (10 * half_width, half_width))
    return f"relative error under 10 % for {what} above {fine}{unit}; not usable below {unusable}{unit}"


def _plainly(value: float) -> str:
    """A number of one digit, however small, without an exponent."""
    return f"{value:,}" if value >= 1e-3 else f"{value:.{max(0, -math.floor(math.log10(value)))}f}"


def _one_digit(value: float) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    rounded = math.ceil(value / power) * power
    return int(rounded) if rounded >= 1 else float(f"{rounded:.1g}")
