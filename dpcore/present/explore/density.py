"""The error of a private density on Explore: by bandwidth, by rows, and the rules of thumb. Public facts alone.

Errors are mean integrated squared errors, in percent of the integral of the squared density; bandwidths are in percent
of the range.
"""

from __future__ import annotations

import math

import numpy as np

from dpcore.plan.risk import risk
from dpcore.plan.risk.density_noise import Kind
from dpcore.plan.risk.draw import drawn
from dpcore.plan.risk.risk import Setting
from dpcore.present.explore.axis import Axis, decades
from dpcore.present.explore.density_words import KINDS, enough, percent, rates
from dpcore.present.explore.figure import Figure
from dpcore.present.explore.svg import LINES, QUIET, Panel
from dpcore.present.explore.words import spelt
from dpcore.present.language.translation import Say
from dpcore.text import Text, joined

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
