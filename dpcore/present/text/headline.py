"""The large figure of an answer of one cell; an answer that is not usable has none."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

from dpcore.present.text import margin, scale, tidy
from dpcore.present.text.usable import usable
from dpcore.release.record import Release, reach
from dpcore.text import Text

# vital
NOT_USABLE = Text("Not usable")


@final
@dataclass(frozen=True, slots=True)
class Headline:
    """figure: printed large. error: beside it. drawn: in small print, the noisy number where it is not an answer."""

    figure: str
    error: str = ""
    drawn: str = ""


def headline(release: Release, figures: Mapping[str, Any] | None = None) -> Headline:
    """The figure of an answer of one cell. figures: as a view shows them; by default as released."""
    half = scale.of(release.query) * float(reach(release)[0])
    number, error = tidy.number(release, half, figures) + scale.unit(release.query), margin.beside(release)
    if usable(release).all():
        return Headline(number, error)
    if math.isnan(float((release.figures if figures is None else figures)["estimate"][0])):
        return Headline(NOT_USABLE, drawn=error)  # the drawn number is no answer at all
    if not error:
        return Headline(NOT_USABLE, drawn=Text("Drawn with noise: {number}", number=number))
    return Headline(NOT_USABLE, drawn=Text("Drawn with noise: {number} {error}", number=number, error=error))
