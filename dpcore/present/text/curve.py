"""What is said of a smooth function: where it is highest, and that its picture may leave out points of much noise."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpcore.present.text.digits import key_text
from dpcore.result import Expansion, Result, Smooth
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LISTED = 6


def peaks(result: Smooth, good: NDArray[np.bool_]) -> Text:
    """Where each of the first functions is highest: "371 at 35", with its group before it.

    good: the points that are usable; where there are none, all of them are looked at.
    """
    lines = np.array(result.figures["estimate"]).reshape(-1, result.points)[:_LISTED]
    known = good.reshape(-1, result.points)[:_LISTED]
    tops = [
        int(np.where(some | ~some.any(), line, -math.inf).argmax()) for line, some in zip(lines, known, strict=True)
    ]
    places = [", ".join(f"{result.keys[name][top]:g}" for name in result.arguments) for top in tops]
    both = zip(lines, tops, places, strict=True)
    highest = [Text("{value:.3g} at {place}", value=line[top], place=place) for line, top, place in both]
    groups = [", ".join(f"{name} {key_text(key)}" for name, key in group.items()) for group in result.groups]
    return joined(
        [
            Text("{group}: {value}", group=group, value=peak) if group else peak
            for group, peak in zip(groups, highest, strict=False)
        ],
        "; ",
    )


def left_out(result: Result) -> Text:
    """That a curve leaves its picture where margins are far larger than usual; else empty."""
    if not isinstance(result, Expansion) or not result.far.any():
        return Text("")
    return Text("Where margins are over five times the usual one, the curve may leave the picture. The table has it.")
