"""A desk on which everything that is ever stored has been written at least once.

Each question in both lanes, both relations and every unit; a second version of the rows, a further measurement, an
answer that was never stored; every act of an owner and of a team; links, comments, scenarios, plans, bundles.
"""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pandas as pd

import dpcore as dp
from dpcore.present.bundle.write import write
from dpcore.present.file import plan_file
from dpcore.release.run import Cancelled

Open = Callable[[str], dp.Desk]

SCHEMA = dp.Schema(
    age=dp.Number(0, 120, integer=True),
    cost=dp.Number(-50, 1_000, missing=0.0),
    ward=dp.Category(["A", "B", "Ärzte, <i>“C”</i>"], other=True),
    smoker=dp.Flag(),
    day=dp.Date(dt.date(2024, 1, 1), dt.date(2025, 12, 31)),
    patient=dp.Identifier(),
    note=dp.Text(),
)
OLD = [dp.Condition("age", ">=", 65), dp.Condition("smoker", "==", True)]
QUESTIONS: list[dp.Ask] = [
    dp.Ask(dp.Count()),
    dp.Ask(dp.Count(["ward", "smoker"], OLD), weight=2),
    dp.Ask(dp.Fraction(dp.Condition("smoker", "==", True), ["ward"])),
    dp.Ask(dp.Sum("cost", ["ward"]), level=0.9),
    dp.Ask(dp.Mean("cost", where=[dp.Condition("ward", "in", ["A", "B"])])),
    dp.Ask(dp.Mean("age", ["ward"])),
    dp.Ask(dp.Variance("age")),
    dp.Ask(dp.StandardDeviation("cost")),
    dp.Ask(dp.Histogram("age", bins=12)),
    dp.Ask(dp.Histogram("cost", edges=[-50, 0, 12.5, 1000], where=OLD)),
    dp.Ask(dp.Histogram("day", period="month")),
    dp.Ask(dp.CrossTable(["ward", "smoker"])),
]
# Later ones have prices of their own, so that those of the first keep theirs.
LATER: list[tuple[dp.Query, float]] = [
    (dp.Median("age"), 0.9),
    (dp.Median("cost", ["ward"], OLD), 0.95),
    (dp.Quantiles("cost", [0, 0.25, 0.5, 1], ["smoker"]), 0.95),
    (dp.Cumulative("cost", 20), 0.99),
    (dp.Cumulative("age", 10, ["ward"], OLD), 0.95),
]


def later(currency: str, price: float, add: float = 0.0) -> dp.Plan:
    """The questions that came later, each at a price."""
    return dp.Plan([dp.Ask(query, level=level, **{currency: price + add}) for query, level in LATER])


def frame(seed: int = 0) -> pd.DataFrame:
    """Rows by a rule, the same on every machine."""
    numbers = [((37 + 2 * seed) * at * at + 31 * at) % 1009 for at in range(240)]
    return pd.DataFrame(
        {
            "age": [None if one % 41 == 0 else one % 97 for one in numbers],
            "cost": [None if one % 29 == 0 else (one % 830) / 8 for one in numbers],
            "ward": [("A", "B", "Ärzte, <i>“C”</i>", "D")[one % 4] for one in numbers],
            "smoker": [one % 3 == 0 for one in numbers],
            "day": [dt.date(2024, 1, 1) + dt.timedelta(one % 700) for one in numbers],
            "patient": [f"{seed}-{one % 90}" for one in numbers],
            "note": [f"note {seed} {one}" for one in numbers],
        }
    )


def told(open_: Open) -> dict[str, Any]:
    """Everything is written; what opens it comes back: tokens of links by name, and files as text or bytes."""
    with ExitStack() as stack:
        owner, ana, eve, ian = (stack.enter_context(open_(user)) for user in ("owner", "ana@example.org", "eve", "ian"))
        _ask(owner)
        _pure(owner)
        _several_rows(owner)
        _again(owner)
        _filters(owner)
        _team(owner, ana, eve, ian)
        return _passed_on(owner, ana)


