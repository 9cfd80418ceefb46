"""Sentences: what a number, an error, a budget means. "At most" only for bounds, "about" for estimates."""

from __future__ import annotations

import math

from dpcore import tradeoff
from dpcore.budget.budget import Budget
from dpcore.budget.comparison import Row
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
from dpcore.text import Text


def relation(table: Table) -> Text:
    """The privacy unit, and what about it is protected."""
    unit = table.unit
    rows = Text.counted("1 row", "up to {n:,} rows", n=unit.max_rows)
    who = Text("one {unit} ({rows})", unit=unit.identifier, rows=rows) if unit.identifier else Text("one row")
    if table.neighbors == "add_remove":
        return Text("Privacy unit: {who}. Protects membership in the table.", who=who)
    return Text("Privacy unit: {who}. Protects values, not membership in the table.", who=who)


def odds(budget: Budget) -> Text:
    """What the whole budget allows an attacker, in words; a bound for everything ever released under it."""
    curve = promise(budget)
    return attack(curve.posterior(0.5), curve.power(0.05))


def attack(posterior: float, power: float) -> Text:
    """What an attacker can do at most, from even odds and at 5 % false alarms, in words."""
    return Text(
        "An attacker who would be right half of the time by guessing whether somebody is in the table is right at most "
        "{right:g} % of the time, however much else they know. At 5 % false alarms they find at most {found} of 100 "
        "members.",
        right=math.ceil(posterior * 1000 - 1e-6) / 10,
        found=math.ceil(100 * power - 1e-6),
    )


def counted(standing: Standing) -> Text:
    """What an attacker could do within the filter's account as it stands; the promise stays the bound for later."""
    spent = standing.spent
    return Text(
        "Counted so far: an attacker right {right:g} % of the time, {found} of 100 members found at 5 % false alarms. "
        "The promise is the bound; this is what its filter has used of it.",
        right=math.ceil(spent.posterior * 1000 - 1e-6) / 10,
        found=math.ceil(100 * spent.power - 1e-6),
    )


FILTERS = {"gaussian": Text("Gaussian (mu)"), "pure": Text("pure (epsilon)"), "renyi": Text("Rényi (one order)")}


def filters(standing: Standing) -> Text:
    """The filters that are still alive, in words."""
    names: list[Text] = [FILTERS[name] for name in standing.live] or [Text("none")]
    both = names[0]
    for name in names[1:]:
        both = Text("{one} and {other}", one=both, other=name)
    return both


def slots_left(standing: Standing) -> list[Text]:
    """How much of each declared slot is left, in words."""
    used = zip(standing.account.slots, standing.account.used, strict=True)
    return [
        Text(
            "{name}: {left} of {times} left, {price} each",
            name=slot.name,
            left=slot.times - count,
            times=slot.times,
            price=slot.words,
        )
        for slot, count in used
    ]


def tighter(standing: Standing) -> Text:
    """How much tighter than naive the ledger counts, in one sentence; nothing where nothing was asked."""
    found: dict[str, Row] = {row.name: row for row in standing.comparison()}
    mine = next((row for row in found.values() if row.label == "filter"), None)
    basic = found.get("basic composition")
    if mine is None or basic is None or any(standing.account.used):  # slots are counted apart, the rest is not all
        return Text("")
    facts = {"sum": upward(basic.epsilon), "name": mine.name, "mine": upward(mine.epsilon)}
    if basic.epsilon > 1.05 * mine.epsilon:
        return Text(
            "Adding up epsilons would say {sum}; {name} has counted {mine}: that is how much tighter the ledger is.",
            **facts,
        )
    return Text("Adding up epsilons would say {sum}; {name} has counted {mine}: it is no worse.", **facts)


def promise(budget: Budget) -> tradeoff.Curve:
    """The trade-off curve that a whole budget certifies."""
    if budget.mu is not None:
        return tradeoff.gaussian(budget.mu)
    if budget.delta:
        return tradeoff.approximate(budget.epsilon or 0.0, budget.delta)
    return tradeoff.pure(budget.epsilon or 0.0)


COUNTS, SHARES, ANSWERS = Text("counts"), Text("shares"), Text("answers")


def verdict(half_width: float, what: Text = COUNTS, scale: float = 1.0, unit: str = "") -> Text:
    """For which answers an error of this size is small enough; both are multiplied by `scale` to be shown."""
    if math.isnan(half_width):
        return Text("unknown until the number of rows is declared or released")
    if half_width <= 0:
        return Text("exact: public under this relation")
    fine, unusable = (_plainly(_one_digit(scale * width)) for width in (10 * half_width, half_width))
    return Text(
        "relative error under 10 % for {what} above {fine}; not usable below {unusable}",
        what=what,
        fine=fine + unit,
        unusable=unusable + unit,
    )


def _plainly(value: float) -> str:
    """A number of one digit, however small, without an exponent."""
    return f"{value:,}" if value >= 1e-3 else f"{value:.{max(0, -math.floor(math.log10(value)))}f}"


def _one_digit(value: float) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    rounded = math.ceil(value / power) * power
    return int(rounded) if rounded >= 1 else float(f"{rounded:.1g}")
