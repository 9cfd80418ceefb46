"""Long work of a server in a child process: the same results, for whoever waits for them, and never too much."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import os
import random
import resource
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

import dpcore as dp
from dpcore import child
from dpcore.budget.loss import sampled
from dpcore.mechanisms import kind_of
from dpcore.plan import outlook, pricing, work
from dpcore.plan.facts import Facts
from dpcore.plan.pricing import guesses
from dpcore.plan.request import Request, charge_of
from dpcore.plan.scenario import Scenario
from dpcore.queries import NoisySGD
from dpcore.queries.question.sampled import resolved
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
    pricing.forget()
    for cached in (work._apart, pricing._half_widths, pricing.priced, outlook._epsilon, sampled.mu):
        cached.cache_clear()


def priced(plan: dp.Plan, table: Table) -> list[Request]:
    return pricing.price(plan, table, plan.kind(True), guesses(table))


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
    assert child.call(lambda: None, 6, spin, str(tmp_path)) == "time"  # a child imports for a second or more
    (first,) = tmp_path.iterdir()
    server.leave = lambda: len(list(tmp_path.iterdir())) > 1
    with pytest.raises(Left):
        work.done(work.QUICK + 1, spin, str(tmp_path))
    (second,) = (path for path in tmp_path.iterdir() if path != first)
    for path in (first, second):
        while psutil.pid_exists(int(path.name)):
            time.sleep(0.01)


def killed() -> None:
    """Work that the system ends, as for want of memory."""
    os.kill(os.getpid(), signal.SIGKILL)


def unfed(size: int) -> bytes:
    """Work that asks for more memory than the system gives."""
    resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29))
    return bytes(size)


def array_unfed(size: int) -> object:
    """The same, where numpy asks."""
    resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29))
    return np.zeros(size)


def unsent() -> object:
    """Work whose result cannot be sent for want of memory."""
    return Unsent()


class Unsent:
    """A result that takes too much memory to send."""

    def __reduce__(self) -> str:
        raise MemoryError


def wrong(kind: str) -> None:
    """Work with an error of the program, or that ends its process."""
    if kind == "abort":
        os.abort()
    raise ValueError("secret")


ENDED: list[tuple[child.Ended, Callable[..., object], tuple[object, ...]]] = [
    ("memory", killed, ()),
    ("memory", unfed, (2**40,)),
    ("memory", array_unfed, (2**40,)),
    ("memory", unsent, ()),
    ("failure", wrong, ("error",)),
    ("failure", wrong, ("abort",)),
]
SAYS = {
    "time": "may take more than 120 seconds",
    "memory": "The system has ended this computation, most likely for want of memory",
    "failure": "failed in its child process",
}


@pytest.mark.parametrize(("ended", "task", "given"), ENDED)
def test_whoever_waits_is_told_how_a_child_ended(
    ended: child.Ended, task: Callable[..., object], given: tuple[object, ...], server: Server
) -> None:
    with pytest.raises(dp.QueryError) as refused:
        work.done(work.QUICK + 1, task, *given)
    assert SAYS[ended] in str(refused.value) and "secret" not in str(refused.value)
    assert not any(said in str(refused.value) for other, said in SAYS.items() if other != ended)


def test_the_time_limit_is_told_from_the_lack_of_memory(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "MOST", 1)
    with pytest.raises(dp.QueryError, match="may take more than 1 seconds"):
        work.done(work.QUICK + 0.1, spin, str(tmp_path))


def test_a_child_that_cannot_begin_has_no_memory(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*args: object, **kwargs: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(child.subprocess, "Popen", refused)
    with pytest.raises(dp.QueryError, match="most likely for want of memory"):
        work.done(work.QUICK + 1, killed)


def test_small_work_is_done_here(server: Server) -> None:
    for kind in ("mu", "epsilon"):
        plan = dp.Plan([dp.Count(), dp.Mean("age"), dp.Histogram("age", bins=20), dp.Median("age")], **{kind: 0.1})
        assert len(pricing.price(plan, TABLE, kind_of(kind), guesses(TABLE))) == 4
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
        dp.SampleAndAggregate("n1", blocks=1000),
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


WIDE = dp.Schema(
    {
        **{f"n{place}": dp.Number(0, 999, integer=True, missing=0) for place in range(12)},
        **{f"r{place}": dp.Number(-1.5, 10.0**place, missing=0.0) for place in range(12)},
        **{f"f{place}": dp.Flag() for place in range(6)},
        "few": dp.Category(["a", "b", "c"]),
        "many": dp.Category([f"{label}" for label in range(300)]),
        "more": dp.Category([f"{label}" for label in range(290)]),
        "day": dp.Date("1990-01-01", "2019-12-31"),
        "person": dp.Identifier(),
    }
)


def largest(kind: type[dp.queries.Query], chance: random.Random, table: Table) -> dp.queries.Query | None:
    """A question of this kind with many of the largest values that its parameters accept; None if none was found."""
    for _ in range(30):
        with contextlib.suppress(dp.QueryError, ValueError, IndexError):
            query = example(kind, chance, table, currency="mu", tries=0)
            for parameter in kind.parameters:
                value = getattr(query, parameter.name)
                if parameter.kind == "whole" and chance.random() < 0.8:
                    query = dataclasses.replace(query, **{parameter.name: int(parameter.high)})
                elif parameter.kind == "several" and parameter.name != "ends" and chance.random() < 0.8:
                    more = [name for name in WIDE.columns if type(WIDE[name]) is type(WIDE[value[0]])] if value else []
                    many = int(parameter.high) or 12
                    query = dataclasses.replace(query, **{parameter.name: more[:many]})
                elif parameter.kind == "bins" and isinstance(value, int):
                    query = dataclasses.replace(query, **{parameter.name: 1000})
            query = resolved(query.bind(table.schema), 10**9)
            query.admit(table)
            return query
    return None


@pytest.mark.audit
@pytest.mark.parametrize("kind", dp.queries.QUERIES, ids=lambda kind: kind.name)
def test_what_is_estimated_to_be_quick_is_quick(kind: type[dp.queries.Query], server: Server) -> None:
    """Prices, prices of a target, and the errors at all prices; with room for a slow machine."""
    chance = random.Random(kind.name)
    for _ in range(8):
        table = Table(WIDE, dp.Unit("person", chance.choice([1, 10, 1000])), expected_rows=10 ** chance.randint(2, 9))
        table = dataclasses.replace(table, neighbors=chance.choice(["add_remove", "replace"]))
        if kind.limits.public_rows:
            table = Table(WIDE, neighbors="replace", expected_rows=1000)
        if (query := largest(kind, chance, table)) is None:
            continue
        estimate, began = work.pricing(Facts(table, query), query), time.thread_time()
        with contextlib.suppress(dp.DpError):
            ((_, _, error, _),) = pricing._price_all(
                dp.Plan([query], mu=10 ** -chance.uniform(0, 3)), pricing.fixed(table), "mu", (), ()
            )
            if work.SEARCHED * estimate <= work.QUICK and error.half_width > 0:
                priced(dp.Plan([dp.Ask(query, half_width=error.half_width * 10 ** chance.uniform(-6, 3))]), table)
                pricing._half_widths(query, pricing.fixed(table), "mu", ())
        assert estimate > work.QUICK or time.thread_time() - began < 8 * work.QUICK, (query, table)
