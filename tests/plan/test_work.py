"""Long work of a server in a child process: the same results, for whoever waits for them, and never too much."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

import dpcore as dp
from dpcore import child
from dpcore.budget.loss import sampled
from dpcore.mechanisms import kind_of
from dpcore.plan import outlook, pricing, quote, work
from dpcore.plan.facts import Facts
from dpcore.plan.quote import charge_of, guesses
from dpcore.plan.scenario import Scenario
from dpcore.queries import NoisySGD
from dpcore.remembered import noting, remembered, take
from dpcore.table.table import Table
from tests.contracts.desk import dataset, facts
from tests.contracts.example import KINDS, example

TABLE = Table(dp.Schema(age=dp.Number(0, 100), cost=dp.Number(0, 9), ward=dp.Category(["a", "b"])), expected_rows=1000)


class Left(BaseException):
    """The page has been left."""


class Server:
    """Counts turns; a page is left when `leave` says so."""

    def __init__(self) -> None:
        self.turns = 0
        self.leave = lambda: False

    @contextlib.contextmanager
    def turn(self) -> Iterator[object]:
        self.turns += 1
        yield self.look

    def look(self) -> None:
        if self.leave():
            raise Left


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server()
    forget()
    work.serve(found.turn)  # type: ignore[arg-type]
    yield found
    work.serve(None)
    forget()


def forget() -> None:
    """As a server that has just started."""
    quote.forget()
    for cached in (work._apart, pricing._half_widths, pricing.priced, outlook._epsilon, sampled.mu):
        cached.cache_clear()


def priced(plan: dp.Plan, table: Table) -> list[quote.Priced]:
    return quote.price(plan, table, plan.kind(True), guesses(table))


def test_a_large_plan_is_priced_apart_and_nothing_of_it_is_computed_here(server: Server) -> None:
    """Every kind of question that a table has columns for, with groups and filters, by weight and by target."""
    chance = random.Random(7)
    kinds = [kind for kind in KINDS if dataset(kind) == "visits" and kind in dp.queries.QUERIES]
    table = facts("visits")
    asks = [dp.Ask(example(kind, chance, table, currency="mu")) for kind in kinds]
    asks += [dp.Ask(dp.Count(where=[dp.Condition("age", "<", at)]), half_width=5.0 + at) for at in range(1, 30)]
    asks.append(dp.Ask(NoisySGD("cost", ["age"], rate=0.01, steps=200, failing=1e-9)))
    plan = dp.Plan(asks, mu=0.7)
    there = priced(plan, table)
    with noting() as computed:
        charge = charge_of(there)
    assert computed == [] and server.turns == 1
    priced(plan, table)
    assert server.turns == 1
    work._apart.cache_clear()
    work.serve(None)
    with noting() as computed:
        assert repr(priced(plan, table)) == repr(there)
    assert computed == []
    forget()
    assert repr(priced(plan, table)) == repr(there) and charge_of(there) == charge


def test_the_figures_of_a_scenario_are_the_same(server: Server) -> None:
    scenario = Scenario("", ((dp.Count(), 1.0), (dp.Mean("age"), 2.0)), rate=0.3, total=0.5)
    seen = outlook.outlook(scenario, TABLE)
    assert server.turns == 0, "it is small"
    there = list(outlook.grown(seen, (1, 5, 40)))
    assert server.turns == 1
    assert list(outlook.grown(seen, (1, 5, 40))) == there and server.turns == 1
    work.serve(None)
    forget()
    assert list(outlook.grown(seen, (1, 5, 40))) == there


def test_what_a_child_refuses_is_refused_here(server: Server) -> None:
    asks = [dp.Ask(dp.Mean("age", where=[dp.Condition("age", "<", at)]), half_width=1e-12) for at in range(1, 30)]
    with pytest.raises(dp.QueryError) as there:
        priced(dp.Plan(asks), TABLE)
    assert server.turns == 1
    work.serve(None)
    with pytest.raises(dp.QueryError) as here:
        priced(dp.Plan(asks), TABLE)
    assert str(there.value) == str(here.value)


def test_too_much_is_refused_before_it_begins_on_a_server_alone(server: Server) -> None:
    asks = [NoisySGD("age", ["cost"], rate=0.01, steps=steps, failing=1e-9) for steps in range(1, 60)]
    with pytest.raises(dp.QueryError, match="more than 120 seconds"):
        priced(dp.Plan(asks, mu=0.1), TABLE)
    assert server.turns == 0
    work.serve(None)
    assert len(priced(dp.Plan(asks[:2], mu=0.1), TABLE)) == 2


def spin(folder: str) -> None:
    """Work without an end."""
    Path(folder, str(psutil.Process().pid)).touch()
    while True:
        pass


def test_a_child_ends_at_its_limit_and_with_its_page(tmp_path: Path, server: Server) -> None:
    assert child.call(lambda: None, 1, spin, str(tmp_path)) is None
    (first,) = tmp_path.iterdir()
    server.leave = lambda: len(list(tmp_path.iterdir())) > 1
    with pytest.raises(Left):
        work.done(work.QUICK + 1, spin, str(tmp_path))
    (second,) = (path for path in tmp_path.iterdir() if path != first)
    for path in (first, second):
        while psutil.pid_exists(int(path.name)):
            time.sleep(0.01)


def test_small_work_is_done_here(server: Server) -> None:
    for kind in ("mu", "epsilon"):
        plan = dp.Plan([dp.Count(), dp.Mean("age"), dp.Histogram("age", bins=20), dp.Median("age")], **{kind: 0.1})
        assert len(quote.price(plan, TABLE, kind_of(kind), guesses(TABLE))) == 4
    assert server.turns == 0


def test_the_public_size_grows_with_everything_that_a_question_names_or_lists() -> None:
    columns = {f"n{place}": dp.Number(0, 9, integer=True) for place in range(30)}
    schema = dp.Schema({**columns, "g": dp.Category([f"{label}" for label in range(5000)])})
    table = Table(schema)

    def size(query: dp.queries.Query) -> float:
        bound = query.bind(schema)
        return work.pricing(Facts(table, bound), bound)

    small = size(dp.Count())
    values = [f"{label}" for label in range(2000)]
    for larger in (
        dp.Count(by=["g"]),
        dp.Count(where=[dp.Condition("g", "in", values)]),
        dp.Histogram("n1", edges=range(10)),
        dp.Workload("n1", [[1.0] * 10] * 100),
        dp.Covariance(list(columns)[:10]),
        dp.Quantiles("n1", [share / 100 for share in range(1, 100)]),
        NoisySGD("n1", ["n2"], rate=0.5),
    ):
        assert size(larger) > 1.2 * small, larger
    assert size(NoisySGD("n1", ["n2"], rate=1)) < work.QUICK < size(NoisySGD("n1", ["n2"], rate=0.999))


def test_results_of_another_process_are_remembered() -> None:
    calls = []

    @remembered(4)
    def double(number: int) -> int:
        calls.append(number)
        return 2 * number

    with noting() as entries:
        assert (double(2), double(3), double(2)) == (4, 6, 4)
    double.cache_clear()
    take(entries)
    assert (double(3), double(2)) == (6, 4) and calls == [2, 3]
