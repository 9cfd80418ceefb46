"""The chart of a series: one line per group over the versions, with intervals, labelled at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dpcore.present.chart.plotly import COLOURS, base, plain
from dpcore.present.language.translation import Say
from dpcore.present.text import scale, tidy
from dpcore.text import Text

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from dpcore.present.over_time.series import Series

MOST_LINES = len(COLOURS)
# The groups of one version share this fraction of its width; labels are at least this fraction of the height apart.
_WIDE, _GAP = 0.4, 0.06
_LETTERS = 16


def chart(series: Series, say: Say = str) -> go.Figure:
    """Points with intervals over time, one line per group; the alt text uses the same words.

    Draws at most MOST_LINES groups, the first of the table; the table has all of them. say: translates a sentence into
    the reader's language.
    """
    last = series.points[-1]
    cells, steps = len(last.estimates["estimate"]), len(series.points)
    lines = min(cells, MOST_LINES)
    figure = base()
    names = (
        [plain(_short(say(label))) for label in tidy.cell_labels(last, last.result.columns)[:lines]]
        if cells > 1
        else [""]
    )
    for place in range(lines):
        shift = _WIDE * ((place + 0.5) / lines - 0.5)
        _line(figure, series, place, [step + shift for step in range(steps)], names[place], say)
    if cells > 1:
        _named(figure, series, names, steps - 1 + _WIDE / 2)
    title = Text("version of the rows")
    if cells > lines:
        title = Text("version of the rows (the first {lines} of {cells:,} groups)", lines=lines, cells=cells)
    figure.update_xaxes(
        title=say(title),
        tickvals=list(range(steps)),
        ticktext=[plain(say(label)) for label in series.labels],
        range=[-0.5, steps - 0.5],
    )
    figure.update_yaxes(
        title=plain(say(scale.measure(last))),
        rangemode="tozero",
        tickformat=scale.axis_format(last.query.error, _largest(series)),
    )
    alt = Text(
        "Chart over {points} points of {question}. {words}",
        points=len(series.points),
        question=last.sentence,
        words=series.words,
    )
    figure.update_layout(meta={"alt": say(alt)})
    return figure


def _line(figure: go.Figure, series: Series, place: int, at: list[float], name: str, say: Say) -> None:
    """One group's points with their intervals."""
    estimate, low, high = (
        [point.estimates[column][place] for point in series.points] for column in ("estimate", "low", "high")
    )
    colour, form = COLOURS[place], scale.hover_format(series.points[-1].query.error)
    figure.add_scatter(
        x=at,
        y=estimate,
        mode="lines+markers",
        line={"color": colour, "width": 1, "dash": "dot"},
        marker={"color": colour, "size": 8},
        error_y=_bars(estimate, low, high, colour) if series.told else None,
        name=name,
        customdata=[plain(say(label)) for label in series.labels],
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


def _ends(series: Series) -> tuple[str, ...]:
    """The figures that determine the range of the chart."""
    return ("low", "high") if series.told else ("estimate",)


def _largest(series: Series) -> float:
    """The largest drawn absolute value."""
    ends = (abs(value) for point in series.points for name in _ends(series) for value in point.estimates[name])
    return max(ends, default=0.0)


def _named(figure: go.Figure, series: Series, names: Sequence[str], after: float) -> None:
    """Labels beside the last points, without overlaps; a dot in the colour of the line, text in the usual colour."""
    last = series.points[-1].estimates
    drawn = [value for point in series.points for name in _ends(series) for value in point.estimates[name]]
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
    """The values in their order, moved so that they are at least a gap apart."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    placed = dict.fromkeys(order, 0.0)
    floor = -float("inf")
    for place in order:
        floor = placed[place] = max(values[place], floor + gap)
    back = sum(placed[place] - values[place] for place in order) / len(order)
    return [placed[place] - back for place in range(len(values))]
