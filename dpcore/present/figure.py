"""One chart style: intervals wherever they are known, a zero line, direct labels, colours that all can tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dpcore.present import scale, tidy
from dpcore.present.usable import NOT_USABLE, usable
from dpcore.present.words import meaning
from dpcore.queries.count import Counts
from dpcore.record import Release

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go
    from numpy.typing import NDArray

ACCENT = "#5b9bf0"
INTERVAL = "#3f83ea"
MAX_BARS, MAX_POINTS = 400, 2_000


def chart(release: Release, table: pd.DataFrame | None = None) -> go.Figure | None:
    """The chart of a release that has more than one cell; None for a single number, which words show better.

    table: the release's own table, post-processed.
    """
    table = release.table if table is None else table
    if len(table) < 2:
        return None
    figure = base()
    if len(table) > MAX_BARS:
        _band(figure, table, tidy.ends(release))
    else:
        _bars(figure, release, table)
    figure.update_layout(meta={"alt": alt(release)})
    largest = float(table[list(tidy.ends(release))].abs().max().max())
    figure.update_yaxes(title=axis_title(release), tickformat=scale.axis_format(release.query, largest))
    return figure


def has_pale(release: Release) -> bool:
    """Whether the chart draws bars that are not usable."""
    return 2 <= len(release.estimates["estimate"]) <= MAX_BARS and not usable(release).all()


def alt(release: Release) -> str:
    """The text alternative of the chart: the sentence under it."""
    return f"Chart of {release}. {meaning(release)}"


def axis_title(release: Release) -> str:
    """What the vertical axis measures."""
    words = release.query.words
    return plain("Rows" if words.startswith(("Histogram", "Count")) else words)


def plain(text: str) -> str:
    """Text that plotly shows as it is: its labels read a little HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def base() -> go.Figure:
    """An empty figure in the one style of charts."""
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


def _bars(figure: go.Figure, release: Release, table: pd.DataFrame) -> None:
    """Bars with whiskers; bins at their true places, categories by name, several keys as one label.

    Bars of cells that are not usable are paler.
    """
    good = usable(release)
    common: dict[str, Any] = {
        "y": table["estimate"],
        "marker_color": ACCENT,
        "marker_opacity": np.where(good, 0.5, 0.15),
        "marker_line": {"color": ACCENT, "width": np.where(good, 0, 1)},
    }
    form, rows = scale.hover_format(release.query), " rows" if isinstance(release.query, Counts) else ""
    hover = f"%{{y:{form}}}{rows}"
    if "low" in tidy.ends(release):
        common |= _intervals(table, good)
        hover += f" (%{{customdata[0]:{form}}} to %{{customdata[1]:{form}}})%{{customdata[2]}}"
    hover += "<extra></extra>"
    if release.query.shape == "bins" and table["bin_low"].dtype.kind == "f":
        middle = (table["bin_low"] + table["bin_high"]) / 2
        names = [plain(name) for name in bin_names(release, table)]
        width = table["bin_high"] - table["bin_low"]
        figure.add_bar(
            x=middle, width=width, text=names, textposition="none", hovertemplate=f"%{{text}}: {hover}", **common
        )
        cut = tidy.cut_short(release, list(table["bin_low"]), list(table["bin_high"]))
        title = getattr(release.query, "column", "")
        figure.update_xaxes(title=plain(f"{title} ({cut})" if cut else title))
    else:
        labels = [plain(label) for label in cell_labels(release, table)]
        figure.add_bar(x=labels, hovertemplate=f"%{{x}}: {hover}", **common)
        figure.update_xaxes(type="category", title=plain(", ".join(key_names(release, table))))


def _intervals(table: pd.DataFrame, good: NDArray[np.bool_]) -> dict[str, Any]:
    """The whiskers of bars, and what is said of them beside the pointer."""
    notes = np.where(good, "", f", {NOT_USABLE}")
    return {
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": table["high"] - table["estimate"],
            "arrayminus": table["estimate"] - table["low"],
            "color": INTERVAL,
            "thickness": 2,
            "width": 3 if len(table) <= 60 else 0,
        },
        "customdata": np.column_stack([table["low"], table["high"], notes.astype(object)]),
    }


def _band(figure: go.Figure, table: pd.DataFrame, ends: Sequence[str]) -> None:
    """Many cells: points with an interval band where it is known, by position; of very many, the first ones."""
    cells, table = len(table), table.head(MAX_POINTS)
    position = list(range(1, len(table) + 1))
    if "low" in ends:
        figure.add_scatter(x=position, y=table["high"], mode="lines", line_width=0, hoverinfo="skip")
        figure.add_scatter(
            x=position, y=table["low"], mode="lines", line_width=0, fill="tonexty", fillcolor="rgba(138,148,160,0.3)"
        )
    figure.add_scatter(x=position, y=table["estimate"], mode="lines", line={"color": ACCENT, "width": 1})
    some = f" (the first {MAX_POINTS:,} of {cells:,})" if cells > MAX_POINTS else ""
    figure.update_xaxes(title=f"cell, in the table's order{some}")


def key_names(release: Release, table: pd.DataFrame) -> list[str]:
    """The key columns of an answer's table; a histogram's own column where they are bins."""
    names = [name for name in table.columns if name not in ("estimate", "std_error", "low", "high")]
    return [getattr(release.query, "column", "bin")] if names[:1] == ["bin_low"] else names


def bin_names(release: Release, table: pd.DataFrame) -> list[str]:
    """Each bin by its ends: "20 to 24" where both belong to it, "20 to below 25" where the upper one does not."""
    return tidy.spans(release, list(table["bin_low"]), list(table["bin_high"]))


def cell_labels(release: Release, table: pd.DataFrame) -> list[str]:
    """One short label a cell."""
    if "bin_low" in table.columns:
        return bin_names(release, table)
    return [" · ".join(map(tidy.written, row)) for row in table[key_names(release, table)].itertuples(index=False)]
