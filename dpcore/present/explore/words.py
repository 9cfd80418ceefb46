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
from dpcore.text import Text, joined

FALSE_ALARMS: dict[Neighbors, Text] = {
    "add_remove": Text("false alarms: others taken for members"),
    "replace": Text("false alarms: rows wrongly called changed"),
}


def headline(outlook: Outlook) -> Text:
    """What the plan costs at delta, and what an attacker could do with it: all of them bounds."""
    return joined([cost(outlook), attacker(outlook)]) if outlook.price else cost(outlook)


def cost(outlook: Outlook) -> Text:
    """What the plan costs at delta: a bound."""
    if not outlook.price:
        return Text("This plan costs nothing: its answers are public under this neighbouring relation.")
    facts = {"epsilon": up(outlook.epsilon), "delta": power(outlook.scenario.delta)}
    if outlook.kind is Mu:
        return Text(
            "This plan costs epsilon {epsilon} at delta {delta} (at most), paid as mu {mu:.3g}.",
            mu=outlook.price,
            **facts,
        )
    return Text("This plan costs epsilon {epsilon} at delta {delta} (at most).", **facts)


def attacker(outlook: Outlook) -> Text:
    """An attacker's best, in two figures that bound it."""
    facts = {"found": members(outlook.power), "what": _targets(outlook), "right": percent(outlook.right)}
    if outlook.table.neighbors == "add_remove":
        return Text(
            "At 5 % false alarms an attacker finds at most {found} of 100 {what}; somebody who is right half of the "
            "time by guessing is right at most {right} % of the time, however much else they know.",
            **facts,
        )
    return Text(
        "At 5 % false alarms an attacker notices at most {found} of 100 {what}; somebody who is right half of the "
        "time by guessing is right at most {right} % of the time, however much else they know.",
        **facts,
    )


def _targets(outlook: Outlook) -> Text:
    """Whom an attacker looks for, and whom the charts count: persons, or the groups that are protected together."""
    group, joins = outlook.scenario.group, outlook.table.neighbors == "add_remove"
    if group == 1:
        return Text("members") if joins else Text("members whose rows are changed")
    if joins:
        return Text("groups of {group} members", group=group)
    return Text("groups of {group} members whose rows are changed", group=group)


def misses(outlook: Outlook) -> Text:
    """What the axis of missed members counts: persons, or the groups that are protected together."""
    group, joins = outlook.scenario.group, outlook.table.neighbors == "add_remove"
    if group == 1:
        return Text("members the attacker misses") if joins else Text("changed rows the attacker misses")
    if joins:
        return Text("groups of {group} the attacker misses", group=group)
    return Text("changed groups of {group} the attacker misses", group=group)


def curve(outlook: Outlook) -> Text:
    """How the trade-off curve is read: every attacker, and the one at 5 % false alarms beside mere guessing."""
    group, joins, found = outlook.scenario.group, outlook.table.neighbors == "add_remove", members(outlook.power)
    what = Text("members") if joins else Text("changed rows")
    if group > 1:
        what = Text("groups of {group} members", group=group)
        if not joins:
            what = Text("groups of {group} whose rows are changed", group=group)
    if joins:
        return Text(
            "Every attacker stands on the line or above it: fewer false alarms, more {what} missed. The dot: at 5 % "
            "false alarms at most {found} of 100 {what} are found; guessing gets 5.",
            what=what,
            found=found,
        )
    return Text(
        "Every attacker stands on the line or above it: fewer false alarms, more {what} missed. The dot: at 5 % false "
        "alarms at most {found} of 100 {what} are noticed; guessing gets 5.",
        what=what,
        found=found,
    )


def paid(outlook: Outlook, standing: Standing) -> Text:
    """What the price of this plan would leave of the free part of the budget; nothing where it is too little."""
    after = standing.after(outlook.charge)
    if after is None:
        return Text("")
    left = short(after, outlook.table)
    if standing.account.slots:
        return Text("Paid from the free part, it leaves {left}.", left=left)
    return Text("Paid now, it leaves {left}.", left=left)


def members(share: float) -> str:
    """How many of 100, rounded up."""
    return f"{math.ceil(100 * share - 1e-9)}"


def percent(share: float) -> str:
    """A bounded share in percent, rounded up to a tenth."""
    return f"{min(100.0, math.ceil(1000 * share - 1e-9) / 10):g}"


def up(value: float, digits: int = 3) -> str:
    """A bound with so many digits, rounded up."""
    if not math.isfinite(value):
        return Text("without bound")
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


