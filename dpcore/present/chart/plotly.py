"""Charts drawn by Plotly in one style: intervals where known, a zero line, direct labels, and colours that colour-blind
people can distinguish.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, assert_never

import numpy as np

from dpcore.present import shape
from dpcore.present.chart import agreement, crossed_plotly, faint, field, graph, heat, numeral, outline, planes
from dpcore.present.chart.date_tick import dates
from dpcore.present.chart.drawing import Scale
from dpcore.present.chart.network import placed
from dpcore.present.chart.picture import (
    Agreement,
    Along,
    Field,
    HeatMap,
    Named,
    Network,
    Outline,
    Picture,
    Planes,
    Series,
    Shares,
    Spans,
    Tiles,
)
from dpcore.present.chart.picture import faint as unusable
from dpcore.present.language.translation import Say
from dpcore.present.text import scale
from dpcore.release.record import Release
from dpcore.result import Result
from dpcore.text import Text

if TYPE_CHECKING:
    import plotly.graph_objects as go

ACCENT = "#5b9bf0"
INTERVAL = "#3f83ea"
# After Okabe and Ito: distinguishable for colour-blind people, on light and dark backgrounds.
COLOURS = (ACCENT, "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#8f6fd1", "#8a94a0")
MAX_BARS, MAX_POINTS = 400, 2_000
_DIGIT, _PHONE = 7.0, 320.0  # the width of a digit, and of the smallest drawing area, in pixels


def chart(release: Release, seen: Result | None = None, say: Say = str) -> go.Figure | None:
    """The chart of a release that has more than one cell; None for a single number, which words show better.

    seen: the same answer with free views applied. say: translates a sentence into the reader's language.
    """
    shown = shape.presenter(release, seen)
    return None if shown.picture is None else _drawn(shown.picture, shown.alt, say)


def further(release: Release, say: Say = str) -> go.Figure | None:
    """The second chart of a model that states probabilities; None for others."""
    second = shape.presenter(release).second
    return None if second is None else _drawn(second.picture, second.alt, say)


def _drawn(picture: Picture, words: Text, say: Say) -> go.Figure:
    """A picture with its text alternative."""
    picture = picture.in_words_of(say)
    figure = base()
    match picture.across:
        case Named() | Spans() | Shares() if len(picture.first.value) > MAX_BARS:
            _band(figure, picture, say)
        case Named():
            _groups(figure, picture, picture.across, say)
        case Shares():
            _shares(figure, picture, picture.across, say)
        case Spans():
            _bins(figure, picture, picture.across, say)
        case Along():
            _lines(figure, picture, picture.across, say)
        case Field():
            figure = field.maps(figure, picture, picture.across, plain, say)
        case Tiles():
            heat.tiles(figure, picture, picture.across, plain, say)
        case HeatMap():
            crossed_plotly.plotted(figure, picture, picture.across, plain, say)
        case Network():
            graph.graph(figure, picture.across, placed(picture.across), ACCENT, plain)
        case Outline():
            outline.plotted(figure, picture, picture.across, (ACCENT, INTERVAL), plain)
        case Agreement():
            agreement.plotted(figure, picture, picture.across, (ACCENT, INTERVAL), plain, say)
        case Planes():
            figure = planes.plotted(figure, picture, picture.across, INTERVAL, plain, say)
        case _:
            assert_never(picture.across)
    figure.update_layout(meta={"alt": say(words)})
    if isinstance(picture.across, Field | Tiles | HeatMap | Network | Outline | Agreement | Planes):
        return figure
    largest = float(np.fmax.reduce(np.abs(picture.ends), axis=None, initial=0.0))  # NaN where nothing is stated
    title = numeral.titled(picture, bool(figure.layout.annotations), say)
    figure.update_yaxes(title=plain(title), tickformat=scale.axis_format(picture, largest))
    if frame := _frame(picture):
        figure.update_yaxes(range=_ends(frame))
    return figure


def plain(text: str) -> str:
    """Text escaped for Plotly, whose labels interpret some HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def base() -> go.Figure:
    """An empty figure in the common style."""
    import plotly.graph_objects as go

    figure = go.Figure()
    figure.update_layout(
        margin={"l": 8, "r": 8, "t": 16, "b": 8},
        height=360,
        showlegend=False,
        bargap=0.15,
        hovermode="closest",
        hoverlabel={"align": "left"},
        dragmode=False,
    )
    figure.update_yaxes(zeroline=True, zerolinewidth=1, automargin=True, tickformat="~s")
    figure.update_xaxes(automargin=True, fixedrange=True)
    return figure


