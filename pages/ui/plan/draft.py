"""A plan being edited. A row gets a share of the total by its weight, or is locked at a price or an error.

Locked rows are paid first and the others share the rest by weight, so editing a row rebalances only unlocked ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

import dpcore as dp
from dpcore.desk.draft import Drafts
from dpcore.mechanisms import kind_of
from dpcore.plan.exchange import price_for
from dpcore.plan.plan import LEVEL
from dpcore.queries import Query, query_from_dict
from dpcore.release.dataset import Dataset
from pages.ui.desk import desk
from pages.ui.session import session

Currency = Literal["mu", "epsilon"]
Held = tuple[Literal["price", "error"], float]
START = 0.1
VERSION = 1
_DRAFTS = "drafts"
_KINDS: dict[str, Literal["price", "error"]] = {"price": "price", "error": "error"}


@dataclass(frozen=True)
class Row:
    """One question of the draft. `held` is None (it shares by weight), or the locked price or error.

    level: of its interval. measurement: 0, or the number of a requested further measurement.
    """

    id: int
    query: Query
    weight: float = 1.0
    held: Held | None = None
    level: float = LEVEL
    measurement: int = 0


@dataclass(frozen=True)
class Draft:
    """Rows, and their total. checking: ticket and plan of the release dialog, if it is open.

    slot: the slot of the budget that pays, if any.
    """

    currency: Currency
    total: float
    rows: tuple[Row, ...] = ()
    next_id: int = 1
    slot: str | None = None
    checking: tuple[str, dp.Plan] | None = field(default=None, compare=False)

    def add(self, query: Query) -> Draft:
        """Add a question; one with a tolerance of its own is locked at this error."""
        row = Row(self.next_id, query)
        if query.error.asked is not None:
            row = replace(row, held=("error", query.error.asked[0]), level=query.error.asked[1])
        return replace(self, rows=(*self.rows, row), next_id=self.next_id + 1)

    def drop(self, row: int) -> Draft:
        """Remove a question."""
        return replace(self, rows=tuple(other for other in self.rows if other.id != row))

    def edit(self, row: int, **changes: object) -> Draft:
        """The draft with one row changed."""
        rows = tuple(replace(other, **changes) if other.id == row else other for other in self.rows)  # type: ignore[arg-type]
        return replace(self, rows=rows)

    def ask(self, row: Row) -> dp.Ask:
        """The row as an ask."""
        kind, value = row.held or ("weight", row.weight)
        way = {"error": "half_width", "price": self.currency}.get(kind, kind)
        return dp.Ask(row.query, level=row.level, measurement=row.measurement, **{way: value})

    def to_text(self) -> str:
        """Compact JSON without `checking`; empty without questions."""
        rows = [
            {"query": row.query.to_dict(), "weight": row.weight, "held": row.held, "level": row.level}
            | ({"measurement": row.measurement} if row.measurement else {})
            for row in self.rows
        ]
        data = {"version": VERSION, "currency": self.currency, "total": self.total, "slot": self.slot, "rows": rows}
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False) if rows else ""

    def plan(self, shared: float) -> dp.Plan:
        """The plan whose unlocked rows share that amount."""
        asks = [self.ask(row) for row in self.rows]
        return dp.Plan(asks, slot=self.slot, **{self.currency: shared})


def from_text(text: str, dataset: Dataset) -> Draft | None:
    """The draft that `to_text` wrote, for its dataset; None if it is no longer valid."""
    try:
        data = json.loads(text)
        if data["version"] != VERSION or data["currency"] not in ("mu", "epsilon"):
            return None
        rows = tuple(
            Row(
                place,
                query_from_dict(row["query"]).bind(dataset.table.schema),
                float(row["weight"]),
                None if row["held"] is None else (_KINDS[row["held"][0]], float(row["held"][1])),
                float(row["level"]),
                max(0, int(row.get("measurement", 0))),
            )
            for place, row in enumerate(data["rows"], 1)
        )
        return Draft(data["currency"], float(data["total"]), rows, len(rows) + 1, data["slot"])
    except (dp.DpError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return None


def plan_of(dataset: str, draft: Draft) -> dp.Plan:
    """The draft as a plan for this dataset: locked rows first, the rest shared by weight. Raises DpError."""
    held = tuple(row for row in draft.rows if row.held is not None)
    if len(held) == len(draft.rows):
        return draft.plan(draft.total)
    asks = desk().quote(dataset, replace(draft, rows=held).plan(draft.total)).asks if held else ()
    power = 2 if draft.currency == "mu" else 1
    rest = draft.total**power - sum(ask.amount**power for ask in asks)
    if rest <= 0:
        raise dp.BudgetError(
            "The locked questions take the whole amount that this plan may spend.",
            "Raise what the plan may spend, or unlock one of them.",
        )
    return draft.plan(rest ** (1 / power))


def load(dataset: Dataset) -> Draft:
    """This session's draft, else this user's last one, else a new one with a tenth of the remaining budget."""
    drafts: dict[str, Draft] = session.setdefault(_DRAFTS, {})
    if dataset.id not in drafts:
        text = _saved().load(dataset.id)
        drafts[dataset.id] = (from_text(text, dataset) if text else None) or _new(dataset)
    return drafts[dataset.id]


def _new(dataset: Dataset) -> Draft:
    currency: Currency = "mu" if desk().standing(dataset.id).meter.name == "gaussian" else "epsilon"
    return Draft(currency, part_of_left(dataset, currency, START))


def _saved() -> Drafts:
    return Drafts(desk().home, desk().user)


def save(dataset: Dataset, change: Callable[[Draft], Draft]) -> None:
    """From a callback: change the draft and save it for a reload."""
    before = load(dataset)
    after = session[_DRAFTS][dataset.id] = change(before)
    if after != before:
        _saved().save(dataset.id, after.to_text())


def part_of_left(dataset: Dataset, currency: Currency, part: float) -> float:
    """A total that books this part of what the user has left, to three digits, as if one count were asked."""
    meter = desk().standing(dataset.id).meter
    whole = meter.usable or meter.left  # without a slice, a plan for review is measured by the whole budget
    if not whole:
        return 0.01
    counted = replace(dataset.table, neighbors="add_remove")  # elsewhere a count may be public, and cost nothing
    price = price_for(dp.Count(), counted, kind_of(currency), int(part * whole), meter).amount
    return max(float(f"{price:.3g}"), 1e-6)
