"""The packages of Murmur in reading order. A package imports only from packages listed before it.

errors, spelling         the error classes; the canonical spelling of any value
number, special          validation of numbers that users enter; special functions
clock, stop, failpoint   the current time; cancelling long work; points at which tests kill the process
remembered, child        remembering the results of pure functions; long computations in a child process
scratch, sandbox         private temporary folders; what a child process may not do

MATHEMATICS: independent of tables, users and screens
tradeoff, calibrate      privacy guarantees: f-DP trade-off curves, their composition; calibrating noise to a guarantee
budget                   privacy budgets, charges, the portfolio of filters (a charge is refused in budget.refusal)
noise                    drawing noise: entropy, noise distributions, exact rounding
sensitivity, statistic   proofs of sensitivity that several share; statistics of exact integers, each with its own
                         sensitivity ("reach")
mechanisms               prices; mechanisms that add noise to a statistic (a price becomes noise here); privacy losses

TABLES AND QUESTIONS
table                    public facts: schema, privacy unit, neighbouring relation, conditions; the aggregate language
result                   the shapes of answers: number, cells, bins, function; views of a result
queries                  the questions, one file for each, by kind (queries.question: what all are made of)
engine                   data sources: files, frames, databases; exact aggregates (engine.sql: cells, statements)

THE DESK
plan                     plans of asks with prices; predicted error; scenarios; reads no rows
ledger                   the permanent, hash-chained record of charges, share links (their end: ledger.links), teams
release                  match -> price -> reuse (`release.requests`: the price of a plan); then
                         charge -> aggregate -> draw -> record. Start reading at `release.run`
desk                     the application without screens: datasets, answers, teams, links

OUTWARD
present                  releases as charts (present.shape, present.chart), texts in each language, files and pages
learn                    lessons: games and figures on public tables
cli                      the command line: `python -m dpcore`

    with dp.Desk() as desk:
        desk.add_dataset("visits", dp.read("visits.parquet"), schema=dp.Schema(age=dp.Number(0, 120)),
                         budget=dp.Budget(epsilon=1.0, delta=1e-6))
        desk.release("visits", dp.Plan([dp.Ask(dp.Histogram("age", bins=24))], mu=0.1))[0].table
"""

__version__ = "0.1.0"

from dpcore import calibrate, noise, queries, sensitivity, tradeoff
from dpcore.budget.budget import Budget, Portfolio
from dpcore.budget.slot import Slot
from dpcore.budget.standing import Standing
from dpcore.desk.desk import Desk
from dpcore.desk.function import try_function
from dpcore.engine.rows import Source
from dpcore.engine.source.read import read
from dpcore.errors import (
    AccessError,
    BudgetError,
    DpError,
    HeaderError,
    KnownRowsError,
    LedgerError,
    MisfitError,
    QueryError,
    SchemaError,
    SheetError,
    SourceError,
)
from dpcore.plan.plan import Ask, Plan
from dpcore.plan.quote import Quote
from dpcore.plan.scenario import Scenario
from dpcore.queries import *  # noqa: F403
from dpcore.release.alike import OtherPopulation
from dpcore.release.dataset import Dataset
from dpcore.release.record import Release
from dpcore.table.category import Category
from dpcore.table.cell_format import Format
from dpcore.table.column import Date, Flag, Identifier, Number, Text
from dpcore.table.condition import Condition
from dpcore.table.description import Origin
from dpcore.table.partition import Bins, Period
from dpcore.table.schema import Schema
from dpcore.table.table import Unit

__all__ = [
    "AccessError",
    "Ask",
    "Bins",
    "Budget",
    "BudgetError",
    "Category",
    "Condition",
    "Dataset",
    "Date",
    "Desk",
    "DpError",
    "Flag",
    "Format",
    "HeaderError",
    "Identifier",
    "KnownRowsError",
    "LedgerError",
    "MisfitError",
    "Number",
    "Origin",
    "OtherPopulation",
    "Period",
    "Plan",
    "Portfolio",
    "QueryError",
    "Quote",
    "Release",
    "Scenario",
    "Schema",
    "SchemaError",
    "SheetError",
    "Slot",
    "Source",
    "SourceError",
    "Standing",
    "Text",
    "Unit",
    "calibrate",
    "noise",
    "read",
    "sensitivity",
    "tradeoff",
    "try_function",
]
__all__ += queries.__all__
