"""A price is read along a short way: how often the call chain of a price enters another module, counted.

A **stop** is a function of `plan`, `release` or `desk` from which the chain enters another module of dpcore; each pair
of function and module counts once, however often it is called. Where the chain leaves these three storeys it is not
followed: a question, the ledger, a mechanism and a stored record keep contracts of their own, so each of these rooms
is one place, whichever of its modules is entered. Tools (those that the map lists first, and `plan.work`, which only
chooses the process) are looked through, and what is only data (declared columns, prices, losses, asks, requests,
guesses, the public facts of a dataset) is no stop.

A **climb** is a stop in a room that lies later in the map than that of the stop before, in the order of first visits:
there a reader turns back. A call against the map itself (a function of an earlier room calls one of a later, which
imports cannot do but a callback can) is not allowed at all.

Before the steps match, price and reuse were apart, the price of a mean made 20 stops so counted (34 with data) and
called back into an earlier step; at any depth it entered 38 modules, 30 of them inside the ledger and the question.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.plan import pricing
from tests.repo.test_layers import ORDER, TOOLS, layer

ROOT = f"{Path(dp.__file__).parent}/"
DESK = ("plan", "release", "desk")
WHOLE = ("release.record", "release.block")
DATA = (
    *("table", "budget", "plan.plan", "plan.facts", "plan.request", "mechanisms.price", "queries.question.prediction"),
    "release.dataset",
)
Entry = tuple[str | None, str, str]
"""The calling module and function, and the module that is entered."""


def module_of(frame: FrameType) -> str | None:
    """The module of dpcore whose code this is; None for all others and for the tools."""
    name = frame.f_code.co_filename
    if not name.startswith(ROOT):
        return None
    module = name.removeprefix(ROOT).removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    return None if module == "plan.work" or module.split(".")[0] in TOOLS else module


def entries(run: Callable[[], object]) -> list[Entry]:
    """Every call from a module of dpcore to another, in the order of the calls."""
    found: list[Entry] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        module = module_of(frame) if event == "call" else None
        if module is None or frame.f_code.co_name == "<module>":
            return
        above = frame.f_back
        while above is not None and module_of(above) is None:
            above = above.f_back
        caller = None if above is None else module_of(above)
        if caller != module:
            function = "" if above is None else above.f_code.co_qualname.split(".<")[0]
            found.append((caller, function, module))

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return found


def place(module: str) -> str:
    """The module, or the room that counts as one place."""
    room = module.split(".")[0]
    return next((whole for whole in WHOLE if module.startswith(whole)), module if room in DESK else room)


def is_data(module: str, data: tuple[str, ...] = DATA) -> bool:
    return module in data or module.split(".")[0] in data


def stops(found: list[Entry], data: tuple[str, ...] = DATA) -> list[tuple[str, str, str]]:
    """The stops in the order of first visits: module and function that call, and the place that is entered."""
    seen = {}
    for caller, function, module in found:
        here = "" if caller is None else place(caller)
        followed = not here or (here.split(".")[0] in DESK and here not in WHOLE and not is_data(here, data))
        if followed and not is_data(module, data) and here != place(module):
            seen[here, function, place(module)] = True
    return list(seen)


def rank(name: str) -> int:
    return ORDER.index(layer(tuple(name.split("."))))


def climbs(found: list[tuple[str, str, str]]) -> int:
    """How often the next new place lies in a later room."""
    places = list(dict.fromkeys(entered for _, _, entered in found))
    return sum(rank(there) > rank(here) for here, there in itertools.pairwise(places))


def against(found: list[Entry]) -> set[Entry]:
    """Calls from a room to a later one."""
    return {entry for entry in found if entry[0] is not None and rank(entry[2]) > rank(entry[0])}


@pytest.fixture
def desk(own_home: Path) -> dp.Desk:
    made = dp.Desk()
    rows = pd.DataFrame({"age": np.arange(400) % 90, "smoker": np.arange(400) % 3 == 0})
    schema = dp.Schema(age=dp.Number(0, 120), smoker=dp.Flag())
    made.add_dataset("visits", dp.read(rows), schema=schema, budget=dp.Budget(epsilon=10.0, delta=1e-6))
    return made


def price(desk: dp.Desk, plan: dp.Plan) -> list[Entry]:
    """The calls of the price of a plan, with nothing cached."""
    requests = desk._answers.requests("visits")
    pricing.forget()
    return entries(lambda: requests.of(plan))


@pytest.mark.parametrize("query", [dp.Count(), dp.Mean("age"), dp.Histogram("age", bins=8)])
def test_a_price_makes_few_stops_and_hardly_climbs(desk: dp.Desk, query: Any) -> None:
    found = price(desk, dp.Plan([dp.Ask(query)], mu=0.1))
    assert len(stops(found)) <= 15, stops(found)
    assert climbs(stops(found)) <= 2 and against(found) == set()


def test_nor_does_a_price_with_everything_in_it_turn_back(desk: dp.Desk) -> None:
    """A target, a further measurement of an answer towards one, a mean by released counts, and a paid answer."""
    groups = dp.Count(by=["smoker"])
    desk.release("visits", dp.Plan([groups, dp.Count()], mu=0.1))
    asks = [
        dp.Ask(groups),
        dp.Ask(groups, half_width=8.0, measurement=1),
        dp.Ask(dp.Sum("age"), half_width=2000.0),
        dp.Ask(dp.Mean("age"), mu=0.2),
    ]
    found = price(desk, dp.Plan(asks, mu=0.1))
    assert {"release.measurement", "plan.target", "release.history"} <= {place for _, _, place in stops(found)}
    assert climbs(stops(found)) <= 4
    assert {module for _, _, module in against(found)} <= {"release.measurement"}  # the search for a further price


def test_a_step_that_calls_back_is_seen(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    history = desk._answers.requests("visits").history()
    honest = pricing.guesses
    monkeypatch.setattr(pricing, "foreseen", lambda query, table, *_: history.rows(query) and honest(table))
    found = price(desk, dp.Plan([dp.Count()], mu=0.1))
    assert {module for _, _, module in against(found)} == {"release.history"}
    assert climbs(stops(found)) <= climbs([*stops(found), ("plan.pricing", "_figures", "release.combine")]) - 1
