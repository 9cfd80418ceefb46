# vital
"""What Explore says of many releases and of training, of the levers and of who is protected."""

from __future__ import annotations

from collections.abc import Sequence

from dpcore.plan.affordable import MOST_RELEASES
from dpcore.plan.outlook import Outlook
from dpcore.plan.training import Training
from dpcore.present.explore.axis import power
from dpcore.present.explore.words import down, spelt, up
from dpcore.table.table import Table
from dpcore.text import Text, joined


def growth(
    outlook: Outlook,
    releases: Sequence[int],
    certified: Sequence[float | None],
    basic: Sequence[float],
    left: int,
) -> Text:
    """The total cost of the next releases of this plan, and the number that the budget pays for."""
    last, tight = releases[-1], certified[-1]
    facts = {"delta": power(outlook.scenario.delta), "basic": up(basic[-1])}
    if tight is None:
        sums = Text.counted(
            "One release costs at most epsilon {basic} at delta {delta} by basic composition (adding up epsilons).",
            "{n:,} releases cost at most epsilon {basic} at delta {delta} by basic composition (adding up epsilons).",
            n=last,
            **facts,
        )
    else:
        sums = Text.counted(
            "One release with a price fixed now would cost at most epsilon {tight} at delta {delta}; basic "
            "composition (adding up epsilons) gives {basic}.",
            "{n:,} releases with prices fixed now would cost at most epsilon {tight} at delta {delta}; "
            "basic composition (adding up epsilons) gives {basic}.",
            n=last,
            tight=up(tight),
            **facts,
        )
    return joined([_affordable(left), sums])


def _affordable(left: int) -> Text:
    """The number of releases of the plan that the budget pays for, in words."""
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
    """The effect of group protection and sampling, in words; empty if neither is chosen."""
    scenario = outlook.scenario
    parts = []
    if scenario.group > 1:
        parts.append(
            Text(
                "{group} {who} are protected together: the errors stay the same, but the guarantee is weaker.",
                group=scenario.group,
                who=who,
            )
        )
    if scenario.rate < 1.0:
        parts.append(
            Text(
                "Only a secret random sample of {percent:g} % of {who} would be used: the guarantee is "
                "stronger, and answers are scaled up. Sampling error comes on top of the noise. Murmur "
                "does not draw such a sample, and its ledger charges the full price.",
                percent=100 * scenario.rate,
                who=who,
            )
        )
    return joined(parts)


def trained(training: Training) -> Text:
    """The certified epsilon of noisy gradient descent, and an estimate for comparison."""
    low, high = training.bounds()
    steps = Text.counted("{n:,} step costs", "{n:,} steps cost", n=training.steps)
    epsilon = Text("epsilon {high}", high=up(high))
    if high - low > 1e-6 * high:
        epsilon = Text("epsilon {high} (and at least {low})", high=up(high), low=down(low))
    return Text(
        "{steps} at most {epsilon} at delta {delta}: certified, for adding or removing one row. The "
        "central limit theorem gives about {estimate}: an estimate that may be too low and is never "
        "charged.",
        steps=steps,
        epsilon=epsilon,
        delta=power(training.delta),
        estimate=spelt(training.estimate()),
    )


def protected(table: Table) -> Text:
    """The units, in the plural: rows, or what a unit is called."""
    if table.unit.noun:  # whose plural only people know
        return Text("units ({unit})", unit=table.unit.noun)
    unit = table.unit.identifier
    return Text("{unit}s", unit=unit) if unit else Text("rows")
