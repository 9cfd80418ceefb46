"""The error of a private density on Explore: by bandwidth, by rows, and the rules of thumb. Public facts alone.

Errors are mean integrated squared errors, in percent of the integral of the squared density; bandwidths are in percent
of the range.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpcore.plan.risk import risk
from dpcore.plan.risk.density_noise import Kind
from dpcore.plan.risk.draw import drawn
from dpcore.plan.risk.risk import Best, Setting
from dpcore.present.explore.figure import Figure
from dpcore.present.explore.svg import LINES, QUIET, Axis, Panel, decades
from dpcore.present.explore.words import spelt
from dpcore.present.language.translation import Say
from dpcore.text import Text, joined

KINDS: dict[Kind, Text] = {
    "none": Text("without privacy"),
    "own": Text("noise for one bandwidth"),
    "any": Text("noise for any bandwidth"),
}
"""The kinds of noise, as lines and rows are labelled."""
ERROR = Text(
    "Error: the expected integrated squared error, in percent of the integral of the squared density. Bandwidths are "
    "in percent of the range."
)
FEWEST, MOST = 100, 10**9
"""The numbers of rows at the ends of the chart by rows."""
_SPAN = 1e5  # of errors on the chart by bandwidth
_PARTS = {"bias": Text("bias"), "sampling": Text("sampling"), "noise": Text("noise")}
_POINTS = 57


def by_bandwidth(setting: Setting, kind: Kind, width: float, say: Say = str) -> Figure:
    """The error and its three parts by bandwidth; the chosen bandwidth, in ranges, is marked."""
    caption = _at(setting, kind, width)
    listed = risk.widths(setting.dimension)
    found, at = risk.risk(setting, kind, listed), risk.risk(setting, kind, np.array([width]))
    clean = risk.risk(setting, "none", listed)
    here = float(at.total[0])
    high = 100 * max(here, min(float(found.total.max()), 1e3 * float(found.total.min())))
    shown = [float(clean.total.min()), *(float(getattr(at, name)[0]) for name in _PARTS)]
    low = max(40 * min(part for part in shown if part > 0), min(high / _SPAN, 40 * here))
    x = _widths(setting.dimension)
    y = Axis(Text("error (%)"), low, 1.3 * high, decades(low, 1.3 * high), True)
    panel = Panel(x, y, caption, say=say)
    panel.rule(100 * width, QUIET)
    panel.line(100 * listed, 100 * clean.total, QUIET, width=1.8, dash="5 4")
    marks = []
    for place, (name, title) in enumerate(_PARTS.items(), 1):
        line, part = getattr(found, name), float(100 * getattr(at, name)[0])
        seen = 100 * line >= low
        panel.line(100 * listed[seen], 100 * line[seen], LINES[place], width=1.8)
        if part > low:
            panel.dot(100 * width, part, LINES[place])
            marks.append((100 * width, part, Text("{part} {error} %", part=title, error=spelt(part)), LINES[place]))
    total = 100 * here
    panel.line(100 * listed, 100 * found.total, LINES[0], width=2.6)
    panel.dot(100 * width, total, LINES[0])
    marks.append((100 * width, total, Text("together {error} %", error=spelt(total)), LINES[0]))
    panel.labels([(across, up, say(text), color) for across, up, text, color in marks], left=width > 0.1)
    return Figure(panel.svg(), caption)


def by_rows(setting: Setting, say: Say = str) -> Figure:
    """The error at the best bandwidth by the number of rows: without privacy, and with either noise."""
    caption = joined([enough(setting), rates(setting)])
    rows = np.geomspace(FEWEST, MOST, _POINTS)
    lines = {kind: 100 * risk.least(setting, kind, rows) for kind in KINDS}
    low, high = min(float(line.min()) for line in lines.values()), max(float(line.max()) for line in lines.values())
    x = Axis(Text("rows"), FEWEST, MOST, decades(FEWEST, MOST, 8), True)
    y = Axis(Text("error at the best bandwidth (%)"), low, 1.3 * high, decades(low, 1.3 * high), True)
    panel = Panel(x, y, caption, say=say)
    here = min(max(setting.rows, FEWEST), MOST)
    panel.rule(here, QUIET)
    marks = []
    styles: tuple[tuple[Kind, str, str], ...] = (("any", LINES[1], ""), ("own", LINES[0], ""), ("none", QUIET, "5 4"))
    for kind, color, dash in styles:
        panel.line(rows, lines[kind], color, dash=dash)
        at = float(100 * risk.least(setting, kind, np.array([here]))[0])
        panel.dot(here, at, LINES[2] if kind == "none" else color)
        label = Text("{noise}: {error} %", noise=KINDS[kind], error=spelt(at))
        marks.append((here, at, say(label), LINES[2] if kind == "none" else color))
    panel.labels(marks, left=here > math.sqrt(FEWEST * MOST))
    return Figure(panel.svg(), caption)


def one_release(setting: Setting, kind: Kind, width: float, turn: int = 0, say: Say = str) -> Figure:
    """One release of made-up rows of one column, dashed, beside the estimate without its noise, solid."""
    found = drawn(setting, kind, width, turn)
    square = setting.shape.square(1)
    clean, private = (
        100 * float(np.trapezoid((line - found.truth) ** 2, found.u)) / square for line in (found.clean, found.private)
    )
    caption = Text(
        "One release of {rows} made-up rows at this bandwidth. Solid: the estimate without noise, with an error of "
        "{clean} %. Dashed: what is released, with {noise}: {private} %. Thin: the shape itself.",
        rows=f"{setting.rows:,}",
        clean=spelt(clean),
        noise=KINDS[kind],
        private=spelt(private),
    )
    every = np.concatenate([found.truth, found.clean, found.private])
    low, high = min(0.0, float(every.min())), 1.05 * float(every.max())
    step = 10.0 ** math.floor(math.log10(high - low))
    step *= next(part for part in (0.2, 0.5, 1, 2) if high - low <= 5 * part * step)
    ticks = [step * place for place in range(math.ceil(low / step), math.floor(high / step) + 1)]
    x = Axis(Text("value (% of the range)"), 0.0, 100.0, [0, 25, 50, 75, 100])
    y = Axis(Text("share of the rows per range"), low, high, ticks)
    panel = Panel(x, y, caption, say=say)
    panel.line(100 * found.u, found.truth, QUIET, width=1.2)
    panel.line(100 * found.u, found.clean, LINES[0], width=2.2)
    panel.line(100 * found.u, found.private, LINES[1], width=2.2, dash="7 4")
    return Figure(panel.svg(), caption)


def headline(setting: Setting, kind: Kind) -> Text:
    """The best bandwidth and its error, with and without privacy."""
    noisy, clean = risk.best(setting, kind), risk.best(setting, "none")
    said = Text(
        "With {noise}, the best bandwidth is {width} % and the error {error} %. Without privacy it would be {clean} % "
        "with an error of {least} %: privacy costs {cost} % more error.",
        noise=KINDS[kind],
        width=percent(noisy.width),
        error=percent(noisy.risk.total),
        clean=percent(clean.width),
        least=percent(clean.risk.total),
        cost=percent(noisy.risk.total / clean.risk.total - 1),
    )
    if clean.finest:
        said = joined([said, Text("No finer bandwidth is offered; without privacy a finer one would be better.")])
    return said


def enough(setting: Setting) -> Text:
    """The numbers of rows from which privacy costs under a tenth of the error."""
    own, any_ = (_rows(risk.enough(setting, kind)) for kind in ("own", "any"))
    return Text(
        "Privacy costs less than 10 % of the error from {own} rows on with noise for one bandwidth, and from {any} "
        "rows on with noise for any.",
        own=own,
        any=any_,
    )


def rates(setting: Setting) -> Text:
    """The rates of theory, and what twice the rows give at this setting."""
    first, second = risk.least(setting, "own", setting.rows * np.array([1.0, 2.0]))
    facts = {"share": percent(1 - second / first)}
    if setting.dimension == 1:
        return Text(
            "For large n the best bandwidth is of order n^(-1/5) and the error of order n^(-4/5); noise for one "
            "bandwidth adds n^(-8/5), which vanishes beside it. Here, twice the rows reduce the error by {share} %.",
            **facts,
        )
    return Text(
        "For large n the best bandwidth is of order n^(-1/6) and the error of order n^(-2/3); noise for one bandwidth "
        "adds n^(-4/3), which vanishes beside it. Here, twice the rows reduce the error by {share} %.",
        **facts,
    )


def table(setting: Setting) -> list[dict[Text, Text | str]]:
    """The best bandwidth for each kind of noise, with the parts of its error."""
    rows = []
    for kind, title in KINDS.items():
        best: Best = risk.best(setting, kind)
        rows.append(
            {
                Text("release"): title,
                Text("best bandwidth (%)"): percent(best.width),
                Text("error (%)"): percent(best.risk.total),
                Text("from bias (%)"): percent(best.risk.bias),
                Text("from sampling (%)"): percent(best.risk.sampling),
                Text("from noise (%)"): percent(best.risk.noise),
            }
        )
    return rows


def rules(setting: Setting, kind: Kind) -> list[dict[Text, Text | str]]:
    """Both rules of thumb beside the best bandwidth, with their errors without and with noise."""
    named = {
        Text("best for this noise"): risk.best(setting, kind).width,
        Text("rule of thumb with d + 2 (normal reference)"): risk.rule(setting),
        Text("rule of thumb with d + 1 (Hall, Rinaldo and Wasserman)"): risk.rule(setting, 1),
    }
    clean, noisy = (risk.risk(setting, which, np.array(list(named.values()))).total for which in ("none", kind))
    return [
        {
            Text("bandwidth"): title,
            Text("of the range (%)"): percent(width),
            Text("error without privacy (%)"): percent(free),
            Text("error with this noise (%)"): percent(paid),
        }
        for (title, width), free, paid in zip(named.items(), clean, noisy, strict=True)
    ]


def percent(share: float | np.floating | NDArray[np.float64]) -> str:
    """A share in percent with three digits, without its sign; nothing below 10⁻⁴ percent."""
    return spelt(100 * float(share)) if share > 1e-6 else "0"


def _at(setting: Setting, kind: Kind, width: float) -> Text:
    """The caption of the chart by bandwidth."""
    found = risk.risk(setting, kind, np.array([width]))
    return Text(
        "With {noise}: at a bandwidth of {width} %, the error is {total} %, of which {bias} % from bias, {sampling} % "
        "from sampling and {noise_part} % from noise. Wider: more bias, less noise. Dashed: without privacy.",
        noise=KINDS[kind],
        width=percent(width),
        total=percent(found.total[0]),
        bias=percent(found.bias[0]),
        sampling=percent(found.sampling[0]),
        noise_part=percent(found.noise[0]),
    )


def _widths(dimension: int) -> Axis:
    low = 100 * risk.FINEST[dimension]
    return Axis(Text("bandwidth (% of the range)"), low, 100.0, decades(low, 100.0, 8), True)


def _rows(rows: int | None) -> Text | str:
    """A number of rows with two digits, rounded up."""
    if rows is None:
        return Text("more than {most:,}", most=risk.MOST_ROWS)
    size = 10 ** max(0, len(str(rows)) - 2)
    return f"{-(-rows // size) * size:,}"
