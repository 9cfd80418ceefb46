"""The chart of a comparison: each group's difference with its interval around a zero line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpcore.present.chart.plotly import ACCENT, INTERVAL, MAX_BARS, base, plain
from dpcore.present.language.translation import Say
from dpcore.present.text import scale, tidy
from dpcore.text import Text

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from dpcore.present.over_time.compare import Comparison

QUIET = "#8a94a0"


def chart(comparison: Comparison, say: Say = str) -> go.Figure | None:
    """Differences with their intervals around a zero line; None for a single number, which words show better.

    Groups that changed by more than noise explains have filled marks, the others hollow grey marks. say: translates a
    sentence into the reader's language.
    """
    if len(comparison.difference) == 1:
        return None
    columns = comparison.after.result.columns
    cells = min(comparison.after.cells, MAX_BARS)
    change, low, high = (getattr(comparison, name)[:cells] for name in ("difference", "low", "high"))
    changed = comparison.changed[:cells]
    figure = base()
    figure.add_scatter(
        x=[plain(say(label)) for label in tidy.cell_labels(comparison.after, columns)[:cells]],
        y=change,
        mode="markers",
        marker={
            "color": [ACCENT if change_ else QUIET for change_ in changed],
            "symbol": ["circle" if change_ else "circle-open" for change_ in changed],
            "size": 9,
        },
        error_y={
            "type": "data",
            "symmetric": False,
            "array": high - change,
            "arrayminus": change - low,
            "color": INTERVAL,
            "thickness": 2,
            "width": 3 if cells <= 60 else 0,
        },
        hovertemplate=f"%{{x}}: %{{y:{scale.hover_format(comparison.after.query.error)}}}<extra></extra>",
    )
    names, size = ", ".join(tidy.key_names(comparison.after, columns)), len(comparison.difference)
    title = (
        names if cells == size else Text("{keys} (the first {cells:,} of {size:,})", keys=names, cells=cells, size=size)
    )
    figure.update_xaxes(type="category", title=plain(say(title)))
    form = scale.axis_format(comparison.after.query.error, float(abs(change).max()))
    figure.update_yaxes(title=say(Text("difference")), rangemode="tozero", tickformat=form)
    alt = Text(
        "Chart of the difference of {question}. {words}", question=comparison.after.sentence, words=comparison.words
    )
    figure.update_layout(meta={"alt": say(alt)})
    return figure