def errors(outlook: Outlook, names: Sequence[str]) -> Text:
    """The predicted error of each ask."""
    parts = [Text("{name} {error}", name=name, error=error) for name, error in each_error(outlook, names).items()]
    said = [Text("95 % margin of error from privacy noise: {errors}.", errors=joined(parts, "; "))]
    if any(error.unit == "ranks" for error in outlook.errors):  # the rate of a selection is convex in mu
        said.append(Text("Twice the mu, or twice the epsilon, at least halves the noise."))
    else:
        said.append(Text("Twice the mu, or twice the epsilon, halves the noise."))
    if any(math.isnan(half) for half in outlook.half_widths):
        said.append(Text("Say how many rows you expect to see the error of a mean."))
    return joined(said)


def unit_of_errors(outlook: Outlook) -> Text:
    """What the axis of errors counts: that of some questions is no value."""
    counted = [ask.error.unit == "ranks" for ask in outlook.asks]
    if len(set(counted)) < 2:
        return Text("ranks, not values") if any(counted) else Text("unit of each answer")
    first = next(ask.query.title for ask, ranks in zip(outlook.asks, counted, strict=True) if ranks)
    return Text("unit of each answer; {question}: ranks", question=first)


def each_error(outlook: Outlook, names: Sequence[str]) -> dict[str, Text]:
    """Question to its predicted error, in its own unit."""
    asked = zip(names, outlook.asks, outlook.errors, strict=True)
    return {name: predicted(ask.query, outlook.table, error) for name, ask, error in asked}


def growth(
    outlook: Outlook,
    releases: Sequence[int],
    certified: Sequence[float | None],
    basic: Sequence[float],
    left: int,
) -> Text:
    """What the next releases of this plan add up to, and how many the budget pays for."""
    last, tight = releases[-1], certified[-1]
    facts = {"delta": power(outlook.scenario.delta), "basic": up(basic[-1])}
    if tight is None:
        sums = Text.counted(
            "One release cost at most epsilon {basic} at delta {delta} by adding up epsilons.",
            "{n:,} releases cost at most epsilon {basic} at delta {delta} by adding up epsilons.",
            n=last,
            **facts,
        )
    else:
        sums = Text.counted(
            "If one release were fixed now they would cost at most epsilon {tight} at delta {delta}; adding up "
            "epsilons would say {basic}.",
            "If {n:,} releases were fixed now they would cost at most epsilon {tight} at delta {delta}; adding up "
            "epsilons would say {basic}.",
            n=last,
            tight=up(tight),
            **facts,
        )
    return joined([_affordable(left), sums])


def _affordable(left: int) -> Text:
    """How many releases of a plan a budget pays for."""
    if not left:
        return Text("The budget does not pay for this plan.")
    if left >= MOST_RELEASES:
        return Text("The budget still pays for more than a thousand releases of this plan.")
    return Text.counted(
        "The budget still pays for {n:,} release of this plan.",
        "The budget still pays for {n:,} releases of this plan.",
        n=left,
    )


def levers(outlook: Outlook, who: str) -> Text:
    """What the what-ifs beyond the plan mean, or an empty string where there are none."""
    scenario = outlook.scenario
    parts = []
    if scenario.group > 1:
        parts.append(
            Text(
                "{group} {who} are protected together: errors stay, the promise weakens.",
                group=scenario.group,
                who=who,
            )
        )
    if scenario.rate < 1.0:
        parts.append(
            Text(
                "Only {percent:g} % of {who} would be used, secretly drawn: the promise is stronger, and answers are "
                "scaled up. What sampling itself leaves out comes on top of the noise. Murmur draws no sample by "
                "itself, and its ledger books the full price.",
                percent=100 * scenario.rate,
                who=who,
            )
        )
    return joined(parts)


def trained(training: Training) -> Text:
    """Certified epsilon of noisy gradient descent, and the estimate beside it."""
    low, high = training.bounds()
    steps = Text.counted("{n:,} step costs", "{n:,} steps cost", n=training.steps)
    epsilon = Text("epsilon {high}", high=up(high))
    if high - low > 1e-6 * high:
        epsilon = Text("epsilon {high} (and not below {low})", high=up(high), low=down(low))
    return Text(
        "{steps} at most {epsilon} at delta {delta}: certified, for adding or removing one row. The central limit "
        "theorem says about {estimate}: an estimate, which may be below the truth and is never booked.",
        steps=steps,
        epsilon=epsilon,
        delta=power(training.delta),
        estimate=spelt(training.estimate()),
    )


def protected(table: Table) -> Text:
    """The units, in the plural: rows, or the identifier's."""
    unit = table.unit.identifier
    return Text("{unit}s", unit=unit) if unit else Text("rows")
