"""The controls of a scenario. Each stores its value in the scenario; moving one redraws only the charts."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from dpcore.mechanisms import kind_of
from dpcore.plan.exchange import Portion, booked_by, total_for, typed
from dpcore.plan.outlook import Outlook
from dpcore.plan.scenario import LEAST_TOTAL, MOST_GROUP, Scenario
from dpcore.present.explore import growth_words
from dpcore.present.explore.axis import power
from dpcore.present.text import amount, term
from dpcore.queries import Query
from dpcore.queries.question.base import of_all_rows
from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.explore import state
from pages.explore.state import Explored
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.plan.total import both, noise
from pages.ui.session import session
from pages.ui.unit_menu import gauge

DELTAS = tuple(10.0**-exponent for exponent in range(3, 13))
ROWS = tuple(head * 10**exponent for exponent in range(1, 10) for head in (1, 2, 5))
_NOT_GIVEN, _AS_KNOWN = Text("not given"), Text("as declared or released")


def levers(dataset: Dataset, explored: Explored, seen: Outlook) -> None:
    """Draws total, delta, group size, sampling, rows and the split."""
    _price(dataset, explored)
    _units(dataset, explored)
    given = {size for size in (explored.base.rows, dataset.table.expected_rows) if size}
    sizes: list[int | None] = [*sorted({*ROWS, *given})]
    asked = [query for query, _ in explored.now.asks if not query.limits.public_rows]
    if not any(of_all_rows(type(query), vars(query)) for query in asked):  # else a choice needs the number
        sizes.insert(0, None)
    _lever(
        dataset,
        "rows",
        explored.now.rows,
        st.select_slider,
        say("Rows expected"),
        sizes,
        format_func=lambda size: say(_AS_KNOWN if seen.known.rows else _NOT_GIVEN) if size is None else f"{size:,}",
        help=say("A public guess. Errors of means and shares depend on it, errors of counts do not."),
    )
    if len(explored.now.asks) > 1:
        _split(dataset, explored, () if seen.again else seen.known.answered)


def _price(dataset: Dataset, explored: Explored) -> None:
    """Draws what the plan spends, and the delta at which epsilon is stated."""
    shown = gauge(desk().standing(dataset.id))
    booked = spends(dataset, explored.now) or 0
    high = ceiling(dataset, explored.base)
    _lever(
        dataset,
        f"total-{shown.unit}",
        shown.typed(booked),
        st.slider,
        say("The plan spends ({unit})", unit=amount.FIELDS[shown.unit]),
        step(high),
        high,
        step=step(high),
        format="%.4g",
        changed=partial(_spend, dataset),
        help=say(
            joined(
                [
                    Text(
                        "Left: harder for an attacker, noisier answers. Right: clearer answers, easier for an attacker."
                    ),
                    term.UNITS,
                ]
            )
        ),
    )
    _lever(
        dataset,
        "delta",
        explored.now.delta,
        st.select_slider,
        say("delta (at which epsilon is stated)"),
        sorted({*DELTAS, explored.base.delta}, reverse=True),
        format_func=power,
        help=say(term.DELTA),
    )


def _units(dataset: Dataset, explored: Explored) -> None:
    """Draws how many units are protected together, and the share of them that is used."""
    who = plain(growth_words.protected(dataset.table), 30)
    _lever(
        dataset,
        "group",
        explored.now.group,
        st.slider,
        say("Protected together ({who})", who=who),
        1,
        min(MOST_GROUP, max(20, explored.base.group)),
        help=say(
            "Group size, for example a family or household: what an attacker could learn about that many "
            "units together."
        ),
    )
    _lever(
        dataset,
        "rate",
        round(100 * explored.now.rate),
        st.slider,
        say("Share of {who} used (%)", who=who),
        1,
        100,
        convert=lambda percent: percent / 100,
        help=say(
            "What if only a secret random sample of them were used? Protection is stronger and answers are noisier."
        ),
    )


def ceiling(dataset: Dataset, base: Scenario) -> float:
    """The upper end of the total: about twice the whole budget, and at least the scenario's own total."""
    shown = gauge(desk().standing(dataset.id))
    high = _nice(2.0 * shown.typed(shown.meter.whole))
    total = shown.typed(spends(dataset, base) or 0)
    return high if total <= high else _nice(1.2 * total)


