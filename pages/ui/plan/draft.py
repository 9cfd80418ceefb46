"""A plan being edited. A row gets a share of the total by its weight, or is locked at a price or an error.

Locked rows are paid first and the others share the rest by weight, so editing a row rebalances only unlocked ones.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import dpcore as dp
from dpcore.desk.draft import Drafts
from dpcore.mechanisms import kind_of
from dpcore.plan.exchange import price_for
from dpcore.plan.plan import LEVEL
from dpcore.queries import Query, query_from_dict
from dpcore.release.dataset import Dataset
from pages.ui.desk import desk
from pages.ui.plan.history import History
from pages.ui.session import session

Currency = Literal["mu", "epsilon"]
Held = tuple[Literal["price", "error"], float]
START = 0.1
VERSION = 1
LEAST, MOST = 1e-12, 1e12
"""Of stored weights and amounts."""
LONGEST_NAME, LONGEST_NOTE = 120, 1_000
_DRAFTS, _HISTORIES, _UNSAVED, _DESCRIBED = "drafts", "drafts-history", "drafts-unsaved", "drafts-described"
_LEFT = "drafts-left"
_KINDS: dict[str, Literal["price", "error"]] = {"price": "price", "error": "error"}


@dataclass(frozen=True)
class Row:
    """One question of the draft. `held` is None (it shares by weight), or the locked price or error.

    level: of its interval. measurement: 0, or the number of a requested further measurement. name, note: its author's
    own words, which no answer contains. on: whether it is asked; else it only keeps its place.
    """

    id: int
    query: Query
    weight: float = 1.0
    held: Held | None = None
    level: float = LEVEL
    measurement: int = 0
    name: str = ""
    note: str = ""
    on: bool = True


@dataclass(frozen=True)
class Draft:
    """Rows, and their total. checking: ticket and plan of the release dialog, if it is open.

    slot: the slot of the budget that pays, if any. named: the named plan that it was opened from or saved as, and that
    revision.
    """

    currency: Currency
    total: float
    rows: tuple[Row, ...] = ()
    next_id: int = 1
    slot: str | None = None
    named: tuple[str, int] | None = None
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

    @property
    def asked(self) -> Draft:
        """Without the rows that are turned off."""
        return replace(self, rows=tuple(row for row in self.rows if row.on))

    def row(self, row: int) -> Row | None:
        """The row of this number, if it is still there."""
        return next((other for other in self.rows if other.id == row), None)

    def duplicate(self, row: int) -> Draft:
        """The draft with a copy of a row behind it, as a first measurement."""
        rows: list[Row] = []
        for other in self.rows:
            rows += [other] + ([replace(other, id=self.next_id, measurement=0)] if other.id == row else [])
        return replace(self, rows=tuple(rows), next_id=self.next_id + 1)

    def move(self, row: int, to: int) -> Draft:
        """The draft with a row at another position, counted from 0; a position beyond the ends is the nearest end."""
        moved = [other for other in self.rows if other.id == row]
        rows = [other for other in self.rows if other.id != row]
        place = min(max(to, 0), len(rows))
        return replace(self, rows=(*rows[:place], *moved, *rows[place:]))

    def edit(self, row: int, **changes: object) -> Draft:
        """The draft with one row changed."""
        rows = tuple(replace(other, **changes) if other.id == row else other for other in self.rows)  # type: ignore[arg-type]
        return replace(self, rows=rows)

    def ask(self, row: Row) -> dp.Ask:
        """The row as an ask."""
        kind, value = row.held or ("weight", row.weight)
        way = {"error": "half_width", "price": self.currency}.get(kind, kind)
        return dp.Ask(row.query, level=row.level, measurement=row.measurement, **{way: value})

    def to_text(self, *, named: bool = False) -> str:
        """Compact JSON without `checking`; empty without questions. named: with the named plan that it is."""
        rows = [
            {"query": row.query.to_dict(), "weight": row.weight, "held": row.held, "level": row.level}
            | ({"measurement": row.measurement} if row.measurement else {})
            | ({"name": row.name} if row.name else {})
            | ({"note": row.note} if row.note else {})
            | ({} if row.on else {"off": True})
            for row in self.rows
        ]
        data: dict[str, Any] = {"version": VERSION, "currency": self.currency, "total": self.total}
        data |= {"slot": self.slot, "rows": rows}
        data |= {"named": self.named} if named and self.named is not None else {}
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False) if rows else ""

    def plan(self, shared: float) -> dp.Plan:
        """The plan whose unlocked rows share that amount."""
        asks = [self.ask(row) for row in self.rows]
        return dp.Plan(asks, slot=self.slot, **{self.currency: shared})


def from_text(text: str, dataset: Dataset) -> Draft | None:
    """The draft that `to_text` wrote, without rows that no longer fit the dataset; None if it is not valid."""
    found = read(text, dataset)
    return found[0] if found is not None else None


def read(text: str, dataset: Dataset) -> tuple[Draft, int] | None:
    """As `from_text`, with the number of rows that are left out."""
    try:
        data = json.loads(text)
        if data["version"] != VERSION or data["currency"] not in ("mu", "epsilon"):
            return None
        found = [_row(place, row, dataset) for place, row in enumerate(data["rows"], 1)]
        rows, slot = tuple(row for row in found if row is not None), data["slot"]
        plan, revision = data.get("named") or (None, 0)
        named = (str(plan), int(revision)) if plan else None
        total = _positive(data["total"])
        draft = Draft(data["currency"], total, rows, len(found) + 1, None if slot is None else _plain(slot), named)
        return draft, len(found) - len(rows)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OverflowError):
        return None


def _row(place: int, row: dict[str, Any], dataset: Dataset) -> Row | None:
    """A stored row; None if its question no longer fits the description, or is of another version of the program."""
    try:
        query = query_from_dict(row["query"]).bind(dataset.table.schema)
    except dp.DpError:
        return None
    level = float(row["level"])
    if not 0 < level < 1:
        raise ValueError(level)
    return Row(
        place,
        query,
        _positive(row["weight"]),
        None if row["held"] is None else (_KINDS[row["held"][0]], _positive(row["held"][1])),
        level,
        max(0, int(row.get("measurement", 0))),
        _plain(row.get("name", ""))[:LONGEST_NAME],
        _plain(row.get("note", ""))[:LONGEST_NOTE],
        not row.get("off", False),
    )


def _positive(stored: Any) -> float:
    """A stored weight or amount. Raises ValueError for what no field would have taken."""
    number = float(stored)
    if not LEAST <= number <= MOST:
        raise ValueError(number)
    return number


def _plain(stored: Any) -> str:
    """A stored text. Raises ValueError for one that cannot be written."""
    text = str(stored)
    text.encode()
    return text


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
    described: dict[str, int] = session.setdefault(_DESCRIBED, {})
    if dataset.id not in drafts:
        text = _saved().load(dataset.id)
        found, unread = (read(text, dataset) if text else None) or (_new(dataset), 0)
        drafts[dataset.id] = found
        session.setdefault(_LEFT, {})[dataset.id] = [""] * unread
    elif described.get(dataset.id) != dataset.described:
        before = drafts[dataset.id]
        drafts[dataset.id] = _fitting(before, dataset)
        lost: dict[str, list[str]] = session.setdefault(_LEFT, {})
        stay = {row.id for row in drafts[dataset.id].rows}
        lost.setdefault(dataset.id, []).extend(row.query.sentence for row in before.rows if row.id not in stay)
        steps(dataset).each(lambda plan: _fitting(plan, dataset))
    described[dataset.id] = dataset.described
    return drafts[dataset.id]


def left_out(dataset: Dataset) -> list[str]:
    """The questions that left the plan since this was asked last, because the table was described again.

    One that left it before this session began cannot be read any more: its text is empty.
    """
    lost: dict[str, list[str]] = session.get(_LEFT, {})
    return lost.pop(dataset.id, [])


def _fitting(draft: Draft, dataset: Dataset) -> Draft:
    """The draft without rows whose question no longer fits, after another description of the table."""
    rows = []
    for row in draft.rows:
        with contextlib.suppress(dp.DpError):
            rows.append(replace(row, query=row.query.bind(dataset.table.schema)))
    return draft if tuple(rows) == draft.rows else replace(draft, rows=tuple(rows), checking=None)


def _new(dataset: Dataset) -> Draft:
    currency: Currency = "mu" if desk().standing(dataset.id).meter.name == "gaussian" else "epsilon"
    return Draft(currency, part_of_left(dataset, currency, START))


def _saved() -> Drafts:
    return Drafts(desk().home, desk().user)


def save(dataset: Dataset, change: Callable[[Draft], Draft]) -> None:
    """From a callback: change the draft, remember the step for `undo`, and save it for a reload."""
    before = load(dataset)
    after = session[_DRAFTS][dataset.id] = change(before)
    if after != before:
        # a plan that is being checked is no longer this one
        after = session[_DRAFTS][dataset.id] = replace(after, checking=None)
        steps(dataset).add(replace(before, checking=None))
        _keep(dataset, after)


def steps(dataset: Dataset) -> History[Draft]:
    """What this session did to the draft."""
    histories: dict[str, History[Draft]] = session.setdefault(_HISTORIES, {})
    return histories.setdefault(dataset.id, History(lambda plan: 1 + len(plan.rows)))


def name(dataset: Dataset, named: tuple[str, int] | None) -> None:
    """From a callback: the draft is this revision of a named plan, and so is whatever it was made from; no step."""
    now = load(dataset)

    def change(plan: Draft) -> Draft:
        return replace(plan, named=named) if plan.named == now.named else plan

    session[_DRAFTS][dataset.id] = change(now)
    steps(dataset).each(change)
    _keep(dataset, change(now))


def undo(dataset: Dataset) -> None:
    """From a callback: the draft before the last change. Answers stay: an undone row that is answered costs nothing."""
    _step(dataset, steps(dataset).back(load(dataset)))


def redo(dataset: Dataset) -> None:
    """From a callback: the draft before the last `undo`."""
    _step(dataset, steps(dataset).forward(load(dataset)))


def _step(dataset: Dataset, there: Draft | None) -> None:
    if there is not None:
        # a number is never used twice: what is drawn for one row must not act on another
        next_id = max(load(dataset).next_id, there.next_id)
        session[_DRAFTS][dataset.id] = replace(there, next_id=next_id, checking=None)
        _keep(dataset, there)


def _keep(dataset: Dataset, plan: Draft) -> None:
    session.setdefault(_UNSAVED, {})[dataset.id] = not _saved().save(dataset.id, plan.to_text(named=True))


def unsaved(dataset: Dataset) -> bool:
    """Whether the last change could not be stored, so that a reload would lose it."""
    return bool(session.get(_UNSAVED, {}).get(dataset.id))


def part_of_left(dataset: Dataset, currency: Currency, part: float) -> float:
    """A total that books this part of what the user has left, to three digits, as if one count were asked."""
    meter = desk().standing(dataset.id).meter
    whole = meter.usable or meter.left  # without a slice, a plan for review is measured by the whole budget
    if not whole:
        return 0.01
    counted = replace(dataset.table, neighbors="add_remove")  # elsewhere a count may be public, and cost nothing
    price = price_for(dp.Count(), counted, kind_of(currency), int(part * whole), meter).amount
    return max(float(f"{price:.3g}"), 1e-6)
