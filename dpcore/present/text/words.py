# vital
"""Sentences on the meaning of numbers, errors and budgets. "At most" only for bounds, "about" for estimates."""

from __future__ import annotations

import math

from dpcore import tradeoff
from dpcore.budget.budget import Budget
from dpcore.budget.comparison import Row
from dpcore.budget.meter import Unit
from dpcore.budget.standing import Standing
from dpcore.present.text.amount import Gauge
from dpcore.present.text.caveat import NOISE_ONLY as NOISE_ONLY
from dpcore.present.text.digits import error_text as error_text
from dpcore.present.text.digits import frequency as frequency
from dpcore.present.text.digits import significant as significant
from dpcore.present.text.digits import upward
from dpcore.present.text.margin import beside as beside
from dpcore.present.text.margin import caveats as caveats
from dpcore.present.text.margin import meaning as meaning
from dpcore.present.text.price import of_slot
from dpcore.present.text.remaining import meter as meter
from dpcore.present.text.remaining import worth as worth
from dpcore.release.record import reach as reach
from dpcore.table.table import Table
from dpcore.text import Text


def relation(table: Table) -> Text:
    """The privacy unit, and what is protected: membership or values."""
    unit = table.unit
    rows = Text.counted("1 row", "up to {n:,} rows", n=unit.max_rows)
    who = Text("one {unit} ({rows})", unit=unit.called, rows=rows) if unit.identifier else Text("one row")
    if table.neighbors == "add_remove":
        return Text("Privacy unit: {who}. Protects membership in the table.", who=who)
    return Text("Privacy unit: {who}. Protects values, not membership in the table.", who=who)


def odds(budget: Budget) -> Text:
    """The bound on an attacker that the whole budget guarantees, for everything ever released under it."""
    curve = promise(budget)
    return attack(curve.posterior(0.5), curve.power(0.05))


def guess(budget: Budget) -> Text:
    """The first half of `odds`, in one line."""
    return Text(
        "An attacker who would be right 50 % of the time about a person is right at most {right:g} % of the time.",
        right=math.ceil(promise(budget).posterior(0.5) * 1000 - 1e-6) / 10,
    )


def attack(posterior: float, power: float) -> Text:
    """The bound on an attacker in words: from 50 % prior odds, and at a false positive rate of 5 %."""
    return Text(
        "An attacker who would be right 50 % of the time about whether a person is in the table is right "
        "at most {right:g} % of the time after seeing all answers, whatever else the attacker knows. At a "
        "false positive rate of 5 %, the attacker finds at most {found} of 100 members.",
        right=math.ceil(posterior * 1000 - 1e-6) / 10,
        found=math.ceil(100 * power - 1e-6),
    )


def counted(standing: Standing) -> Text:
    """The success of an attacker by the meter's account; only the promise is a bound for later answers."""
    meter = standing.meter
    spent = meter.curve(meter.spent)
    return Text(
        "Counted so far by the accounting method: an attacker is right {right:g} % of the time and finds "
        "{found} of 100 members at a false positive rate of 5 %. This is the used part of the promise; "
        "only the promise itself is a bound.",
        right=math.ceil(min(1.0, (1.0 + spent.advantage()) / 2.0) * 1000 - 1e-6) / 10,
        found=math.ceil(100 * float(spent.power(0.05)) - 1e-6),
    )


FILTERS = {"gaussian": Text("Gaussian (mu)"), "pure": Text("pure (epsilon)"), "renyi": Text("Rényi (one order)")}


def filters(standing: Standing) -> Text:
    """The accounting methods that can still be used, in words."""
    names: list[Text] = [FILTERS[name] for name in standing.live] or [Text("none")]
    both = names[0]
    for name in names[1:]:
        both = Text("{one} and {other}", one=both, other=name)
    return both


def slots_left(standing: Standing, unit: Unit = "epsilon") -> list[Text]:
    """The remaining uses of each declared slot, in words."""
    scale = Gauge(standing.meter, unit)
    used = zip(standing.account.slots, standing.account.used, strict=True)
    return [
        Text(
            "{name}: {left} of {times} left, {price} each",
            name=slot.name,
            left=slot.times - count,
            times=slot.times,
            price=of_slot(slot, scale),
        )
        for slot, count in used
    ]


def tighter(standing: Standing) -> Text:
    """The ledger's accounting compared with basic composition; empty before the first release."""
    rows: dict[str, Row] = {row.name: row for row in standing.comparison()}
    mine = next((row for row in rows.values() if row.label == "filter"), None)
    basic = rows.get("basic composition")
    if mine is None or basic is None or any(standing.account.used):  # slots are accounted for separately
        return Text("")
    facts = {"sum": upward(basic.epsilon), "name": mine.name, "mine": upward(mine.epsilon)}
    if basic.epsilon > 1.05 * mine.epsilon:
        return Text(
            "Adding up epsilons (basic composition) gives epsilon {sum}. The ledger's accounting method "
            "({name}) gives epsilon {mine}, which is tighter.",
            **facts,
        )
    return Text(
        "Adding up epsilons (basic composition) gives epsilon {sum}. The ledger's accounting method "
        "({name}) gives epsilon {mine}, so it is not noticeably tighter here.",
        **facts,
    )


def promise(budget: Budget) -> tradeoff.Curve:
    """The trade-off curve that the whole budget guarantees."""
    if budget.mu is not None:
        return tradeoff.gaussian(budget.mu)
    if budget.delta:
        return tradeoff.approximate(budget.epsilon or 0.0, budget.delta)
    return tradeoff.pure(budget.epsilon or 0.0)


COUNTS, SHARES, ANSWERS = Text("counts"), Text("shares"), Text("answers")


def verdict(half_width: float, what: Text = COUNTS, scale: float = 1.0, unit: str = "", useless: bool = True) -> Text:
    """The answers for which an error of this size is small enough; figures are multiplied by `scale` for display.

    useless: whether answers below the error are not usable.
    """
    if math.isnan(half_width):
        return Text("unknown until the number of rows is declared or released")
    if half_width <= 0:
        return Text("exact: public under this neighbouring relation")
    fine, least = (limit(scale * width) + unit for width in (10 * half_width, half_width))
    if not useless:
        return Text("relative error under 10 % for {what} above {fine}", what=what, fine=fine)
    return Text(
        "relative error under 10 % for {what} above {fine}; not usable below {unusable}",
        what=what,
        fine=fine,
        unusable=least,
    )


def limit(value: float) -> str:
    """A limit of what is usable, rounded up to one digit: the same figure in a sentence and in a table."""
    return _plainly(_one_digit(value))


def _plainly(value: float) -> str:
    """A number with one significant digit, without an exponent."""
    return f"{value:,}" if value >= 1e-3 else f"{value:.{max(0, -math.floor(math.log10(value)))}f}"


def _one_digit(value: float) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    rounded = math.ceil(value / power) * power
    return int(rounded) if rounded >= 1 else float(f"{rounded:.1g}")