def _groups(figure: go.Figure, picture: Picture, across: Named, say: Say) -> None:
    """Bars with names, or dots, with their numbers where there is room for all."""
    common, hover = _bars(picture, say)
    labels = [plain(name) for name in across.names]
    if picture.dots:
        common |= {"mode": "markers", "marker_size": 9, "marker_opacity": 1}
        hover = hover.replace("<extra>", f"{' ' if picture.spoken.ranks else ''}{plain(picture.spoken.ranks)}<extra>")
    add = figure.add_scatter if picture.dots else figure.add_bar
    add(x=labels, hovertemplate=f"%{{x}}: {hover}", **common)
    _faint(figure, picture, labels, say)
    _numbers(figure, picture, labels, say)
    figure.update_xaxes(type="category", title=plain(across.title), categoryorder="array", categoryarray=labels)
    if picture.rule:
        height, name = picture.rule
        figure.add_hline(y=height, line={"dash": "dash", "width": 1.5, "color": INTERVAL})
        # not beside the line, where the last bars are
        figure.add_annotation(
            x=1,
            xref="paper",
            xanchor="right",
            y=1,
            yref="paper",
            yanchor="top",
            text=f"– – {plain(name)}",
            showarrow=False,
        )


def _numbers(figure: go.Figure, picture: Picture, places: Sequence[Any], say: Say) -> None:
    """The number of each usable answer above its mark and its whisker, if all have room beside each other."""
    texts = [plain(numeral.beside(picture, place, say)).replace(" (", "<br>(") for place in range(len(places))]
    longest = max((len(line) for text in texts for line in text.split("<br>")), default=0)
    if not longest or (longest + 1) * len(places) * _DIGIT > _PHONE:
        return
    heights = np.fmax(np.fmax(picture.first.value, picture.first.high), -np.inf if picture.dots else 0.0).tolist()
    above = {"showarrow": False, "yanchor": "bottom", "yshift": 5 if picture.dots else 2}
    for x, y, text in zip(places, heights, texts, strict=True):
        if text:
            figure.add_annotation(x=x, y=y, text=text, **above)
    figure.update_layout(margin_t=32)


def _shares(figure: go.Figure, picture: Picture, across: Shares, say: Say) -> None:
    """Bars with names from the lower bound of each column, and the answers in their own units above them."""
    common, _ = _bars(picture, say)
    notes = ["" if good else f", {say(picture.verdict)}" for good in picture.good]
    common["customdata"] = np.column_stack([[plain(label) for label in across.labels], notes])
    common |= {"text": across.answers, "textposition": "outside", "cliponaxis": False}
    names = [plain(name) for name in across.names]
    figure.add_bar(x=names, hovertemplate="%{x}: %{customdata[0]}%{customdata[1]}<extra></extra>", **common)
    _faint(figure, picture, names, say)
    figure.update_xaxes(type="category", title=plain(across.title))


def _bins(figure: go.Figure, picture: Picture, across: Spans, say: Say) -> None:
    """Bars at their true positions on an axis of numbers or days."""
    common, hover = _bars(picture, say)
    names = [plain(name) for name in across.names]
    middle, width = np.add(across.starts, across.ends) / 2, np.subtract(across.ends, across.starts)
    if across.dates:
        day = 86_400_000.0  # Plotly measures the width of a bar over days in milliseconds
        places: Sequence[Any] = [_moment(value) for value in middle]
        width = width * day
    else:
        places = middle.tolist()
    figure.add_bar(
        x=places, width=width, text=names, textposition="none", hovertemplate=f"%{{text}}: {hover}", **common
    )
    _faint(figure, picture, places, say)
    figure.update_xaxes(title=plain(across.title))
    if across.dates:
        ticks = dates(across.starts[0], across.ends[-1], _PHONE)
        figure.update_xaxes(tickvals=[_moment(tick) for tick, _ in ticks], ticktext=[word for _, word in ticks])


def _moment(ordinal: float) -> dt.datetime:
    return dt.datetime.fromordinal(int(ordinal)) + dt.timedelta(days=ordinal % 1)


def _frame(picture: Picture) -> tuple[float, ...]:
    """The ends of the vertical axis where something lies beyond them, and otherwise none: Plotly finds its own."""
    if isinstance(picture.across, Shares):
        return 0.0, 1.0
    if picture.within or not isinstance(picture.across, Named | Spans) or (all(picture.good) and not picture.dots):
        return picture.within
    axis = Scale.over(picture.ends, 0, 1, picture.zero)
    return axis.low, axis.high


