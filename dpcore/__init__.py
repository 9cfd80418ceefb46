"""Murmur's mathematics and machinery, in reading order. One way through it; imports only go backwards along it.

errors, number, special  the error tree; checks of what people give; special functions
clock, stop, failpoint   the time of day; how long work is stopped; where tests kill it
scratch                  private folders for work under way

MATHEMATICS: knows no table, no user and no screen
tradeoff, calibrate      WHAT IS PROMISED: f-DP curves and their algebra; noise for a promise
budget                   WHAT MAY BE LOST: budgets, charges, the portfolio of filters (where a charge is refused)
noise                    HOW NOISE IS DRAWN: entropy, laws, exact rounding
sensitivity, statistic   what is computed from exact integers, and how far one unit can move it
mechanisms               prices; noise on a statistic (where a price becomes noise), and what that costs

TABLES AND QUESTIONS
table                    WHAT IS KNOWN: schema, privacy unit, relation, conditions; the words questions ask engines in
result                   WHAT AN ANSWER IS: number, cells, bins, function; free views of it
queries                  WHAT CAN BE ASKED: one file a question
engine                   WHERE ROWS ARE: files, frames, databases; exact aggregates (engine.sql: how a cell is read)

THE DESK
plan                     asks with prices; predicted error; what-ifs; no row is read
ledger                   WHAT WAS CHARGED: hash-chained, never forgotten
release                  charge -> aggregate -> draw -> record. READ FIRST `release.run`
desk                     the product without screens: datasets, answers, teams, links

OUTWARD
present                  releases as words, charts (present.chart), files and pages
learn                    lessons: games and figures on public tables
cli                      the desk from a shell: `python -m dpcore`

    with dp.Desk() as desk:
        desk.add_dataset("visits", dp.read("visits.parquet"), schema=dp.Schema(age=dp.Number(0, 120)),
                         budget=dp.Budget(epsilon=1.0, delta=1e-6))
        desk.release("visits", dp.Plan([dp.Ask(dp.Histogram("age", bins=24))], mu=0.1))[0].table
"""

__version__ = "0.1.0"

from dpcore import calibrate, noise, queries, tradeoff
from dpcore.budget.budget import Budget, Portfolio
from dpcore.budget.slot import Slot
from dpcore.budget.standing import Standing
from dpcore.desk.desk import Desk
from dpcore.engine.rows import Source
from dpcore.engine.source.read import read
from dpcore.errors import (
    AccessError,
    BudgetError,
    DpError,
    KnownRowsError,
    LedgerError,
    QueryError,
    SchemaError,
    SourceError,
)
from dpcore.plan.plan import Ask, Plan
from dpcore.plan.quote import Quote
from dpcore.plan.scenario import Scenario
from dpcore.queries import *  # noqa: F403
from dpcore.release.dataset import Dataset
from dpcore.release.record import Release
from dpcore.table.column import Category, Date, Flag, Identifier, Number, Text
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Unit

__all__ = [
    "AccessError",
    "Ask",
    "Budget",
    "BudgetError",
    "Category",
    "Condition",
    "Dataset",
    "Date",
    "Desk",
    "DpError",
    "Flag",
    "Identifier",
    "KnownRowsError",
    "LedgerError",
    "Number",
    "Plan",
    "Portfolio",
    "QueryError",
    "Quote",
    "Release",
    "Scenario",
    "Schema",
    "SchemaError",
    "Slot",
    "Source",
    "SourceError",
    "Standing",
    "Text",
    "Unit",
    "calibrate",
    "noise",
    "read",
    "tradeoff",
]
__all__ += queries.__all__
