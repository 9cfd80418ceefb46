"""The numbers of a chart as text, with no more digits than their error supports."""

from __future__ import annotations

import math

from dpcore.present.chart.picture import Picture, Shares
from dpcore.present.language.translation import Say
from dpcore.present.text.digits import significant
from dpcore.text import Text

_DIGITS = 4  # of a number whose error is not known in its own unit, as of a median


def answer(picture: Picture, place: int) -> str:
    """The number of a mark: "20,040", "−3.1", "12.5 %"."""
    line = picture.spoken.series or picture.first
    return _written(picture, line.value[place], _half(line.low[place], line.high[place]))


def beside(picture: Picture, place: int, say: Say) -> str:
    """What stands beside a mark: its number, and its error in ranks if that is known; empty for one of no use."""
    if not picture.good[place] or not math.isfinite(picture.first.value[place]):
        return ""
    number = answer(picture, place)
    return (
        say(Text("{number} ({ranks})", number=number, ranks=picture.spoken.ranks)) if picture.spoken.ranks else number
    )


def titled(picture: Picture, told: bool, say: Say) -> str:
    """The title of the axis of answers, with the error in ranks unless that is told beside each mark."""
    if told or not picture.spoken.ranks:
        return picture.title
    return say(Text("{title} ({ranks})", title=picture.title, ranks=picture.spoken.ranks))


def interval(picture: Picture, place: int, say: Say) -> str:
    """The ends of the interval of a mark, "12 to 30"; empty if it has none."""
    line = picture.spoken.series or picture.first
    low, high = line.low[place], line.high[place]
    if not math.isfinite(low + high):
        return ""
    half = _half(low, high)
    return say(Text("{low} to {high}", low=_written(picture, low, half), high=_written(picture, high, half)))


def full(picture: Picture, place: int, say: Say) -> str:
    """A mark by its name, its number, its interval and, if it is not usable, why."""
    if isinstance(across := picture.across, Shares):
        number = across.labels[place]
    else:
        ends = interval(picture, place, say)
        unit = f" {picture.unit}" if picture.unit else ""
        number = f"{answer(picture, place)}{unit}" + (
            f" ({ends or picture.spoken.ranks})" if ends or picture.spoken.ranks else ""
        )
    note = "" if picture.good[place] else f", {say(picture.verdict)}"
    return f"{_name(picture, place)}: {number}{note}"


def _name(picture: Picture, place: int) -> str:
    names: tuple[str, ...] = getattr(picture.across, "names", ())
    return names[place]


def _half(low: float, high: float) -> float:
    return (high - low) / 2


def _written(picture: Picture, value: float, half: float) -> str:
    factor, unit = (100.0, " %") if picture.percent and not isinstance(picture.across, Shares) else (1.0, "")
    whole = (
        0.0 if picture.spoken.digits or picture.percent else 10.0
    )  # a count has no decimals, however small its error is
    if not half > 0 and math.isfinite(value):  # no interval, or no noise
        size = math.floor(math.log10(abs(factor * value))) if value else 0
        places = max(0, min(picture.spoken.digits, _DIGITS - 1 - size))
        text = f"{round(factor * value, places) + 0.0:,.{places}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        text = significant(factor * value, max(factor * half, whole))
    return f"{text}{unit}".replace("-", "−")
