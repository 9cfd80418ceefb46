"""A shape that says its entries are groups is drawn as it stands: without a presenter of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, cast, final

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import plotly, svg
from dpcore.present.chart.picture import Named
from dpcore.result import Grouped, Result
from dpcore.text import Text
from tests.present.made import release


@final
@dataclass(frozen=True)
class Matrix(Grouped):
    """A guest."""

    cell: ClassVar[Text] = Text("pair")


def test_a_shape_of_groups_has_a_chart_in_the_app_and_on_pages_without_scripts() -> None:
    found = release(dp.Count(by=["ward"]), [[50, 60, 70]], mu=0.5)
    seen = cast(Result, Matrix(found.result.keys, found.result.figures))
    picture: Any = shape.picture(found, seen)
    assert picture.across == Named(("A", "B", "C"), "ward")
    figure, drawn = plotly.chart(found, seen), svg.chart(shape.picture(found, seen), "counts")
    assert figure is not None and list(figure.data[0].x) == ["A", "B", "C"]
    assert drawn is not None and drawn.count('class="bar') == 3
