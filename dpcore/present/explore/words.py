"""The sentences of Explore. "At most" only for bounds, "about" for estimates; bounds are rounded up."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dpcore.budget.standing import Standing
from dpcore.mechanisms import Mu
from dpcore.plan.outlook import MOST_RELEASES, Outlook, Training
from dpcore.present.explore.svg import power
from dpcore.present.text.remaining import short
from dpcore.present.text.unit import predicted
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.table import Table

FALSE_ALARMS: dict[Neighbors, str] = {
    "add_remove": "false alarms: others taken for members",
    "replace": "false alarms: rows wrongly called changed",
}
MISSED: dict[Neighbors, str] = {
    "add_remove": "members the attacker misses",
    "replace": "changed rows the attacker misses",
}


def headline(outlook: Outlook) -> str:
    """What the plan costs at delta, and what an attacker could do with it: all of them bounds."""
    return f"{cost(outlook)} {attacker(outlook)}" if outlook.price else cost(outlook)


def cost(outlook: Outlook) -> str:
    """What the plan costs at delta: a bound."""
    if not outlook.price:
        return "This plan costs nothing: its answers are public under this neighbouring relation."
    delta = power(outlook.scenario.delta)
    paid = f", paid as mu {outlook.price:.3g}" if outlook.kind is Mu else ""
    return f"This plan costs epsilon {up(outlook.epsilon)} at delta {delta} (at most){paid}."


def attacker(outlook: Outlook) -> str:
    """An attacker's best, in two figures that bound it."""
    group = outlook.scenario.group
    who = "members" if group == 1 else f"groups of {group} members"
    verb = "finds" if outlook.table.neighbors == "add_remove" else "notices"
    what = who if outlook.table.neighbors == "add_remove" else f"{who} whose rows are changed"
    return (
        f"At 5 % false alarms an attacker {verb} at most {members(outlook.power)} of 100 {what}; somebody who is right "
        f"half of the time by guessing is right at most {percent(outlook.right)} % of the time, however much else they "
        "know."
    )


def misses(outlook: Outlook) -> str:
    """What the axis of missed members counts: persons, or the groups that are protected together."""
    said, group = MISSED[outlook.table.neighbors], outlook.scenario.group
    return said if group == 1 else said.replace("members", f"groups of {group}").replace("rows", f"groups of {group}")


def curve(outlook: Outlook) -> str:
    """How the trade-off curve is read: every attacker, and the one at 5 % false alarms beside mere guessing."""
    what = MISSED[outlook.table.neighbors].removesuffix(" the attacker misses")
    found = "found" if outlook.table.neighbors == "add_remove" else "noticed"
    if outlook.scenario.group > 1:
        what = f"groups of {outlook.scenario.group} {'members' if found == 'found' else 'whose rows are changed'}"
    return (
        f"Every attacker stands on the line or above it: fewer false alarms, more {what} missed. The dot: at 5 % false "
        f"alarms at most {members(outlook.power)} of 100 {what} are {found}; guessing gets 5."
    )


def paid(outlook: Outlook, standing: Standing) -> str:
    """What the price of this plan would leave of the free part of the budget; nothing where it is too little."""
    after = standing.after(outlook.charge)
    if after is None:
        return ""
    how = "Paid from the free part" if standing.account.slots else "Paid now"
    return f"{how}, it leaves {short(after, outlook.table)}."


def members(share: float) -> str:
    """How many of 100, rounded up."""
    return f"{math.ceil(100 * share - 1e-9)}"


def percent(share: float) -> str:
    """A bounded share in percent, rounded up to a tenth."""
    return f"{min(100.0, math.ceil(1000 * share - 1e-9) / 10):g}"


def up(value: float, digits: int = 3) -> str:
    """A bound with so many digits, rounded up."""
    if not math.isfinite(value):
        return "without bound"
    if value <= 0:
        return "0"
    size = 10.0 ** (math.floor(math.log10(value)) - digits + 1)
    return spelt(math.ceil(value / size - 1e-9) * size, digits)


def down(value: float, digits: int = 3) -> str:
    """A lower bound with so many digits, rounded down."""
    if value <= 0:
        return "0"
    size = 10.0 ** (math.floor(math.log10(value)) - digits + 1)
    return spelt(math.floor(value / size + 1e-9) * size, digits)