def spends(dataset: Dataset, scenario: Scenario) -> int | None:
    """What a scenario books in the budget's account at its total."""
    meter = desk().standing(dataset.id).meter
    return booked_by(_rows(scenario), dataset.table, kind_of(scenario.currency).of(scenario.total), meter)


def _spend(dataset: Dataset, entered: float) -> None:
    booked = gauge(desk().standing(dataset.id)).amount(entered)
    state.change(dataset, total=_total(dataset, state.load(dataset).now, booked))


def _total(dataset: Dataset, scenario: Scenario, booked: int) -> float:
    """The total at which a scenario books so much."""
    meter, kind = desk().standing(dataset.id).meter, kind_of(scenario.currency)
    return max(typed(total_for(_rows(scenario), dataset.table, kind, booked, meter)), LEAST_TOTAL)


def _rows(scenario: Scenario) -> list[Portion]:
    return [Portion(query, weight) for query, weight in scenario.asks]


def step(high: float) -> float:
    """The step of the total: a rounded five-hundredth of its range."""
    return _nice(high / 500)


def currency(dataset: Dataset, explored: Explored) -> None:
    """Draws the choice of noise, if the budget allows both kinds."""
    if both(dataset):
        key = f"explore-currency-{dataset.id}"
        session[key] = explored.now.currency
        noise(key, _switch, dataset, key)


def _split(dataset: Dataset, explored: Explored, answered: Collection[Query]) -> None:
    """Draws a weight for each question that would be paid."""
    most = max(10.0, *(weight for _, weight in explored.base.asks))
    least = min(0.1, *(weight for _, weight in explored.base.asks))
    with st.expander(say("Split between the questions"), expanded=len(explored.now.asks) <= 6):
        for place, (query, weight) in enumerate(explored.now.asks):
            if query in answered:
                continue
            _lever(
                dataset,
                f"weight-{place}",
                weight,
                st.slider,
                say("Weight of {question}", question=plain(query.sentence, 60)),
                least,
                most,
                step=0.1,
                format="%.3g",
                changed=partial(_weigh, dataset, place),
            )


def _lever(
    dataset: Dataset,
    name: str,
    value: Any,
    draw: Callable[..., Any],
    label: str,
    *args: Any,
    convert: Callable[[Any], Any] = lambda value: value,
    changed: Callable[[Any], None] | None = None,
    **options: Any,
) -> None:
    """A widget that shows the scenario's value and writes a new one back."""
    key = f"lever-{dataset.id}-{name}"
    wanted = _inside(value, args)
    if session.get(key) != wanted:  # otherwise the browser redraws every widget
        session[key] = wanted

    @act
    def take() -> None:
        chosen = session[key]
        if changed is None:
            state.change(dataset, **{name: convert(chosen)})
        else:
            changed(chosen)

    draw(label, *args, key=key, on_change=take, **options)


def _inside(value: Any, args: tuple[Any, ...]) -> Any:
    """The value, or the nearest option of the widget."""
    if len(args) == 2:
        return min(max(value, args[0]), args[1])
    return (
        value
        if value in args[0]
        else min((option for option in args[0] if option), key=lambda option: abs(option - (value or 0)))
    )


def _weigh(dataset: Dataset, place: int, value: float) -> None:
    asks = list(state.load(dataset).now.asks)
    asks[place] = (asks[place][0], value)
    state.change(dataset, asks=tuple(asks))


def _switch(dataset: Dataset, key: str) -> None:
    """Switch to the other noise; the plan books what it booked before."""
    chosen, now = session[key], state.load(dataset).now
    booked = spends(dataset, now)
    if chosen != now.currency and booked:
        other = replace(now, currency=chosen)
        state.put(dataset, replace(other, total=_total(dataset, other, booked)))


def _nice(value: float) -> float:
    """Round up to 1, 2 or 5 times a power of ten."""
    size = 10.0 ** math.floor(math.log10(value or 1.0))
    return float(f"{next(head * size for head in (1, 2, 5, 10) if head * size >= value * (1 - 1e-9)):.3g}")
