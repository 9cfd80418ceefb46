"""The outlook of a scenario: its price, errors and trade-off curve from public facts. Nothing is spent, no row is read.

Figures from a curve are certified bounds, rounded so that they hold. Figures that are only estimates say so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np
from numpy.typing import NDArray

from dpcore import tradeoff
from dpcore.budget.charge import Charge
from dpcore.budget.slot import up
from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import Epsilon, Kind, Mu, kind_of, total
from dpcore.number import real
from dpcore.plan import work
from dpcore.plan.affordable import MOST_RELEASES
from dpcore.plan.known import NOTHING, Known
from dpcore.plan.plan import MAX_PRICE, Ask, Plan
from dpcore.plan.pricing import KNOTS, fixed, guesses, half_widths, price, priced
from dpcore.plan.request import Request, charge_of, new_asks
from dpcore.plan.scenario import LEAST_TOTAL, Scenario
from dpcore.queries import Query
from dpcore.queries.question.prediction import Prediction
from dpcore.remembered import remembered
from dpcore.table.table import Table

Floats = NDArray[np.float64]
FALSE_ALARMS = 0.05
"""The false-alarm rate at which an attacker's power is shown."""
ALPHAS = np.union1d(0.5 - 0.5 * np.cos(np.linspace(0.0, np.pi, 41)), [FALSE_ALARMS])
"""The false-alarm rates at which a curve is drawn, denser at both ends, where curves bend most."""
_HERE = int(np.searchsorted(ALPHAS, FALSE_ALARMS))


@final
@dataclass(frozen=True)
class Outlook:
    """A scenario evaluated for one table.

    curve: a trade-off curve guaranteed for each group of units by the whole plan. errors: for each ask, the predicted
    95 % margin of error from noise, in the answer's unit or in ranks; NaN if it depends on an unknown number of rows.
    """

    scenario: Scenario
    table: Table
    kind: Kind
    asks: tuple[Request, ...]
    charge: Charge
    curve: tradeoff.Curve
    errors: tuple[Prediction, ...]
    known: Known = NOTHING

    @property
    def again(self) -> bool:
        """Whether every question is answered already. Then the plan costs nothing; figures are for asking it again."""
        return bool(self.known.answered) and {query for query, _ in self.scenario.asks} <= set(self.known.answered)

    @property
    def facts(self) -> Table:
        """The public facts, with the number of rows used to judge errors."""
        return replace(self.table, expected_rows=self.table.expected_rows or self.known.rows)

    @property
    def half_widths(self) -> tuple[float, ...]:
        """The predicted half width of the typical cell of each ask."""
        return tuple(error.half_width for error in self.errors)

    @property
    def price(self) -> float:
        """The price of the plan in mu or epsilon; 0 if all its questions are answered already."""
        return 0.0 if self.again else _total(self.kind, self.asks)

    @property
    def epsilon(self) -> float:
        """An upper bound of epsilon at the scenario's delta."""
        return _epsilon(self.curve, 1, self.scenario.delta)

    @property
    def line(self) -> Floats:
        """The curve at `ALPHAS`: lower bounds of the share of members missed at these false-alarm rates."""
        return np.array(_line(self.curve))

    @property
    def power(self) -> float:
        """An upper bound of the share of members that an attacker detects at a false-alarm rate of 5 %."""
        return min(1.0, math.nextafter(1.0 - _line(self.curve)[_HERE], 2.0))

    @property
    def right(self) -> float:
        """An upper bound of the probability that an attacker with even prior odds is right about a person."""
        return _right(self.curve)


