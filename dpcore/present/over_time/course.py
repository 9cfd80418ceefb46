"""The chart of a series: a line a group over the versions, each point with its interval, named where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dpcore.present.chart.plotly import COLOURS, base, plain
from dpcore.present.language.translation import Say
from dpcore.present.shape import tidy
from dpcore.present.shape.common import measure
from dpcore.present.text import scale
from dpcore.text import Text

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from dpcore.present.over_time.series import Series

MOST_LINES = len(COLOURS)
# Groups of one version stand side by side in this part of its place; names are at least this part of the height apart.
_WIDE, _GAP = 0.4, 0.06
_LETTERS = 16


def chart(found: Series, say: Say = str) -> go.Figure:
    """Points with intervals over time, a line a group; alt text from the same words.

    At most MOST_LINES groups, the first of the table; the rest is in the table. say: puts a sentence into the
    reader's language.
    """
    last = found.points[-1]
    cells, steps = len(last.estimates["estimate"]), len(found.points)
    lines = min(cells, MOST_LINES)
    figure = base()
    names = (
        [plain(_short(say(label))) for label in tidy.cell_labels(last, last.result.columns)[:lines]]
        if cells > 1
        else [""]
    )
    for place in range(lines):
        shift = _WIDE * ((place + 0.5) / lines - 0.5)
        _line(figure, found, place, [step + shift for step in range(steps)], names[place], say)
    if cells > 1:
        _named(figure, found, names, steps - 1 + _WIDE / 2)
    title = Text("version of the rows")
    if cells > lines:
        title = Text("version of the rows (the first {lines} of {cells:,} groups)", lines=lines, cells=cells)
    figure.update_xaxes(
        title=say(title),
        tickvals=list(range(steps)),
        ticktext=[plain(say(label)) for label in found.labels],
        range=[-0.5, steps - 0.5],
    )
    figure.update_yaxes(
        title=plain(say(measure(last))), rangemode="tozero", tickformat=scale.axis_format(last.query, _largest(found))
    )
    alt = Text(
        "Chart over {points} points of {question}. {words}",
        points=len(found.points),
        question=last.sentence,
        words=found.words,
    )
    figure.update_layout(meta={"alt": say(alt)})
    return figure


def _line(figure: go.Figure, found: Series, place: int, at: list[float], name: str, say: Say) -> None:
    """One group's points with their intervals."""
    estimate, low, high = (
        [point.estimates[column][place] for point in found.points] for column in ("estimate", "low", "high")
    )
    colour, form = COLOURS[place], scale.hover_format(found.points[-1].query)
    figure.add_scatter(
        x=at,
        y=estimate,
        mode="lines+markers",
        line={"color": colour, "width": 1, "dash": "dot"},
        marker={"color": colour, "size": 8},
        error_y=_bars(estimate, low, high, colour) if found.told else None,
        name=name,
        customdata=[plain(say(label)) for label in found.labels],
        hovertemplate=f"{name} %{{customdata}}: %{{y:{form}}}<extra></extra>",
    )


def _bars(estimate: Sequence[float], low: Sequence[float], high: Sequence[float], colour: str) -> dict[str, Any]:
    return {
        "type": "data",
        "symmetric": False,
        "array": [top - middle for top, middle in zip(high, estimate, strict=True)],
        "arrayminus": [middle - bottom for bottom, middle in zip(low, estimate, strict=True)],
        "color": colour,
        "thickness": 2,
        "width": 4,
    }


def _ends(found: Series) -> tuple[str, ...]:
    """Which figures of a point are drawn farthest out."""
    return ("low", "high") if found.told else ("estimate",)


def _largest(found: Series) -> float:
    """How large the largest drawn number is, without its sign."""
    ends = (abs(value) for point in found.points for name in _ends(found) for value in point.estimates[name])
    return max(ends, default=0.0)


def _named(figure: go.Figure, found: Series, names: Sequence[str], after: float) -> None:
    """Names beside the last points, none on another; the dot has the line's colour, the word that of all words."""
    last = found.points[-1].estimates
    drawn = [value for point in found.points for name in _ends(found) for value in point.estimates[name]]
    height = max(0.0, *drawn) - min(0.0, *drawn)
    for place, level in enumerate(_apart(last["estimate"][: len(names)], _GAP * height)):
        figure.add_annotation(
            x=after,
            y=level,
            text=f'<span style="color:{COLOURS[place]}">●</span> {names[place]}',
            showarrow=False,
            xanchor="left",
            xshift=8,
        )


def _short(name: str) -> str:
    return name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…"


def _apart(values: Sequence[float], gap: float) -> list[float]:
    """The values, in their order, moved as little as needed to be a gap apart."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    placed = dict.fromkeys(order, 0.0)
    floor = -float("inf")
    for place in order:
        floor = placed[place] = max(values[place], floor + gap)
    back = sum(placed[place] - values[place] for place in order) / len(order)
    return [placed[place] - back for place in range(len(values))]
