"""A share page collects what it says of an answer in one pass: how often its parts ask each other, counted.

A **stop** is a function of `present` from which the chain of calls enters another of its modules, or the judgement of
an answer in `release`; each pair of function and module counts once, however often it is called. The presenter of an
answer is one place, whichever of its classes is asked: page, chart and sentence have it as their one source. No stops
are what only writes a word or a number that it is given (translation, digits, ticks, templates), and what is only data
(the record, the question's declared values, a picture).

Before there were presenters, a page with one answer made 28 to 43 stops so counted (58 to 114 with words and data).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

import pandas as pd
import pytest

import dpcore as dp
from dpcore.present import page
from dpcore.present.page import answer
from dpcore.release.judged import usable
from dpcore.result import Result
from tests.repo.test_stops import Entry, entries

MOST = 40
NO_STOPS = {
    "present.chart.picture",
    "present.explore.svg",
    "present.language.translation",
    "present.page.text",
    "present.text.digits",
}
PRESENTER = "present.shape"
ASKS = {
    "Number": dp.Ask(dp.Count(), mu=0.5),
    "Cells": dp.Ask(dp.Count(by=["ward"]), mu=0.5),
    "Bins": dp.Ask(dp.Histogram("age", bins=10), mu=0.5),
    "Columns": dp.Ask(dp.VectorMean(["age", "cost"]), mu=0.5),
    "Expansion": dp.Ask(dp.Density("age", 5.0), mu=0.5),
    "Surface": dp.Ask(dp.JointDensity("age", "cost", 20.0, 20.0), mu=0.5),
    "Function": dp.Ask(dp.Cumulative("age"), mu=0.5),
    "Matrix": dp.Ask(dp.Correlation(["age", "cost"]), mu=0.5),
    "Graph": dp.Ask(dp.SpanningTree("cost", ["one", "other"], [["a", "b"], ["b", "c"]]), epsilon=0.5),
    "Model": dp.Ask(dp.LogisticRegression("out", ["age"]), mu=0.5),
}


def stops(draw: Callable[[], object]) -> set[Entry]:
    """The calling module and function, and the place that is entered."""
    found = entries(draw)
    return {
        (caller, function, place(module))
        for caller, function, module in found
        if caller is not None and counts(caller) and counts(module) and place(caller) != place(module)
        if caller.startswith("present")
    }


def counts(module: str) -> bool:
    """Whether a module is one that is asked for facts."""
    shows = module.startswith("present") and module not in NO_STOPS and ".template." not in module
    return shows or (module.startswith("release") and not module.startswith("release.record"))


def place(module: str) -> str:
    return next((whole for whole in (PRESENTER, "release") if module.startswith(whole)), module)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    rows = pd.DataFrame(
        {
            "age": [row % 90 for row in range(900)],
            "ward": ["ABC"[row % 3] for row in range(900)],
            "cost": [float(row % 70) for row in range(900)],
            "out": [row % 5 == 0 for row in range(900)],
            "one": ["ab"[row % 2] for row in range(900)],
            "other": ["bc"[row % 2] for row in range(900)],
        }
    )
    vertices = dp.Category(["a", "b", "c"])
    schema = dp.Schema(
        age=dp.Number(0, 99, integer=True),
        ward=dp.Category(["A", "B", "C"]),
        cost=dp.Number(0, 70),
        out=dp.Flag(),
        one=vertices,
        other=vertices,
    )
    with dp.Desk(home=tmp_path_factory.mktemp("stops")) as made:
        budget = dp.Budget(epsilon=50.0, delta=1e-6)
        made.add_dataset("visits", dp.read(rows), schema=schema, budget=budget, neighbors="replace")
        yield made


def test_every_shape_is_drawn_here() -> None:
    assert {kind.__name__ for kind in get_args(Result)} == ASKS.keys()


@pytest.mark.parametrize("shape", ASKS)
def test_the_page_of_an_answer_makes_few_stops(shape: str, desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    (release,) = desk.release("visits", dp.Plan([ASKS[shape]]), confirm=True)
    assert type(release.result).__name__ == shape
    dossier = desk.dossier("visits", [release])
    page.html(dossier)  # what is loaded once is loaded
    found = stops(lambda: page.html(dossier))
    assert 15 <= len(found) <= MOST, sorted(found, key=str)
    honest = answer.day
    monkeypatch.setattr(answer, "day", lambda time: honest(time) if usable(release) is not None else "")
    assert stops(lambda: page.html(dossier)) - found == {("present.page.answer", "_provenance", "release")}