def spelt(value: float, digits: int = 3) -> str:
    """A positive number with so many digits: thousands grouped, very small ones as powers of ten."""
    if value < 1e-4:
        return power(value)
    return f"{value:,.0f}" if 1000 <= value < 1e12 else f"{value:.{digits}g}"


def errors(outlook: Outlook, names: Sequence[str]) -> str:
    """The predicted error of each ask."""
    parts = [f"{name} {error}" for name, error in each_error(outlook, names).items()]
    unknown = any(math.isnan(half) for half in outlook.half_widths)
    tail = " Say how many rows you expect to see the error of a mean." if unknown else ""
    ranked = any(error.unit == "ranks" for error in outlook.errors)  # the rate of a selection is convex in mu
    halves = f"Twice the mu, or twice the epsilon, {'at least halves' if ranked else 'halves'} the noise."
    return f"95 % margin of error from privacy noise: {'; '.join(parts)}. {halves}{tail}"


def unit_of_errors(outlook: Outlook) -> str:
    """What the axis of errors counts: that of some questions is no value."""
    names = {True: "ranks, not values", False: "unit of each answer"}
    counted = [ask.error.unit == "ranks" for ask in outlook.asks]
    if len(set(counted)) < 2:
        return names[any(counted)]
    first = next(ask.query.title for ask, ranks in zip(outlook.asks, counted, strict=True) if ranks)
    return f"unit of each answer; {first}: ranks"


def each_error(outlook: Outlook, names: Sequence[str]) -> dict[str, str]:
    """Question to its predicted error, in its own unit."""
    asked = zip(names, outlook.asks, outlook.errors, strict=True)
    return {name: predicted(ask.query, outlook.table, error) for name, ask, error in asked}


def growth(
    outlook: Outlook,
    releases: Sequence[int],
    certified: Sequence[float | None],
    basic: Sequence[float],
    left: int,
) -> str:
    """What the next releases of this plan add up to, and how many the budget pays for."""
    last, tight = releases[-1], certified[-1]
    delta = power(outlook.scenario.delta)
    many = f"{last:,} releases" if last > 1 else "one release"
    pays = "more than a thousand releases" if left >= MOST_RELEASES else f"{left:,} release{'' if left == 1 else 's'}"
    first = f"The budget still pays for {pays} of this plan." if left else "The budget does not pay for this plan."
    if tight is None:
        return (
            f"{first} {many.capitalize()} cost at most epsilon {up(basic[-1])} at delta {delta} by adding up epsilons."
        )
    return (
        f"{first} If {many} were fixed now they would cost at most epsilon {up(tight)} at delta {delta}; "
        f"adding up epsilons would say {up(basic[-1])}."
    )


def levers(outlook: Outlook, who: str) -> str:
    """What the what-ifs beyond the plan mean, or an empty string where there are none."""
    scenario = outlook.scenario
    parts = []
    if scenario.group > 1:
        parts.append(f"{scenario.group} {who} are protected together: errors stay, the promise weakens.")
    if scenario.rate < 1.0:
        parts.append(
            f"Only {100 * scenario.rate:g} % of {who} would be used, secretly drawn: the promise is stronger, and "
            "answers are scaled up. What sampling itself leaves out comes on top of the noise. Murmur draws no sample "
            "by itself, and its ledger books the full price."
        )
    return " ".join(parts)


def trained(training: Training) -> str:
    """Certified epsilon of noisy gradient descent, and the estimate beside it."""
    low, high = training.bounds()
    width = "" if high - low <= 1e-6 * high else f" (and not below {down(low)})"
    steps = "step costs" if training.steps == 1 else "steps cost"
    return (
        f"{training.steps:,} {steps} at most epsilon {up(high)}{width} at delta {power(training.delta)}: certified, "
        f"for adding or removing one row. The central limit theorem says about {spelt(training.estimate())}: an "
        "estimate, which may be below the truth and is never booked."
    )


def protected(table: Table) -> str:
    """The units, in the plural: rows, or the identifier's."""
    return f"{table.unit.identifier}s" if table.unit.identifier else "rows"