def _ends(within: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis, a little beyond those of its lines."""
    edge = 0.04 * (within[1] - within[0])
    return within[0] - edge, within[1] + edge


def _bars(picture: Picture, say: Say) -> tuple[dict[str, Any], str]:
    """Bars with whiskers, and their hover text. Cells that are not usable have none: `_faint` draws them."""
    good, series = np.array(picture.good), picture.first
    common: dict[str, Any] = {
        "y": [value if usable else None for value, usable in zip(series.value, picture.good, strict=True)],
        "marker_color": ACCENT,
        "marker_opacity": 0.5,
    }
    form, unit = scale.hover_format(picture), f" {plain(picture.unit)}" if picture.unit else ""
    told = picture.spoken.series or series
    hover = f"%{{customdata[3]:{form}}}{unit}" if picture.spoken.series else f"%{{y:{form}}}{unit}"
    if picture.intervals:
        notes = np.where(good, "", f", {say(picture.verdict)}").astype(object)
        common |= {
            "error_y": _whiskers(series),
            "customdata": np.column_stack([told.low, told.high, notes, told.value]),
        }
        hover += f" ({_interval(form, say)})%{{customdata[2]}}"
    return common, hover + "<extra></extra>"


def _faint(figure: go.Figure, picture: Picture, places: Sequence[Any], say: Say) -> None:
    """The cells that are not usable, in grey. places: of all cells on the horizontal axis."""
    ends = _frame(picture) or (0.0, 1.0)
    texts = [plain(numeral.full(picture, place, say)) for place in range(len(picture.good))]
    faint.plotted(figure, unusable(picture, *ends), places, texts, ends[0])


def _interval(form: str, say: Say) -> str:
    """The ends of an interval in the hover text, in a d3 format."""
    return say(Text("{low} to {high}", low=f"%{{customdata[0]:{form}}}", high=f"%{{customdata[1]:{form}}}"))


def _whiskers(series: Series) -> Mapping[str, Any]:
    return {
        "type": "data",
        "symmetric": False,
        "array": np.subtract(series.high, series.value),
        "arrayminus": np.subtract(series.value, series.low),
        "color": INTERVAL,
        "thickness": 2,
        "width": 3 if len(series.value) <= 60 else 0,
    }


def _band(figure: go.Figure, picture: Picture, say: Say) -> None:
    """Many cells by position: points with an interval band if known; only the first cells if there are very many."""
    cells = len(picture.first.value)
    places = Along(tuple(range(1, min(cells, MAX_POINTS) + 1)), "")
    _line(figure, picture, picture.first, places, ACCENT, "%{x}", say)
    title = Text("cell, in the table's order")
    if cells > MAX_POINTS:
        title = Text("cell, in the table's order (the first {shown:,} of {size:,})", shown=MAX_POINTS, size=cells)
    figure.update_xaxes(title=say(title))


def _lines(figure: go.Figure, picture: Picture, across: Along, say: Say) -> None:
    """One line per series inside its band; a legend if there are several."""
    several = len(picture.series) > 1
    for series, colour in zip(picture.series, COLOURS, strict=False):
        _line(figure, picture, series, across, colour, f"{plain(series.name)} %{{x}}".strip(), say)
    figure.update_layout(
        showlegend=several, legend={"orientation": "h", "y": 1.12, "traceorder": "normal"}, hovermode="closest"
    )
    figure.update_xaxes(title=plain(across.title))


def _line(
    figure: go.Figure, picture: Picture, series: Series, across: Along, colour: str, hover: str, say: Say
) -> None:
    """Answers as a line inside the band of their intervals, if these are known; with gaps where it leaves the axis."""
    places, size, form = across.at, len(across.at), scale.hover_format(picture)
    frame = _frame(picture)
    low, high = _ends(frame) if frame else (-np.inf, np.inf)
    shown = [value if low <= value <= high else None for value in series.value[:size]]
    if picture.intervals:
        plainly = {"mode": "lines", "line_width": 0, "hoverinfo": "skip", "showlegend": False}
        for part in _parts(series.low[:size]):
            band = plainly | {"x": places[part]}
            figure.add_scatter(y=series.high[:size][part], **band)
            figure.add_scatter(y=series.low[:size][part], fill="tonexty", fillcolor="rgba(138,148,160,0.3)", **band)
    figure.add_scatter(
        x=places,
        y=shown,
        mode="lines+markers" if across.marked else "lines",
        line={"color": colour, "width": 1 if len(picture.series) == 1 and size > MAX_BARS else 2},
        name=plain(series.name),
        customdata=np.column_stack([series.low[:size], series.high[:size]]),
        hovertemplate=f"{hover}: %{{y:{form}}} ({_interval(form, say)})<extra></extra>"
        if picture.intervals
        else f"{hover}: %{{y:{form}}}<extra></extra>",
    )


def _parts(values: Sequence[float]) -> list[slice]:
    """The stretches without NaN; all of them if every value is NaN."""
    ends = np.diff(np.concatenate([[0], ~np.isnan(values), [0]]).astype(np.int64))
    pairs = zip(np.flatnonzero(ends > 0), np.flatnonzero(ends < 0), strict=True)
    return [slice(int(first), int(last)) for first, last in pairs] or [slice(None)]
