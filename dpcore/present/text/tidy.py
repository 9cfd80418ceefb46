"""An answer's table for reading: column names, whole-number bins, no more digits than the error supports."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dpcore.present.file.export import cell
from dpcore.present.language.translation import Say
from dpcore.present.text import scale
from dpcore.present.text.digits import significant
from dpcore.present.text.usable import marks, usable
from dpcore.release.record import Release
from dpcore.result import FIGURES
from dpcore.table.column import Number
from dpcore.text import Text, joined

if TYPE_CHECKING:
    import pandas as pd

NAMES = {
    "part": Text("part"),
    "variable": Text("variable"),
    "bin_low": Text("from"),
    "bin_high": Text("to"),
    "estimate": Text("answer"),
    "std_error": Text("standard error"),
    "low": Text("low"),
    "high": Text("high"),
}


def readable(release: Release, table: pd.DataFrame, say: Say = str) -> pd.DataFrame:
    """The table with readable columns; bins of whole numbers become "from 0 to 4", both ends included.

    Columns of figures that are not known for any cell are left out. Cells that are not usable are marked. Text that a
    spreadsheet would run as a formula is escaped, because a shown table can be downloaded.
    """
    shown = table.copy()
    column = release.facts_table.schema.columns.get(getattr(release.query, "column", ""))
    if "bin_low" in shown and isinstance(column, Number) and column.integer:
        shown["bin_low"], shown["bin_high"] = closed(list(shown["bin_low"]), list(shown["bin_high"]))
    factor = scale.of(release.query)
    for name in FIGURES:
        shown[name] = shown[name].astype(float) * factor
    digits = digits_by_entry(release, shown)
    for name in FIGURES:
        shown[name] = [round(value, places) + 0.0 for value, places in zip(shown[name], digits, strict=True)]
    shown = shown.drop(columns=[name for name in FIGURES if name not in figures(release)])
    keys = [name for name in shown.columns if name not in FIGURES]
    for name in keys:
        if shown[name].dtype == bool:
            shown[name] = [say(written(bool(value))) for value in shown[name]]
        if shown[name].dtype == object or shown[name].dtype.kind not in "iufb":
            shown[name] = [cell(value) for value in shown[name]]
    for name, values in release.result.keys.items():
        if any(isinstance(value, Text) for value in values):  # a frame keeps none
            shown[name] = [say(value) if isinstance(value, Text) else cell(value) for value in values[: len(shown)]]
    percent = " (%)" if scale.is_percent(release.query) else ""
    renamed = {name: say(text) + percent * (name in FIGURES) for name, text in NAMES.items()}
    own = release.result.own_names
    renamed = {name: text for name, text in renamed.items() if name not in keys or name in own}
    renamed |= release.result.behind
    shown = shown.rename(columns={name: text for name, text in renamed.items() if text not in keys})
    shown = shown.rename(columns={name: cell(name) for name in shown.columns})
    if notes := marks(release, usable(release))[: len(shown)]:
        note = say(Text("note"))
        shown[note if note not in shown else say(Text("note (margin)"))] = [say(mark) for mark in notes]
    return shown


def digits_by_entry(release: Release, table: Mapping[str, Any] | pd.DataFrame) -> list[int]:
    """Digits after the decimal point of each entry: those of all, but of a model, whose units differ, its own."""
    if not release.result.compares:
        return [digits_of(release, table)] * len(table["estimate"])
    half = np.subtract(table["high"], table["low"]) / 2
    return [_places(*pair) for pair in zip(half, table["estimate"], strict=True)]


def _places(half: float, value: float) -> int:
    """Digits after the decimal point: two of the error; three of the number itself if its error is not known."""
    size, digits = (half, 1) if math.isfinite(half) and half > 0 else (abs(value), 2)
    return digits - math.floor(math.log10(size)) if math.isfinite(size) and size > 0 else 0


def key_names(release: Release, columns: Mapping[str, Any]) -> list[str]:
    """The key columns of an answer's table; for bins, the name of the column."""
    names = [name for name in columns if name not in FIGURES]
    return [getattr(release.query, "column", "bin")] if names[:1] == ["bin_low"] else names


