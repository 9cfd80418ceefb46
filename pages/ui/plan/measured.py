"""Which questions of a plan are already answered; they are asked again only on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dpcore.present.text import size
from dpcore.queries import Query
from dpcore.queries.question.prediction import Margin
from dpcore.release.dataset import Dataset
from dpcore.release.judged import judge
from dpcore.release.measurement import Measured
from dpcore.table.table import Table
from dpcore.text import Text
from pages.ui.desk import desk
from pages.ui.plan.draft import Draft, Row


def of(dataset: Dataset, rows: Sequence[Row]) -> dict[int, Measured]:
    """The paid measurements of each row's question, on the current version of the table."""
    paid = desk().measured(dataset.id, [row.query for row in rows])
    return {row.id: known for row, known in zip(rows, paid, strict=True) if known is not None}


def answered(row: Row, known: Measured | None) -> bool:
    """Whether all measurements that a row asks for are paid."""
    return known is not None and known.next > row.measurement


def new(plan: Draft, known: Mapping[int, Measured]) -> Draft:
    """The rows that would be paid; if there are none, all rows that are on, which cost nothing."""
    rows = tuple(row for row in plan.asked.rows if not answered(row, known.get(row.id)))
    return replace(plan, rows=rows or first(plan).rows)


def first(plan: Draft) -> Draft:
    """The plan as if nothing were answered; improvements become first measurements."""
    rows = (replace(row, held=None, measurement=0) if row.measurement else row for row in plan.asked.rows)
    return replace(plan, rows=tuple(rows))


def said(query: Query, known: Measured, level: float, table: Table) -> Text:
    """The margin of the existing answer: "answered: ±34 rows"."""
    now = known.margin(level)
    if now is None:
        return Text("paid for, and not answered yet")
    error = size.brief(query, now, table)
    if known.release is not None and judge(known.release.near_level(level)).useless:
        # vital
        return Text("answered: {error}, not usable", error=error)
    return Text("answered: {error}", error=error)


def change(query: Query, now: Margin | None, after: Margin | None, table: Table) -> str:
    """The effect of another measurement: "±34 rows now, ±25 rows after"; empty if they are not combined."""
    if now is None or after is None:
        return ""
    return size.change(query, now, after, table)
