"""The error of a recommender's predictions beside those without noise and those of item means; its time beside SQL.

Users with two tastes and a level of their own rate 3 to 20 of 25 items from 1 to 5. Errors are root mean squares over a
third of the ratings of 500 other users, predicted from their other ratings.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pandas as pd

import dpcore as dp
from benchmarks.clock import Pair, middle, timed
from benchmarks.fitted import DELTA, GAUSSIAN, PURE, Doubles, mean
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds

USERS = sized((1_000, 10_000, 100_000), (300,))
ITEMS, FEWEST, MOST, HELD = 25, 3, 20, sized(500, 50)
NAMES = [f"i{place}" for place in range(ITEMS)]
SCHEMA = dp.Schema(user=dp.Identifier(), item=dp.Category(NAMES), stars=dp.Number(1, 5, integer=True))
QUERY = dp.Recommender("user", "item", "stars")
RUNS = sized(5, 1)
TARGET = 2.0
ALMOST = {"mu": 8.0}
"""A price at which noise no longer matters."""


@dataclass(frozen=True)
class People:
    """Ratings, shape (users, items), NaN where there is none; those of others, and which of these are predicted."""

    rated: Doubles
    held: Doubles
    hidden: Doubles


def people(users: int, seed: int) -> People:
    """Users by chance."""
    chance, size = np.random.default_rng(seed), users + HELD
    loads = chance.normal(size=(2, ITEMS))
    base = 3.4 + 0.5 * chance.normal(size=ITEMS) + 0.4 * chance.normal(size=(size, 1))
    likes = 0.5 * chance.normal(size=(size, 2)) @ loads
    stars = np.clip(np.round(base + likes + 0.65 * chance.normal(size=(size, ITEMS))), 1, 5)
    keys = chance.exponential(size=(size, ITEMS)) / np.exp(0.5 * chance.normal(size=ITEMS))
    rank = keys.argsort(axis=1).argsort(axis=1)
    rated = np.where(rank < chance.integers(FEWEST, MOST + 1, size=(size, 1)), stars, np.nan)
    held = rated[users:]
    return People(rated[:users], held, ~np.isnan(held) & (chance.random(held.shape) < 1 / 3))


def rows(rated: Doubles) -> pd.DataFrame:
    """A row for each rating."""
    user, item = np.nonzero(~np.isnan(rated))
    return pd.DataFrame({"user": user, "item": np.array(NAMES)[item], "stars": rated[user, item].astype(int)})


def opened(desk: dp.Desk, frame: pd.DataFrame) -> str:
    """A dataset of these ratings."""
    name = f"t{len(desk.datasets())}"
    desk.add_dataset(
        name,
        dp.read(frame),
        schema=SCHEMA,
        unit=dp.Unit("user", MOST),
        budget=dp.Budget(100.0, DELTA),
        expected_rows=len(frame),
        separate_budget=True,
    )
    return name


def errors(desk: dp.Desk, some: People) -> list[float]:
    """The errors of predictions at both prices, at a high one, and of item means without noise."""
    name = opened(desk, rows(some.rated))
    given = pd.DataFrame(np.where(some.hidden, np.nan, some.held), columns=NAMES)
    found = []
    for price in (GAUSSIAN, PURE, ALMOST):
        (release,) = desk.release(name, dp.Plan([dp.Ask(QUERY, **price)]), confirm=True)
        found.append(release.evaluate(given)["estimate"].to_numpy().reshape(ITEMS, -1).T)
    found.append(np.tile(np.nanmean(some.rated, axis=0), (len(some.held), 1)))
    apart = (np.square(guess - some.held)[some.hidden.astype(bool)] for guess in found)
    return [float(np.sqrt(each.mean())) for each in apart]


def add(out: Table, runs: int) -> None:
    """The rows of the table of results. runs: tables of each size, fewer of the largest."""
    with tempfile.TemporaryDirectory() as home, dp.Desk(home=home) as desk:
        for users in USERS:
            count = runs if users < USERS[-1] else max(sized(2, 1), runs // 3)
            some = [errors(desk, people(users, seed)) for seed in range(count)]
            gauss, pure, clean, usual = (mean(figures) for figures in zip(*some, strict=True))
            for price, ours in (("(1, 1e-06)", gauss), ("epsilon 1", pure)):
                what = f"recommender at {price}: error of predicted ratings from 1 to 5"
                for against, their in (("without noise", clean), ("item means without noise", usual)):
                    cells = f"{ours[0]:.3f}", against, f"{their[0]:.3f}", ratio(ours[0] / their[0])
                    out.add(what, f"{ITEMS} items", f"{users:,} users", *cells)


def add_times(out: Table) -> None:
    """The row of the table of results about time."""
    with tempfile.TemporaryDirectory() as home, dp.Desk(home=home) as desk:
        ours_, hand = times(desk, USERS[-1])
    size = f"{USERS[-1]:,} users"
    pace = ratio(ours_[0] / hand[0], at_most=TARGET)
    sums = "the same sums by hand in DuckDB"
    out.add("release of a recommender", f"{ITEMS} items", size, seconds(ours_[0]), sums, seconds(hand[0]), pace,
            f"at most {TARGET:g}×")  # fmt: skip


def by_hand(residuals: bool) -> str:
    """The statement of a round that an expert would write, without the middles of items."""
    cells = "SELECT user, item, sum(stars - 1)::BIGINT // count(*) AS y FROM t GROUP BY ALL"
    counted = f"SELECT *, count(*) OVER (PARTITION BY user) AS c FROM ({cells})"
    if not residuals:
        weighted = f"SELECT *, floor(65536 / sqrt(c))::BIGINT AS w FROM ({counted})"
        return f"SELECT item, sum(w), sum(w * y) FROM ({weighted}) GROUP BY 1"
    total = "sum((2 * y - 4) * 64) OVER (PARTITION BY user)"
    level = f"sign({total}) * (abs({total}) // (c + 5))"
    left = f"SELECT *, ((2 * y - 4) * 64 - {level})::BIGINT AS r FROM ({counted})"
    clamped = f"SELECT user, item, 65536 // c AS w, least(greatest(r, -154), 154) AS r FROM ({left})"
    return (
        f"WITH u AS MATERIALIZED ({clamped}) SELECT a.item, b.item, sum(a.w * a.r * b.r), sum(a.w) "
        "FROM u AS a JOIN u AS b ON a.user = b.user AND a.item <= b.item GROUP BY ALL"
    )


def times(desk: dp.Desk, users: int) -> tuple[Pair, Pair]:
    """The seconds of a release and of both statements by hand. The first run of each side is not counted."""
    import duckdb

    frame = rows(people(users, 0).rated)
    name, ours, hand = opened(desk, frame), list[Pair](), list[Pair]()
    with duckdb.connect() as connection, tempfile.TemporaryDirectory() as folder:
        connection.register("f", frame)
        connection.sql("SELECT * FROM f").write_parquet(f"{folder}/t.parquet")
        connection.execute(f"CREATE VIEW t AS FROM read_parquet('{folder}/t.parquet')")
        for run in range(RUNS + 1):
            plan = dp.Plan([QUERY], mu=float(Fraction(1) + Fraction(run, 1000)))
            ours.append(timed(lambda plan=plan: desk.release(name, plan, confirm=True)))
            hand.append(timed(lambda: [connection.execute(by_hand(each)).fetchall() for each in (False, True)]))
    return middle(tuple(ours[1:])), middle(tuple(hand[1:]))