def cell_labels(release: Release, columns: Mapping[str, Any]) -> list[str]:
    """One short label per cell: a bin by its ends; several keys joined."""
    if "bin_low" in columns:
        return spans(release, list(columns["bin_low"]), list(columns["bin_high"]))
    keys = (columns[name] for name in key_names(release, columns))
    return [joined(map(written, row), " · ") for row in zip(*keys, strict=True)]


def written(value: object) -> str:
    """A key, formatted for reading."""
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    if isinstance(value, Text):  # a word of ours, such as the part of a model: it is translated when it is drawn
        return value
    return f"{value:,.12g}" if isinstance(value, float) else str(value)


def closed(lows: Sequence[float], highs: Sequence[float]) -> tuple[list[int], list[int]]:
    """Bins of whole numbers by first and last number. Bins are half-open; only the last includes its upper edge."""
    ends = [math.floor(high) if high % 1 else int(high) - 1 for high in highs]
    return [math.ceil(low) for low in lows], [*ends[:-1], *(math.floor(high) for high in highs[-1:])]


def spans(release: Release, lows: Sequence[Any], highs: Sequence[Any]) -> list[str]:
    """Bins by their ends: "20 to 24" where both ends are included, "0.5 to below 1" where the upper end is not.

    Periods are given by their first and last day.
    """
    column = release.facts_table.schema.columns.get(getattr(release.query, "column", ""))
    if not isinstance(column, Number):
        return [_span(str(low), str(high)) for low, high in zip(lows, highs, strict=True)]
    if column.integer:
        ends = zip(*closed(lows, highs), strict=True)
        return [_span(f"{low:,}", f"{high:,}") for low, high in ends]
    named = [(f"{low:,.12g}", f"{high:,.12g}") for low, high in zip(lows, highs, strict=True)]
    last = len(named) - 1
    return [
        Text("{low} to {high}", low=low, high=high)
        if place == last
        else Text("{low} to below {high}", low=low, high=high)
        for place, (low, high) in enumerate(named)
    ]


def _span(low: str, high: str) -> str:
    return low if low == high else Text("{low} to {high}", low=low, high=high)


def cut_short(release: Release, lows: Sequence[Any], highs: Sequence[Any]) -> str:
    """A note if the upper bound gives the last bin of whole numbers fewer values than the others; else empty."""
    column = release.facts_table.schema.columns.get(getattr(release.query, "column", ""))
    if not isinstance(column, Number) or not column.integer or release.query.to_dict().get("whole") != "equal":
        return ""
    name = spans(release, lows, highs)[-1]
    return Text("last bin is shorter: {bin}", bin=name) if highs[-1] - lows[-1] < highs[0] - lows[0] else ""


def figures(release: Release) -> tuple[str, ...]:
    """The names of the known figures of an answer."""
    if release.query.error.unit == "value":
        return FIGURES
    stated = release.query.error.intervals or not all(map(math.isnan, release.figures["low"]))
    return ("estimate", "low", "high") if stated else ("estimate",)


def ends(release: Release) -> tuple[str, ...]:
    """The names of the figures that a chart's axis must include."""
    return ("low", "high") if "low" in figures(release) else ("estimate",)


def number(release: Release, half: float, table: Mapping[str, Any] | pd.DataFrame | None = None) -> str:
    """A single answer with as many digits as its error (`half`, as shown) supports, or those of its grid.

    table: the post-processed table of the release; default its estimates.
    """
    value = scale.of(release.query) * float((release.figures if table is None else table)["estimate"][0])
    if release.query.error.unit != "value":
        return f"{value:,.{digits_of(release, {})}f}" if math.isfinite(value) else "–"
    return significant(value, half)


def digits_of(release: Release, table: Mapping[str, Any] | pd.DataFrame) -> int:
    """Digits after the decimal point that the median error, or the grid, supports (0 to 9).

    Where cells have different units, those that the smallest error supports.
    """
    if release.query.error.unit != "value":
        return max(0, min(9, -math.floor(math.log10(release.query.quantity(release.facts_table).step))))
    low, high = release.query.quantity(release.facts_table).cell_bounds(len(release.figures["estimate"]))
    widths = np.subtract(high, low)
    middle = np.nanmedian if (widths == widths[0]).all() else np.nanmin
    half = float(middle(np.subtract(table["high"], table["low"]))) / 2
    return max(0, min(9, 1 - math.floor(math.log10(half)))) if math.isfinite(half) and half > 0 else 6