def outlook(scenario: Scenario, table: Table, known: Known = NOTHING) -> Outlook:
    """The outlook of a scenario. Raises QueryError if a question does not fit the table.

    known: facts from the dataset's ledger. The total is shared by the unanswered questions, or by all if none is left.
    """
    kind, scenario = kind_of(scenario.currency), known.fresh(scenario)
    used = replace(table, expected_rows=_rows(scenario))
    expected = () if scenario.rows else known.thinned(scenario)
    asks = priced(scenario.asks, scenario.currency, scenario.total, fixed(used), expected)
    charge, replaced = charge_of(new_asks(asks, [False] * len(asks))), table.neighbors == "replace"
    failing = up(charge.delta)
    # groups and samples of units are not accounted for together with failures
    rate = 1.0 if failing and scenario.group > 1 else scenario.rate
    curve = _curve(kind.currency, _total(kind, asks), scenario.group, rate, replaced, failing)
    errors = tuple(_scaled(ask.query, ask.error, scenario.rate) for ask in asks)
    return Outlook(scenario, used, kind, asks, charge, curve, errors, known)


def error_line(outlook: Outlook, place: int, totals: Floats) -> Floats:
    """The half width of one ask for each of these totals of the plan, shape of `totals`; interpolated between `KNOTS`.

    place: the number of the ask, from 0.
    """
    scenario, ask = outlook.scenario, outlook.asks[place]
    share = scenario.asks[place][1] / sum(weight for _, weight in scenario.asks)
    amounts = totals * (math.sqrt(share) if outlook.kind is Mu else share)
    if ask.error.unit == "none":  # no error can be stated at any price
        return np.full(totals.shape, math.nan)
    facts = replace(outlook.table, expected_rows=outlook.table.expected_rows if ask.query.error.by_rows else None)
    expected = () if scenario.rows or not ask.query.error.by_rows else outlook.known.thinned(scenario)
    own = tuple(pair for pair in expected if pair[0] == ask.query)
    halves = np.array(half_widths(ask.query, fixed(facts), outlook.kind.currency, own))
    fit = halves > 0  # at high prices noise on integers rounds to 0; at low prices a selection is refused (NaN)
    if not fit.any():
        return np.full(totals.shape, halves[0])
    knots = KNOTS[fit]
    inside = np.clip(amounts, knots[0], knots[-1])  # outside the knots the noise is inversely proportional to the price
    line: Floats = np.exp(np.interp(np.log(inside), np.log(knots), np.log(halves[fit]))) * (inside / amounts)
    line = np.where(amounts < knots[0], math.nan, line) if np.isnan(halves[0]) else line
    return line if ask.query.error.by_rows or ask.error.unit == "ranks" else line / scenario.rate


def price_of(query: Query, table: Table, kind: Kind, half_width: float) -> Request:
    """The ask for a 95 % margin of error of `half_width`, with its price. Raises QueryError."""
    target = real(half_width, "The target error", above=0.0, at_most=1e300, error=QueryError)
    return price(Plan([Ask(query, half_width=target)]), table, kind, guesses(table))[0]


def alone(scenario: Scenario, place: int, amount: float) -> Scenario:
    """The scenario with only one of its questions, at a price (mu or epsilon). place: of the question, from 0."""
    return replace(scenario, asks=((scenario.asks[place][0], 1.0),), total=min(max(amount, LEAST_TOTAL), MAX_PRICE))


def releases(left: int) -> list[int]:
    """Eight numbers of releases for a chart, from 1 to a little more than the budget allows, and at least to 10."""
    last = min(MOST_RELEASES, max(10, math.ceil(1.3 * left)))
    return sorted({max(1, round(last * (at / 7) ** 2)) for at in range(8)})


def grown(outlook: Outlook, times: Sequence[int]) -> Iterator[float | None]:
    """Certified epsilon at delta for these numbers of releases of the plan, fixed in advance; None if not computable.

    A generator, so that a caller can stop early. Raises QueryError if it would take too long on a server.
    """
    scenario, curve = outlook.scenario, outlook.curve
    if outlook.kind is Epsilon and scenario.group == 1 and scenario.rate == 1.0:
        curve = tradeoff.compose([loss.curve for ask in outlook.asks for loss in ask.losses])
    if slow(outlook):
        work.done(work.COMPOSED * len(times), _all_grown, curve, tuple(times), scenario.delta)
    yield from (_grown(curve, many, scenario.delta) for many in times)