def _ask(desk: dp.Desk) -> None:
    """One row a unit, add/remove, both lanes; a measurement more; one plan that was stopped after its charge."""
    budget = dp.Budget(epsilon=4.0, delta=1e-6)
    desk.add_dataset("visits", dp.read(frame()), schema=SCHEMA, budget=budget, expected_rows=250)
    answers = desk.release("visits", dp.Plan(QUESTIONS, mu=0.5))
    twice = desk.remeasure(answers[0], mu=0.1)
    desk.remeasure(twice, mu=0.05)
    wanted = [
        dp.Ask(dp.Count(["smoker"]), half_width=60),
        dp.Ask(dp.Sum("age"), mu=0.02),
        dp.Ask(dp.Mean("age"), mu=0.2),
    ]
    desk.release("visits", dp.Plan(wanted))
    desk.release("visits", dp.Plan([dp.Ask(dp.Count(where=OLD)), dp.Ask(dp.Sum("age"), weight=0.5)], epsilon=0.2))
    stopped(desk, "visits", dp.Plan([dp.Ask(dp.Count(["ward"]))], mu=0.03))
    desk.release("visits", later("mu", 0.1))
    desk.release("visits", dp.Plan([dp.Ask(dp.Median("age"), half_width=40)]))
    desk.release("visits", later("epsilon", 0.05))
    stopped(desk, "visits", dp.Plan([dp.Ask(dp.Quantiles("age", [0.1, 0.5, 0.9]), mu=0.1)]), "drawing noise")
    desk.raise_budget("visits", dp.Budget(epsilon=5.0, delta=1e-6))
    desk.save_scenario("visits", scenario("plain", "mu"))
    desk.save_scenario("visits", scenario("reine Zählung", "epsilon"))


def _pure(desk: dp.Desk) -> None:
    """Replace, a budget without delta; renamed; rows deleted in the end."""
    rows = frame(1)
    desk.add_dataset(
        "census", dp.read(rows), schema=SCHEMA, neighbors="replace", budget=dp.Budget(epsilon=3.0), synthetic=True
    )
    desk.release("census", dp.Plan(QUESTIONS, epsilon=2.0))
    desk.release("census", later("epsilon", 0.1))
    desk.rename("census", "census 2025")
    desk.delete_rows("census 2025")


def _several_rows(desk: dp.Desk) -> None:
    """Units of several rows, a mu budget, two versions of the rows."""
    unit = dp.Unit("patient", max_rows=3, max_groups=2)
    desk.add_dataset("stays", dp.read(frame(2)), schema=SCHEMA, unit=unit, budget=dp.Budget(mu=2.0, delta=1e-7))
    plan = dp.Plan([*QUESTIONS, dp.Ask(dp.DistinctUnits(["ward"]))], mu=0.7)
    desk.release("stays", plan)
    desk.update("stays", dp.read(frame(3)))
    desk.release("stays", later("mu", 0.2))
    desk.release("stays", plan)


def _again(desk: dp.Desk) -> None:
    """Described twice more, with answers and an unanswered plan under each description; a named plan."""
    unit = dp.Unit("patient", max_rows=2)
    schema = {name: SCHEMA.columns[name] for name in ("age", "ward", "patient")}
    desk.add_dataset(
        "again", dp.read(frame(7)), schema=dp.Schema(schema), unit=unit, budget=dp.Budget(mu=2.0, delta=1e-7)
    )
    plan = dp.Plan([dp.Count(["ward"]), dp.Mean("age"), dp.Quantiles("age", [0.25, 0.75])], mu=0.3)
    (first, *_) = desk.release("again", plan)
    schema = {**schema, "age": dp.Number(0, 99, integer=True), "smoker": dp.Flag()}
    desk.describe("again", dp.Schema(schema), origin=dp.Origin("public", note="Bürgeramt, <i>2024</i>"))
    desk.release("again", plan)
    desk.remeasure(first, mu=0.1)
    stopped(desk, "again", dp.Plan([dp.Ask(dp.Count(["smoker"]))], mu=0.03))
    origin = dp.Origin("answer", [first.key])
    desk.describe("again", unit=dp.Unit("patient", max_rows=3), expected_rows=200, origin=origin)
    desk.release("again", plan)
    desk.plans("again").add("March", '{"version":1,"currency":"mu","total":0.1,"slot":null,"rows":[]}')


