# vital
"""The sentences of Explore. "At most" only for bounds, "about" for estimates; bounds are rounded up."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dpcore import calibrate
from dpcore.budget.meter import Unit
from dpcore.budget.standing import Standing
from dpcore.mechanisms import Mu
from dpcore.plan.outlook import Outlook
from dpcore.present.explore.axis import power
from dpcore.present.text.amount import Gauge, together
from dpcore.present.text.remaining import meter
from dpcore.present.text.unit import predicted
from dpcore.queries.question.sampled import samples
from dpcore.sensitivity.relation import Neighbors
from dpcore.text import Text, joined

FALSE_ALARMS: dict[Neighbors, Text] = {
    "add_remove": Text("false positive rate (non-members taken for members)"),
    "replace": Text("false positive rate (unchanged rows called changed)"),
}


def headline(outlook: Outlook) -> Text:
    """The cost of the plan at delta, and the best possible attack: all figures are bounds."""
    return joined([cost(outlook), attacker(outlook)]) if outlook.price else cost(outlook)


def cost(outlook: Outlook) -> Text:
    """The cost of the plan at delta: a bound."""
    if outlook.again:
        return Text("This plan is already answered and costs nothing. The figures here are for asking it again.")
    if not outlook.price:
        return Text("This plan costs nothing: its answers are public under this neighbouring relation.")
    facts = {"epsilon": up(outlook.epsilon), "delta": power(outlook.scenario.delta)}
    if outlook.kind is Mu:
        return Text("This plan costs epsilon {epsilon} at delta {delta} (at most).", **facts)
    return Text("By itself, this plan has epsilon {epsilon} at delta {delta} (at most).", **facts)


def attacker(outlook: Outlook) -> Text:
    """The best possible attack, in two figures that are bounds."""
    facts = {"found": members(outlook.power), "what": _targets(outlook), "right": percent(outlook.right)}
    if outlook.table.neighbors == "add_remove":
        return Text(
            "At a false positive rate of 5 %, an attacker finds at most {found} of 100 {what}. An attacker "
            "who would be right 50 % of the time by guessing is right at most {right} % of the time, "
            "whatever else the attacker knows.",
            **facts,
        )
    return Text(
        "At a false positive rate of 5 %, an attacker notices at most {found} of 100 {what}. An attacker "
        "who would be right 50 % of the time by guessing is right at most {right} % of the time, whatever "
        "else the attacker knows.",
        **facts,
    )


def _targets(outlook: Outlook) -> Text:
    """The targets of an attacker, which the charts count: members, or groups that are protected together."""
    group, joins = outlook.scenario.group, outlook.table.neighbors == "add_remove"
    if group == 1:
        return Text("members") if joins else Text("members whose rows are changed")
    if joins:
        return Text("groups of {group} members", group=group)
    return Text("groups of {group} members whose rows are changed", group=group)


def misses(outlook: Outlook) -> Text:
    """The title of the axis of false negatives: members, or groups that are protected together."""
    group, joins = outlook.scenario.group, outlook.table.neighbors == "add_remove"
    if group == 1:
        return (
            Text("false negative rate (members missed)") if joins else Text("false negative rate (changed rows missed)")
        )
    if joins:
        return Text("false negative rate (groups of {group} missed)", group=group)
    return Text("false negative rate (changed groups of {group} missed)", group=group)


def curve(outlook: Outlook) -> Text:
    """The caption of the trade-off curve: all attackers, and the best at 5 % false positives compared with guessing."""
    group, joins, hits = outlook.scenario.group, outlook.table.neighbors == "add_remove", members(outlook.power)
    what = Text("members") if joins else Text("changed rows")
    if group > 1:
        what = Text("groups of {group} members", group=group)
        if not joins:
            what = Text("groups of {group} whose rows are changed", group=group)
    if joins:
        return Text(
            "No attacker gets below the line: with fewer false positives, more {what} are missed. The dot: "
            "at a false positive rate of 5 %, at most {found} of 100 {what} are found; guessing finds 5.",
            what=what,
            found=hits,
        )
    return Text(
        "No attacker gets below the line: with fewer false positives, more {what} are missed. The dot: at "
        "a false positive rate of 5 %, at most {found} of 100 {what} are noticed; guessing notices 5.",
        what=what,
        found=hits,
    )


def paid(outlook: Outlook, standing: Standing, unit: Unit = "epsilon") -> Text:
    """The remaining free part of the budget after this plan; empty if the budget does not allow the plan."""
    after = standing.after(outlook.charge)
    if after is None:
        return Text("")
    left, taken = (
        meter(after, outlook.table, unit),
        together(Gauge(after.meter, unit), standing.metered(outlook.charge)),
    )
    if standing.account.slots:
        return Text("Paid from the free part, it takes {taken} and leaves {left}.", taken=taken, left=left)
    return Text("Paid now, it takes {taken} and leaves {left}.", taken=taken, left=left)


def members(share: float) -> str:
    """A share as a number out of 100, rounded up."""
    return f"{math.ceil(100 * share - 1e-9)}"


def percent(share: float) -> str:
    """A share that is a bound, in percent, rounded up to a tenth."""
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
    sentences = [Text("95 % margin of error from privacy noise: {errors}.", errors=joined(parts, "; "))]
    sentences += [doubled(outlook)] if outlook.price else []
    if any(math.isnan(error.half_width) and error.unit == "value" for error in outlook.errors):
        sentences.append(Text("Enter the expected number of rows to see the error of a mean."))
    return joined(sentences)


def doubled(outlook: Outlook) -> Text:
    """What twice the price does to the noise; of Gaussian noise also what twice the epsilon at delta does."""
    if any(samples(ask.query) for ask in outlook.asks):
        return Text("")  # of random samples the noise does not follow the price in proportion
    least = any(error.unit == "ranks" for error in outlook.errors)  # the rate of a selection is convex in mu
    if outlook.kind is not Mu:
        if least:
            return Text("Twice the epsilon at least halves the noise.")
        return Text("Twice the epsilon halves the noise.")
    scenario = outlook.scenario
    said = Text("Twice the mu at least halves the noise.") if least else Text("Twice the mu halves the noise.")
    if scenario.group > 1 or scenario.rate < 1.0 or not 1e-3 <= outlook.epsilon <= 50.0:
        return said
    left = outlook.price / calibrate.mu(2.0 * outlook.epsilon, scenario.delta)
    twice = Text(
        "Twice the epsilon at delta {delta} leaves about {percent:.0f} % of it.",
        delta=power(scenario.delta),
        percent=100 * left,
    )
    return joined((said, twice))


def unit_of_errors(outlook: Outlook) -> Text:
    """The unit on the axis of errors; for some questions it is ranks or percentage points, as their labels say."""
    if any(ask.query.error.compares_shares for ask in outlook.asks):
        return Text("unit of each answer, or as labelled")
    counted = [ask.error.unit == "ranks" for ask in outlook.asks]
    if len(set(counted)) < 2:
        return Text("ranks, not values") if any(counted) else Text("unit of each answer")
    first = next(ask.query.title for ask, ranks in zip(outlook.asks, counted, strict=True) if ranks)
    return Text("unit of each answer; {question}: ranks", question=first)


def each_error(outlook: Outlook, names: Sequence[str]) -> dict[str, Text]:
    """The predicted error of each question, in its own unit, by name."""
    asked = zip(names, outlook.asks, outlook.errors, strict=True)
    return {name: predicted(ask.query, outlook.facts, error) for name, ask, error in asked}