def slow(outlook: Outlook) -> bool:
    """Whether `grown` takes seconds: for samples paid in mu, and for compositions of Laplace noise."""
    return (outlook.kind is Mu) == (outlook.scenario.rate < 1.0)


def _grown(curve: tradeoff.Curve, many: int, delta: float) -> float | None:
    try:
        epsilon = _epsilon(curve, many, delta)
    except DpError:
        return None
    return epsilon if math.isfinite(epsilon) else None


def _all_grown(curve: tradeoff.Curve, times: tuple[int, ...], delta: float) -> tuple[float | None, ...]:
    return tuple(_grown(curve, many, delta) for many in times)


def basic(outlook: Outlook, times: Sequence[int]) -> tuple[float, ...]:
    """Epsilon at delta of these numbers of releases by basic composition: number * (epsilon at delta / number)."""
    epsilons = _epsilons(outlook.curve, tuple(outlook.scenario.delta / many for many in times))
    return tuple(many * epsilon for many, epsilon in zip(times, epsilons, strict=True))


def _rows(scenario: Scenario) -> int | None:
    return None if scenario.rows is None else max(1, math.floor(scenario.rows * scenario.rate))


def _scaled(query: Query, error: Prediction, rate: float) -> Prediction:
    """The error of the scaled-up answer. Counts and sums on a sample are scaled up with their noise; ratios are not."""
    return error if query.error.by_rows else error.scaled(1 / rate)


def _total(kind: Kind, asks: tuple[Request, ...]) -> float:
    return total(kind, [ask.price for ask in asks]).amount


@remembered(512)
def _curve(currency: str, total: float, group: int, rate: float, replaced: bool, failing: float) -> tradeoff.Curve:
    """A trade-off curve guaranteed for `group` units by a plan with this total that uses a share `rate` of all units.

    failing: the failure probability in addition to mu; for a group of several units, `rate` must be 1 then.

    With probability at most `chosen`, at least one of the `group` units is used. Then at most all of them are used, and
    the mixture over their number reveals no more than all of them (joint convexity; Balle, Barthe & Gaboardi 2018,
    Thm 1).
    """
    if not total:
        return tradeoff.identity()
    if failing:
        beside = tradeoff.approximate(0.0, failing)
        single = _curve(currency, total, 1, rate, replaced, 0.0)
        return tradeoff.compose([single, beside]).group(group)
    total = math.nextafter(total, math.inf)
    chosen = min(1.0, group * rate) if replaced else -math.expm1(group * math.log1p(-rate)) if rate < 1.0 else 1.0
    chosen = min(1.0, math.nextafter(chosen, 2.0))
    if currency == "epsilon":
        if chosen == 1.0:
            return tradeoff.pure(total).group(group)
        loss = group * total
        return tradeoff.pure(math.nextafter(loss if loss > 30.0 else math.log1p(chosen * math.expm1(loss)), math.inf))
    if chosen == 1.0:
        return tradeoff.gaussian(total).group(group)
    mu = math.nextafter(group * total, math.inf)
    if replaced:
        return tradeoff.gaussian(mu).subsample(chosen)
    return tradeoff.subsampled_gaussian(chosen, math.nextafter(1.0 / mu, 0.0))


@remembered(4096)
def _epsilon(curve: tradeoff.Curve, times: int, delta: float) -> float:
    return float(curve.repeat(times).epsilon(delta))


@remembered(1024)
def _epsilons(curve: tradeoff.Curve, deltas: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(curve.epsilon(np.array(deltas)).tolist())


@remembered(1024)
def _line(curve: tradeoff.Curve) -> tuple[float, ...]:
    return tuple(curve(ALPHAS).tolist())


@remembered(1024)
def _right(curve: tradeoff.Curve) -> float:
    return curve.posterior(0.5)