def _filters(desk: dp.Desk) -> None:
    """A Rényi filter and a share for failing; slots; a pure plan that ends the Gaussian filter."""
    shared = dp.Budget(epsilon=2.0, delta=1e-5, portfolio=dp.Portfolio(renyi=0.1, order=20.0, failure=0.05))
    desk.add_dataset("shared", dp.read(frame(4)), schema=SCHEMA, budget=shared)
    desk.release("shared", dp.Plan([dp.Count(["ward"]), dp.Sum("age")], epsilon=0.3))
    desk.release("shared", dp.Plan([dp.Count()], epsilon=1.6), confirm=True)
    slots = (dp.Slot("monthly", mu=0.1, times=3), dp.Slot("yearly", epsilon=0.2))
    desk.add_dataset("slots", dp.read(frame(5)), schema=SCHEMA, budget=dp.Budget(epsilon=1.0, delta=1e-6, slots=slots))
    desk.release("slots", dp.Plan([dp.Count()], mu=0.1, slot="monthly"))
    desk.release("slots", dp.Plan([dp.Count(["ward"])], epsilon=0.2, slot="yearly"))
    desk.release("slots", dp.Plan([dp.Count()], mu=0.05))


def _team(owner: dp.Desk, ana: dp.Desk, eve: dp.Desk, ian: dp.Desk) -> None:
    """Every act of a team on one dataset."""
    unit, budget = dp.Unit("patient"), dp.Budget(epsilon=1.0, delta=1e-6)
    owner.add_dataset("team", dp.read(frame(6)), schema=SCHEMA, unit=unit, budget=budget)
    team = owner.team("team")
    for user, role in (
        ("ana@example.org", "analyst"),
        ("eve", "viewer"),
        ("gone", "analyst"),
        ("zoë", "owner"),
        ("ian", "viewer"),
    ):
        team.add(user, role)
    team.remove("gone")
    team.grant("ana@example.org", mu=0.05, until="2999-12-31")
    team.take_back(team.reserve(mu=0.02).id)
    team.reserve(mu=0.03)
    ana.release("team", dp.Plan([dp.Count()], mu=0.02))
    plans = [dp.Plan([dp.Ask(dp.Count([column]))], mu=0.06) for column in ("ward", "smoker")]
    plans += [dp.Plan([dp.Ask(dp.Mean("age"), mu=0.07 + 0.01 * at)]) for at in range(3)]
    made = [ana.team("team").propose(plan, f"why {at}") for at, plan in enumerate(plans)]
    team.approve(made[0].id)
    ana.release_approved("team", made[0].id)
    team.approve(made[1].id)
    team.decline(made[2].id, "too dear")
    ana.team("team").withdraw(made[3].id)
    ana.save_scenario("team", scenario("mine", "mu"))
    assert eve.role("team") == "viewer"
    ian.team("team").remove("ian")


def _passed_on(owner: dp.Desk, ana: dp.Desk) -> dict[str, Any]:
    """Links of every state, comments, trust, and files."""
    visits, sharing = owner.releases("visits"), owner.sharing("visits")
    tokens = {}
    _, tokens["open"] = sharing.publish(visits, "Visits by ward", "First line.\n\nSecond “line”.", until="2999-12-31")
    revoked, tokens["revoked"] = sharing.publish(visits[:1], "Withdrawn")
    _, tokens["analyst"] = ana.sharing("team").publish(ana.releases("team"), "Team")
    sharing.comment(sharing.all[0].id, "Why so few?\nAsk Zoë.")
    ana.comment_on(tokens["open"], "Seen.")
    sharing.revoke(revoked.id)
    owner.trust("ab" * 32, "the other desk")
    files: dict[str, Any] = {
        "plan": plan_file.to_json(dp.Plan(QUESTIONS, mu=0.5), owner.dataset("visits"), "all").decode()
    }
    for name in ("visits", "census 2025", "stays", "again", "shared", "slots", "team"):
        dossier = owner.dossier(name, owner.releases(name), f"Answers of {name}", "A note.")
        files[f"bundle {name}"] = write(dossier, owner.seal)
    return {"tokens": tokens, "link": scenario("link", "mu").to_link(), "files": files}


def scenario(name: str, currency: Any) -> dp.Scenario:
    """Every question, and levers away from their defaults."""
    asks = tuple((ask.query, 1.0 + at) for at, ask in enumerate(QUESTIONS))
    return dp.Scenario(name, asks, currency, total=0.4, delta=1e-5, group=2, rate=0.5, rows=1000)


def stopped(desk: dp.Desk, name: str, plan: dp.Plan, where: str = "reading") -> None:
    """A plan that was charged, and never answered; where noise is drawn, after its first round."""
    stop = threading.Event()

    def at(step: str) -> None:
        if step == where:
            stop.set()

    try:
        desk.release(name, plan, progress=at, cancel=stop)
    except Cancelled:
        return
    raise AssertionError("the release was not stopped")
