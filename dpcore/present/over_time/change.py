"""The chart of a comparison: each group's difference with its interval about a zero line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpcore.present.chart.plotly import ACCENT, INTERVAL, MAX_BARS, base, plain
from dpcore.present.shape import tidy
from dpcore.present.text import scale

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from dpcore.present.over_time.compare import Comparison

QUIET = "#8a94a0"


def chart(found: Comparison) -> go.Figure | None:
    """Differences with their intervals about a zero line; None for a single number, which words show better.

    Those that changed by more than noise explains are full, the others hollow and grey.
    """
    if len(found.difference) == 1:
        return None
    columns = found.after.result.columns
    cells = min(found.after.cells, MAX_BARS)
    change, low, high = (getattr(found, name)[:cells] for name in ("difference", "low", "high"))
    changed = found.changed[:cells]
    figure = base()
    figure.add_scatter(
        x=[plain(label) for label in tidy.cell_labels(found.after, columns)[:cells]],
        y=change,
        mode="markers",
        marker={
            "color": [ACCENT if one else QUIET for one in changed],
            "symbol": ["circle" if one else "circle-open" for one in changed],
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
        hovertemplate=f"%{{x}}: %{{y:{scale.hover_format(found.after.query)}}}<extra></extra>",
    )
    some = f" (the first {cells:,} of {len(found.difference):,})" if cells < len(found.difference) else ""
    figure.update_xaxes(type="category", title=plain(", ".join(tidy.key_names(found.after, columns))) + some)
    form = scale.axis_format(found.after.query, float(abs(change).max()))
    figure.update_yaxes(title="difference", rangemode="tozero", tickformat=form)
    figure.update_layout(meta={"alt": f"Chart of the difference of {found.after}. {found.words}"})
    return figure
