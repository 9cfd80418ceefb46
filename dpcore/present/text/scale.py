"""The display scale of answers: shares in percent, everything else unchanged."""

from __future__ import annotations

from typing import Protocol

from dpcore.present.explore.axis import number
from dpcore.queries import Query
from dpcore.release.record import Release
from dpcore.text import Text

POINTS = Text("percentage points")


class Shown(Protocol):
    """What is known of a question's errors, or a picture of its answers."""

    @property
    def percent(self) -> bool:
        """Whether the answers are shares, shown in percent."""


def is_percent(query: Query) -> bool:
    """Whether the answer is a share, which is shown in percent."""
    return query.error.percent


def measure(release: Release) -> str:
    """The title of an axis of answers: their unit, or what is measured."""
    if is_percent(release.query):
        return Text("share of rows")
    return release.query.quantity(release.facts_table).unit or release.query.words.measured


def in_points(query: Query) -> bool:
    """Whether its error, predicted or released, is stated in percentage points."""
    return query.error.percent or query.error.compares_shares


def of(query: Query) -> float:
    """The factor by which the entries of an answer are multiplied for display."""
    return 100.0 if is_percent(query) else 1.0


def of_error(query: Query) -> float:
    """The factor by which its error is multiplied for display."""
    return 100.0 if in_points(query) else 1.0


def typed(query: Query, error: float) -> float:
    """An error in display units, for an input field: percentage points for a share."""
    return float(f"{of_error(query) * error:.12g}")


def read(query: Query, error: float) -> float:
    """A typed error in the unit of the answer: the inverse of `typed`."""
    return float(f"{error / of_error(query):.12g}")


def unit(query: Query) -> str:
    """The suffix of a shown answer: " %", or nothing."""
    return " %" if is_percent(query) else ""


def error(query: Query, number: str) -> str:
    """An error of such an answer with its unit: "2.5 percentage points", "103 ranks", "12"."""
    if query.error.unit == "ranks":
        return Text("{number} ranks", number=number)
    return Text("{number} percentage points", number=number) if in_points(query) else number


def entry(query: Query, number: str) -> str:
    """The difference of two entries with its unit; without one for a model, whose entries have units of their own."""
    return error(query, number) if is_percent(query) or not in_points(query) else number


def field(query: Query, level: float) -> Text:
    """What a field for such an error asks for, which stands behind its name: "± (ranks, 95 %)", "± (95 %)"."""
    if query.error.unit == "ranks":
        return Text("± (ranks, {level:g} %)", level=100 * level)
    if in_points(query):
        return Text("± (percentage points, {level:g} %)", level=100 * level)
    return Text("± ({level:g} %)", level=100 * level)


def tick(shown: Shown, value: float) -> str:
    """The label of an axis tick for such answers."""
    return f"{100 * value:,.6g} %".replace("-", "−") if shown.percent else number(value)


def axis_format(shown: Shown, largest: float) -> str:
    """The same as a d3 format, for an axis drawn by Plotly: prefixes (k, M) for large numbers, never for small ones.

    largest: the largest drawn absolute value.
    """
    return ",.6~%" if shown.percent else "~s" if largest >= 1_000 else ",.6~g"


def hover_format(shown: Shown) -> str:
    """A d3 format with about as many digits as a reader can use."""
    return ",.4~%" if shown.percent else ",.4~g"
