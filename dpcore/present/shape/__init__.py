"""One presenter per shape of answer. `presenter` selects it; mypy checks that no shape is missing.

presenter  what page, chart, file and sentence ask of an answer; by default cells by groups, such as a cross table
marks      numbers, bins, columns, pairs, graphs            lines       functions of a column or two
fitted     models, with fitted_picture and fitted_words     adjust      free views of an answer
evaluate   values at points that a reader types             typed_rows  rows that a reader types
"""

from __future__ import annotations

from typing import Any, assert_never

from dpcore.present.chart.picture import Picture
from dpcore.present.shape.fitted import ModelPresenter
from dpcore.present.shape.lines import ExpansionPresenter, FunctionPresenter, SurfacePresenter
from dpcore.present.shape.marks import (
    BinsPresenter,
    ColumnsPresenter,
    GraphPresenter,
    MatrixPresenter,
    NumberPresenter,
)
from dpcore.present.shape.presenter import Presenter
from dpcore.release.record import Release
from dpcore.result import Bins, Columns, Expansion, Function, Graph, Grouped, Matrix, Model, Number, Result, Surface


def presenter(release: Release, seen: Result | None = None) -> Presenter[Any]:
    """The presenter of an answer. seen: the same answer with free views applied."""
    result = release.result if seen is None else seen
    match result:
        case Number():
            return NumberPresenter(release, result)
        case Grouped():
            return Presenter(release, result)
        case Bins():
            return BinsPresenter(release, result)
        case Columns():
            return ColumnsPresenter(release, result)
        case Function():
            return FunctionPresenter(release, result)
        case Expansion():
            return ExpansionPresenter(release, result)
        case Surface():
            return SurfacePresenter(release, result)
        case Matrix():
            return MatrixPresenter(release, result)
        case Graph():
            return GraphPresenter(release, result)
        case Model():
            return ModelPresenter(release, result)
        case _:
            assert_never(result)


def picture(release: Release, seen: Result | None = None) -> Picture | None:
    """The chart of an answer; None for a single number. seen: the same answer with free views applied."""
    return presenter(release, seen).picture
