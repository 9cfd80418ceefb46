"""The bar of a budget: drawn in shares, which add up, with ticks in the reader's unit below it.

So "epsilon 0.41 of 1" stands exactly at its tick, though that is 19 % of the bar. A style sheet is not needed.
"""

from __future__ import annotations

from html import escape

from markupsafe import Markup

from dpcore.budget.meter import Meter
from dpcore.present.text.amount import Gauge

_ACCENT, _PLAN = "light-dark(#1f5fbf, #5b9bf0)", "light-dark(#d97706, #f5a742)"
_EMPTY = "color-mix(in srgb, currentcolor 14%, transparent)"  # a dialog does not know the colour scheme
_HATCHED = f"repeating-linear-gradient(45deg, light-dark(#8a94a6, #8a94a6) 0 3px, {_EMPTY} 3px 7px)"
_TRACK = f"display:block;position:relative;height:12px;border-radius:6px;overflow:hidden;background:{_EMPTY}"
_APART = 0.07  # of the bar, between the names of two ticks


def bar(scale: Gauge, alt: str, after: Meter | None = None, *, ticks: bool = True) -> Markup:
    """The bar as HTML. alt: the text alternative. after: the same account after a plan, whose part is set off."""
    meter = scale.meter
    spent = _share(meter, meter.spent)
    parts = [(0.0, spent, _ACCENT)]
    if after is not None:
        parts.append((spent, _share(meter, after.spent) - spent, _PLAN))
    if meter.reserved:
        size = _share(meter, meter.reserved)
        parts.append((1.0 - size, size, _HATCHED))
    blocks = "".join(
        f'<span style="position:absolute;top:0;bottom:0;left:{100 * start:.3f}%;width:{100 * max(size, 0.0):.3f}%;'
        f'min-width:{2 if size > 0 else 0}px;background:{color}"></span>'
        for start, size, color in parts
    )
    track = f'<span style="{_TRACK}">'
    marks = "".join(_tick(place, name) for place, name in _named(scale)) if ticks else ""
    below = f'<span style="display:block;position:relative;height:1.5rem">{marks}</span>' if ticks else ""
    return Markup(f'<div role="img" aria-label="{escape(alt)}" style="width:100%">{track}{blocks}</span>{below}</div>')


def _share(meter: Meter, amount: int) -> float:
    return min(1.0, meter.read(amount, "share"))


def _named(scale: Gauge) -> list[tuple[float, str]]:
    """The ticks, without a name where it would touch the next one to the right, down to the whole."""
    marks = [(0.0, "0"), *((place, _name(scale, value)) for place, value in scale.meter.ticks(scale.unit))]
    named: list[tuple[float, str]] = []
    for place, name in reversed(marks):
        free = not named or named[-1][0] - place >= _APART
        if free:
            named.append((place, name))
    return named[::-1]


def _name(scale: Gauge, value: float) -> str:
    return f"{100 * value:g} %" if scale.unit == "share" else f"{value:.3g}"


def _tick(place: float, name: str) -> str:
    shift = 0 if place < _APART / 2 else 100 if place > 1 - _APART / 2 else 50
    return (
        f'<span style="position:absolute;top:0;left:{100 * place:.3f}%;border-left:1px solid currentcolor;'
        f'height:5px;opacity:.6"></span><span style="position:absolute;top:5px;left:{100 * place:.3f}%;'
        f'transform:translateX(-{shift}%);font-size:.75rem;white-space:nowrap">{escape(name)}</span>'
    )
