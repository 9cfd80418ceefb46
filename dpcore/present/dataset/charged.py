"""What was charged over time: a line that steps up at each release, up to the whole budget."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dpcore.present.dataset.usage import booked
from dpcore.present.explore.axis import Axis
from dpcore.present.explore.figure import Figure
from dpcore.present.explore.svg import LINES, Panel
from dpcore.present.language.translation import Say
from dpcore.present.text import amount
from dpcore.present.text.amount import Gauge
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger.entry import Entry

_DAY = 86_400.0
_APART = 0.06  # of the height, between the names of two ticks


def charged(entries: Sequence[Entry], scale: Gauge, say: Say = str) -> Figure | None:
    """The chart; None where nothing was charged. entries: of the dataset, oldest first.

    The line is drawn in shares of the whole budget as it is now, which add up, as the bar of a budget is; words and
    ticks are in the reader's unit.
    """
    steps = [(_seconds(entry.time), booked(entry, scale.meter)) for entry in entries if entry.kind == "charge"]
    if not any(size for _, size in steps) or not scale.meter.whole:
        return None
    begun, last = _seconds(entries[0].time), _seconds(entries[-1].time)
    x, y, sums = [0.0], [0.0], 0
    for moment, size in steps:
        x += [moment - begun] * 2
        y += [_share(sums, scale), _share(sums + size, scale)]
        sums += size
    end = max(last - begun, 60.0)
    said = Text(
        "Charged over time: {charged} in {releases} between {first} and {last}.",
        charged=_charged(sums, scale),
        releases=Text.counted("{n} release", "{n:,} releases", n=len(steps)),
        first=entries[0].time[:10],
        last=entries[-1].time[:10],
    )
    ticks = [end * part for part in (0.1, 0.5, 0.9)]  # a name at the end would be cut
    across = Axis(Text("time (UTC)"), 0.0, end, ticks, spelt=lambda at: _spelt(begun + at, end))
    top = min(100.0, max(5.0, 1.25 * _share(sums, scale)))
    named = _named(top, scale)
    up = Axis(amount.FIELDS[scale.unit], 0.0, top, list(named), spelt=lambda share: named[share])
    panel = Panel(across, up, said, say=say)
    panel.line([*x, end], [*y, _share(sums, scale)], LINES[0])
    for moment, share in zip(x[2::2], y[2::2], strict=True):
        panel.dot(moment, share, LINES[0])
    return Figure(panel.svg(), said)


def _share(amount: int, scale: Gauge) -> float:
    return 100.0 * scale.meter.read(amount, "share")


def _charged(sums: int, scale: Gauge) -> Text:
    """All that was charged: "epsilon 0.410 of 1"; a share says of what it is itself."""
    said = scale.up(sums)
    return said if scale.unit == "share" else Text("{charged} of {whole}", charged=said, whole=scale.whole)


def _named(top: float, scale: Gauge) -> dict[float, str]:
    """The ticks up to a share, by their place: round figures of the unit, none where it would touch the next below."""
    if scale.unit == "share":
        return {value: f"{value:g}" for value in _round(top)}
    highest = scale.meter.read(int(scale.meter.whole * top / 100), scale.unit)
    size = 10.0 ** math.floor(math.log10(highest))
    step = next(step * size for step in (0.1, 0.2, 0.25, 0.5, 1.0, 2.0) if highest / (step * size) <= 6)
    named = {0.0: "0"}
    for place in range(1, int(highest / step + 1e-9) + 1):
        share = _share(scale.amount(place * step), scale)
        if share - max(named) >= _APART * top:
            named[share] = f"{place * step:.3g}"
    return named


def _seconds(time: str) -> float:
    return dt.datetime.fromisoformat(time).timestamp()


def _spelt(at: float, span: float) -> str:
    moment = dt.datetime.fromtimestamp(at, dt.UTC)
    form = "%Y-%m-%d" if span > 3 * _DAY else "%Y-%m-%d %H:%M" if span > _DAY else "%H:%M"
    return moment.strftime("%H:%M:%S" if span < 600 else form)


def _round(top: float) -> list[float]:
    step = next(step for step in (1, 2, 5, 10, 20, 25) if top / step <= 5)
    return [float(step * place) for place in range(int(top // step) + 1)]
