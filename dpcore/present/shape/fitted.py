"""Fitted models: a mark for each compared entry, or a picture of their parts, and predictions for typed rows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.present.chart.picture import Picture
from dpcore.present.shape import evaluate, fitted_picture, fitted_words, typed_rows
from dpcore.present.shape.evaluate import LONGEST, Value
from dpcore.present.shape.presenter import PointField, Presenter, SecondChart, chosen
from dpcore.present.text.digits import error_text, key_text
from dpcore.present.text.size import brief
from dpcore.present.text.useless import covered
from dpcore.queries.question.prediction import margin as margin_over
from dpcore.queries.question.refusal import no_function
from dpcore.release.judged import judge
from dpcore.result import Model
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_LISTED = 6
_READ = Text("Predictions are read off the released numbers.")
_ONLINE = Text("The page of a share link also predicts for rows that are typed, as `evaluate` does in a program.")


@final
class ModelPresenter(Presenter[Model]):
    """A model: its compared entries in one unit, and what it predicts."""

    def chart(self) -> Picture:
        """A bar with its interval for each compared entry; a map, a tree or centres if it has them; or a square."""
        return fitted_picture.picture(self, self.result)

    @cached_property
    def second(self) -> SecondChart | None:
        """How well the probabilities that it states agree with the rows."""
        if (picture := fitted_picture.agreement(self, self.released)) is None:
            return None
        return SecondChart(picture, fitted_words.calibration(self.release, picture), fitted_words.CALIBRATED)

    def margin(self, far: Floats) -> Text:
        """The margin of each compared entry, in their common unit; the first few by name."""
        release, result = self.release, self.result
        margins, level, error = result.in_one_unit(far), 100 * release.level, release.query.error
        if np.isnan(margins).all():
            return Text(
                "{level:g} % margin of error: cannot be estimated for any {cell}.", level=level, cell=result.noun
            )
        told = [place for place in range(len(margins)) if not np.isnan(margins[place])]
        shares = error.compares_shares and len(told) > 1
        measured = Text("{compared}, in percentage points", compared=result.compared) if shares else result.compared
        facts = {"level": level, "compared": measured, "margins": joined(self._listed(margins, told, shares), "; ")}
        # vital
        words = Text("{level:g} % margin of error from privacy noise, for the {compared}: {margins}.", **facts)
        if error.sampling:
            # vital
            words = Text(
                "{level:g} % margin of error from privacy noise and sampling, for the {compared}: {margins}.", **facts
            )
        below = judge(release).below
        without = [place for place, entry in enumerate(result.marks) if np.isinf(below[entry])]
        return joined([words, covered(result, without, len(told))])

    def _listed(self, margins: Floats, told: list[int], shares: bool) -> list[Text]:
        """The first margins with their names; of pairs, the usual one. shares: whether percent is said once for all."""
        query, result = self.release.query, self.result
        if result.square:
            return [Text("{margin} per {cell}", margin=brief(query, margin_over(margins)), cell=result.noun)]
        parts = list[Text]()
        for place in told[:_LISTED]:
            margin = brief(query, margin_over(margins[place : place + 1]))
            if shares:
                margin = Text("±{size}", size=error_text(100 * margins[place]))
            parts.append(Text("{column} {margin}", column=key_text(result.names[place]), margin=margin))
        if len(told) > _LISTED:
            parts.append(Text("{more:,} more in the table", more=len(told) - _LISTED))
        return parts

    def summarised(self, far: Floats) -> tuple[Floats, Text]:
        """Those of the compared entries."""
        return self.result.in_one_unit(far), self.result.compared

    @property
    def alt(self) -> Text:
        """The same, with the first leaves or centres."""
        if described := fitted_words.parts(self.release, self.released):
            return Text("Picture of {question}. {parts} {meaning}", parts=described, **self._facts)
        return super().alt

    def notes(self, pale: bool) -> list[Text]:
        """What was chosen from the released numbers."""
        return chosen(self.release, self.release.standardised or self.release.rounds)

    @property
    def field(self) -> PointField | None:
        """For rows; None if it predicts nothing."""
        release, names, rated = self.release, self.result.arguments, self.result.rated
        if not names:
            return None
        schema = release.facts_table.schema
        row = typed_rows.some(rated) if rated is not None else typed_rows.example(names, schema)
        typed = typed_rows.each_named(rated) if rated is not None else typed_rows.accepted(names, schema)
        return PointField(release.query.reading.heading, Text("{row}", row=row), typed, _READ, _ONLINE, self._outputs)

    def values(self, text: str, settings: Mapping[str, Any] | None = None, most: int | None = None) -> list[Value]:
        """What it says of the rows in a text, one entry per output and row. Raises QueryError."""
        release, model = self.release, self.result
        if not model.arguments:
            raise no_function(release.sentence)
        if model.rated is not None:
            rows = typed_rows.named(text, model.rated, LONGEST)
        else:
            rows = typed_rows.rows(text, model.arguments, release.facts_table.schema, LONGEST)
        read = release.evaluate(rows)
        half = np.subtract(read["high"].to_numpy(), read["low"].to_numpy()) / 2
        known = half[np.isfinite(half) & (half > 0)]
        whole = not known.size and bool((read["estimate"] % 1 == 0).all())
        digits = 0 if whole else max(0, 1 - math.floor(math.log10(float(np.median(known))))) if known.size else 3
        groups = map(str, read["part"]) if model.outputs else [""] * len(read)
        points = _points(rows, model.rated is not None) * self._outputs
        figures = (read[name].tolist() for name in ("estimate", "low", "high"))
        return [
            Value(group, point, *(evaluate.rounded(figure, digits) for figure in own))
            for group, point, *own in zip(groups, points, *figures, strict=True)
        ]

    @property
    def _outputs(self) -> int:
        return len(self.result.outputs) or 1


def _points(rows: dict[str, list[Any]], named: bool) -> list[str]:
    """Each row in words. named: with the names of its values, where these are known."""
    each = zip(*rows.values(), strict=True)
    if not named:
        return [", ".join(map(_cell, row)) for row in each]
    pairs = ([(name, cell) for name, cell in zip(rows, row, strict=True) if cell is not None] for row in each)
    return [", ".join(f"{name}: {key_text(cell)}" for name, cell in row) for row in pairs]


def _cell(value: object) -> str:
    """One of several values that commas separate: a number without commas."""
    text = key_text(value)
    return text.replace(",", "") if isinstance(value, int | float) and not isinstance(value, bool) else text
