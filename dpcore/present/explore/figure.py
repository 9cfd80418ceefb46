"""The figures of Explore: errors by total price, the trade-off curve, the total of many releases, training.

Each figure is an SVG text with a caption, which is also its text alternative.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import final

import numpy as np
from numpy.typing import NDArray

from dpcore import calibrate
from dpcore.mechanisms import Epsilon
from dpcore.plan.outlook import ALPHAS, FALSE_ALARMS, Outlook, error_line
from dpcore.present.explore import words
from dpcore.present.explore.axis import Axis, decades
from dpcore.present.explore.svg import DASHES, LINES, QUIET, Panel
from dpcore.present.language.translation import Say
from dpcore.present.text import ranks, scale
from dpcore.present.text.term import CURRENCIES
from dpcore.present.text.words import error_text
from dpcore.queries import Query
from dpcore.text import Text


@final
@dataclass(frozen=True, slots=True)
class Figure:
    """A chart as SVG, and its caption."""

    svg: str
    words: Text


def errors(outlook: Outlook, names: Sequence[str], low: float, high: float, say: Say = str) -> Figure:
    """The error of every ask by the total that the plan spends, both logarithmic; the plan's own total is marked.

    low, high: the totals at the ends of the axis; names: one short text per ask.
    """
    low = min(low, outlook.scenario.total)
    totals = np.logspace(math.log10(low), math.log10(high), 25)
    total, factors = outlook.scenario.total, [scale.of_error(ask.query) for ask in outlook.asks]
    lines = [factor * error_line(outlook, at, totals) for at, factor in enumerate(factors)]
    fits = [np.isfinite(line) & (line > 0) for line in lines]
    drawable = [line[fit] for line, fit in zip(lines, fits, strict=True) if fit.any()]
    caption = words.errors(outlook, names)
    bottom = min((float(line.min()) for line in drawable), default=1.0)
    top = max((float(line.max()) for line in drawable), default=10.0)
    x = Axis(
        Text("total {currency} of the plan", currency=CURRENCIES[outlook.kind.currency]),
        low,
        high,
        decades(low, high, 6),
        True,
    )
    high_error = top * 1.3 * (top / bottom) ** 0.12  # room above the lines for the ticks of epsilon
    ticks = decades(bottom / 1.3, high_error)
    y = Axis(
        Text("margin of error, ± ({unit})", unit=words.unit_of_errors(outlook)), bottom / 1.3, high_error, ticks, True
    )
    panel = Panel(x, y, caption, _epsilons(outlook, low, high), say)
    panel.rule(min(max(total, low), high), QUIET)
    marks, alike = [], _alike(lines, fits, [_unit(ask.query) for ask in outlook.asks])
    for place, (line, fit) in enumerate(zip(lines, fits, strict=True)):
        if not fit.any():
            continue
        color, same = LINES[place % len(LINES)], [other for other in alike[place] if other > place]
        panel.line(  # wider, so that it shows behind the lines on top
            totals[fit],
            line[fit],
            color,
            width=2.2 + 2.2 * min(len(same), 5),
            dash=DASHES[place // len(LINES) % len(DASHES)],
        )
        half = factors[place] * outlook.half_widths[place]
        panel.dot(total, half, color)
        if not same:  # one label for lines that coincide
            size = say(_size(outlook.asks[place].query, half))
            marks.append((total, half, say(_label([names[each] for each in alike[place]], size)), color))
    panel.labels(marks, left=total > math.sqrt(low * high))
    return Figure(panel.svg(), caption)


def _alike(
    lines: Sequence[NDArray[np.float64]], fits: Sequence[NDArray[np.bool_]], units: Sequence[str]
) -> list[list[int]]:
    """For each drawn line the places, in order, of those within 2 % of the same line, in the same unit.

    fits: the points of each that are drawn.
    """
    top: list[int] = []
    groups: list[list[int]] = [[] for _ in lines]
    for place in reversed(range(len(lines))):
        if not fits[place].any():
            continue
        same = [each for each in top if units[each] == units[place] and np.array_equal(fits[each], fits[place])]
        shown = lines[place][fits[place]]
        near = (each for each in same if np.allclose(shown, lines[each][fits[place]], rtol=0.02, atol=0))
        over = next(near, place)
        if over == place:
            top.append(place)
        groups[over].insert(0, place)
        groups[place] = groups[over]
    return groups


def tradeoff(outlook: Outlook, say: Say = str) -> Figure:
    """The trade-off curve: false negatives by false positives, and the best attack at 5 % false positives."""
    caption = words.curve(outlook)
    percent = Axis("", 0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0), spelt=lambda at: f"{100 * at:.0f} %")
    x = Axis(words.FALSE_ALARMS[outlook.table.neighbors], 0.0, 1.0, percent.ticks, spelt=percent.spelt)
    y = Axis(words.misses(outlook), 0.0, 1.0, percent.ticks, spelt=percent.spelt)
    panel = Panel(x, y, caption, say=say)
    panel.line([0.0, 1.0], [1.0, 0.0], QUIET, width=1.4, dash="3 4")
    panel.word(0.7, 0.3, Text("guessing"), right=6, down=-4)
    curve = outlook.line
    panel.fill(ALPHAS, curve, LINES[0])
    panel.line(ALPHAS, curve, LINES[0])
    missed = 1.0 - outlook.power
    panel.word(0.04 if missed > 0.2 else 0.14, 0.06, Text("no attacker gets below the line"))
    beside = 0.9  # above the guessing line, where the chart is empty
    panel.line([FALSE_ALARMS, 0.24], [missed, beside], QUIET, width=1.0)
    panel.dot(FALSE_ALARMS, missed, LINES[1])
    panel.word(0.24, beside, Text("at 5 % false positives:"), right=4, down=-4)
    panel.word(0.24, beside, Text("at most {found} of 100 found", found=words.members(outlook.power)), right=4, down=11)
    return Figure(panel.svg(), caption)


def _unit(query: Query) -> str:
    """The unit of an error in a label, if it differs from the unit of the answer."""
    return "ranks" if query.error.unit == "ranks" else "points" if scale.in_points(query) else ""


def _size(query: Query, half: float) -> str:
    """An error for a label, with its unit if that differs from the unit of the answer."""
    match _unit(query):
        case "ranks":
            return ranks.counted(half)
        case "points":
            return Text("{error} points", error=error_text(half))
        case _:
            return error_text(half)


def _label(names: Sequence[str], size: str) -> Text:
    """The label of questions that have the same error."""
    first, *more = names
    if not more:
        return Text("{name} ±{error}", name=_short(first, 22), error=size)
    return Text("{name} and {n} more ±{error}", name=_short(first, 16), n=len(more), error=size)


def _short(name: str, most: int) -> str:
    """A question's name without its details."""
    first = re.sub(r" \([^)]*$", "", name.split(",")[0]).strip() or name
    return first if len(first) <= most else f"{first[: most - 1]}…"


def _epsilons(outlook: Outlook, low: float, high: float) -> Axis | None:
    """Ticks of epsilon at delta above an axis in mu; only without sampling, where the two correspond exactly."""
    scenario = outlook.scenario
    if outlook.kind is Epsilon or scenario.rate < 1.0:
        return None
    wanted = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
    places = {_mu(target, scenario.delta) / scenario.group: target for target in wanted}
    inside = {at: target for at, target in places.items() if low * 1.1 <= at <= high / 1.1}
    return Axis("", low, high, tuple(inside), True, spelt=lambda at: f"ε {inside[at]:g}")


@lru_cache(maxsize=1024)
def _mu(epsilon: float, delta: float) -> float:
    return calibrate.mu(epsilon, delta)
