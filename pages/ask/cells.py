"""The cells of the plan table: what stands in a row, and what a typed cell means. No cell reads a row of the data."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import dpcore as dp
from dpcore.budget.meter import shares
from dpcore.plan.plan import LEVEL
from dpcore.plan.quote import Quote
from dpcore.plan.request import Request
from dpcore.present.text import scale, size, words
from dpcore.present.text.amount import Gauge
from dpcore.present.text.digits import error_text
from dpcore.queries import Query
from dpcore.queries.question.judgement import Judgement, foreseen
from dpcore.queries.question.prediction import Margin
from dpcore.release.dataset import Dataset
from dpcore.release.judged import judge
from dpcore.release.measurement import Measured
from dpcore.text import Text, joined
from pages.ui.markdown import visible
from pages.ui.plan import measured, priced
from pages.ui.plan.draft import LONGEST_NAME, LONGEST_NOTE, Draft, Row

DRIVERS = {"weight": Text("weight"), "price": Text("price"), "error": Text("margin")}
_NUMBER = re.compile(r"\s*±?\s*((?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)(.*)")
_UNIT = re.compile(r"\s*|\s*%\s*|\s+[^\W\d_][^\d,;=<>±]*|[^\x00-\u2fff][^\d,;=<>±]*")
_LEAST, _MOST = 1e-9, 1e9
_CLOSE = 2e-3
ROOM = 15
"""Characters of a margin that its cell shows; a longer one would lose its number, which stands at the left."""


@dataclass(frozen=True)
class Line:
    """One row of the table. price: in the reader's unit, None without one. share: of the plan, in percent.

    set_by: what of weight, price and margin was typed last, which the others follow. useless: whether no answer with
    this margin is usable.
    """

    id: int
    question: str
    weight: float
    price: float | None
    margin: str
    set_by: Text | str
    worth: Text
    useless: bool
    share: float | None
    state: Text
    note: str


def lines(dataset: Dataset, plan: Draft, paid: Mapping[int, Measured], new: Draft, quote: Quote | None) -> list[Line]:
    """All rows of a draft. new: the rows that would be paid, in the order of the quote's asks."""
    places = {} if quote is None else {row.id: place for place, row in enumerate(new.rows)}
    gauge = priced.shown_in(dataset, quote)
    amounts = [] if quote is None else [_booked(gauge, quote, place) for place in range(len(quote.asks))]
    parts, bounded = shares([amount or 0 for amount in amounts]), None not in amounts and any(amounts)
    found = []
    for row in plan.rows:
        known, place = paid.get(row.id), places.get(row.id)
        if not row.on:
            found.append(_line(row, state=Text("off")))
        elif known is not None and measured.answered(row, known):
            found.append(_answered(dataset, row, known))
        elif quote is None or place is None:
            found.append(_line(row, margin=visible(Text("no price yet"))))
        else:
            booked = amounts[place]
            price = None if booked is None else gauge.typed(booked)
            found.append(_priced(dataset, row, quote, place, price, parts[place] if bounded else None))
    return found


def _booked(gauge: Gauge, quote: Quote, place: int) -> int | None:
    """What a question books; None if the account has no bound for its noise."""
    return 0 if quote.stored[place] else priced.booked(gauge.meter, quote.asks[place])


def _line(row: Row, **known: Any) -> Line:
    sentence = visible(row.query.sentence, 400)
    line = Line(
        row.id,
        f"{visible(row.name, LONGEST_NAME)} · {sentence}" if row.name else sentence,
        row.weight,
        None,
        "",
        DRIVERS[row.held[0] if row.held else "weight"],
        Text(""),
        False,
        None,
        Text("new"),
        visible(row.note, LONGEST_NOTE),
    )
    return replace(line, **known)


def _answered(dataset: Dataset, row: Row, known: Measured) -> Line:
    """A row that costs nothing: its margin, and since when it is answered."""
    margin, release = known.margin(row.level), known.release
    if margin is None or release is None:
        return _line(row, set_by="", state=Text("paid for, and not answered yet"))
    judgement = judge(release.near_level(row.level))
    # vital
    return _line(
        row,
        margin=released(row.query, margin, dataset),
        set_by="",
        worth=worth(row.query, judgement),
        useless=judgement.useless,
        state=Text("answered {day}", day=release.time[:10]),
    )


def half_width(row: Row, request: Request, quote: Quote, place: int) -> float:
    """The error that a row will have; that of a further measurement is the error of all measurements combined."""
    improved = quote.improved[place]
    return request.half_width if improved is None or not row.measurement else improved.typical


def _priced(dataset: Dataset, row: Row, quote: Quote, place: int, price: float | None, share: float | None) -> Line:
    request = quote.asks[place]
    half = half_width(row, request, quote, place)
    judgement = foreseen(row.query, dataset.table, half, request.error.needed)
    improved = quote.improved[place] if row.measurement else None
    largest = request.error.largest if improved is None else improved.largest
    few = not judgement.useless and foreseen(row.query, dataset.table, largest).useless
    return _line(
        row,
        price=price,
        margin=margin(row.query, half, dataset),
        worth=worth(row.query, judgement, few),
        useless=judgement.useless,
        share=share,
        state=_state(row),
    )


def _state(row: Row) -> Text:
    state = Text("measured again") if row.measurement else Text("new")
    return state if row.level == LEVEL else Text("{state}, margin at {level:g} %", state=state, level=100 * row.level)


def margin(query: Query, half: float, dataset: Dataset) -> str:
    """A predicted error with its unit: "±34 rows"."""
    if query.error.unit == "none" or math.isinf(half):
        return visible(Text("cannot be stated"))
    if math.isnan(half):
        return visible(Text("not known yet"))
    if half <= 0:
        return visible(Text("exact"))
    whole = visible(Text("±{size}", size=size.size(query, half, query.quantity(dataset.table).unit)), 80)
    return whole if len(whole) <= ROOM or query.error.unit == "ranks" else visible(_short(query, half))


def released(query: Query, margin: Margin, dataset: Dataset) -> str:
    """The error of an answer; of several errors the largest alone, since a cell has no room for two."""
    if not math.isfinite(margin.typical):
        return visible(Text("cannot be stated"))
    if not math.isfinite(margin.largest):
        # a group without a margin: the typical one alone would say too little
        return visible(Text("{margin} or more", margin=_short(query, margin.typical)))
    if margin.largest > 1.05 * margin.typical:
        return visible(Text("up to {amount}", amount=_short(query, margin.largest)))
    whole = visible(size.brief(query, margin, dataset.table), 80)
    if len(whole) <= ROOM:
        return whole
    return whole if query.error.unit == "ranks" else visible(_short(query, margin.largest))


def _short(query: Query, half: float) -> Text:
    """An error whose unit has no room in its cell, which would hide the number; the row's form says it in full."""
    number = error_text(scale.of_error(query) * half)
    return Text("±{number} points", number=number) if scale.in_points(query) else Text("±{number}", number=number)


def worth(query: Query, judgement: Judgement, few: bool = False) -> Text:
    """What answers with an error are worth, in a few words. few: whether none is usable where there are few rows."""
    if judgement.state == "not_stated":
        return Text("not known")
    if judgement.state == "not_usable":
        # vital
        return Text("not usable")
    if few:
        # vital
        return Text("not usable for few rows")
    if judgement.state == "usable":
        return Text("usable")
    if query.error.unit == "ranks":
        return Text("usable above {count:,.0f} rows", count=math.ceil(judgement.least))
    return Text("usable above {least}", least=words.limit(judgement.least))


def number(text: object) -> float | None:
    """The number in a typed or pasted cell, such as "±1,400 rows"; None if it is anything else than one with a unit."""
    if isinstance(text, bool):
        return None
    if isinstance(text, int | float):
        return float(text) if math.isfinite(text) else None
    found = _NUMBER.fullmatch(str(text))
    if found is None or not _UNIT.fullmatch(found[2]):
        return None
    value = float(found[1].replace(",", ""))
    return value if math.isfinite(value) else None


def checked_weight(value: float) -> None:
    """Raises QueryError for a weight that no plan can have."""
    if not _LEAST <= value <= _MOST:
        raise dp.QueryError(
            "A weight is a number from 0.000000001 to 1,000,000,000.", "Weights count relative to each other."
        )


def agrees(line: Line, column: str, typed: object) -> bool:
    """Whether a cell as it was typed says what the row says now: else the table must be drawn anew."""
    match column:
        case "question":
            return str(typed or "") == line.question
        case "note":
            return str(typed or "") == line.note
        case "weight":
            return _near(number(typed), line.weight)
        case "price":
            return _near(number(typed), line.price)
        case "margin":
            return _near(number(typed), number(line.margin))
    return False


def _near(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and math.isclose(one, other, rel_tol=_CLOSE)


Edit = tuple[int, str, object]
"""A row's number, a column, and what was typed there; None if the cell was emptied."""


def typed(
    plan: Draft, edits: Sequence[Edit], paid: Mapping[int, Measured], price: Callable[[Draft, Row, float], float]
) -> tuple[Draft, list[dp.DpError]]:
    """A draft after edits in cells, and why some are refused. price: of a row, from what was typed in a unit."""
    refused = list[dp.DpError]()
    # an empty cell beside a full one, as blocks of other tables have them, takes nothing back
    for row_id, column, value in sorted(edits, key=lambda edit: bool(str(edit[2] or "").strip())):
        row = plan.row(row_id)
        if row is None:
            continue
        try:
            changes = _changes(plan, row, column, value, paid.get(row_id), price)
        except dp.DpError as error:
            refused.append(error)
        else:
            plan = plan.edit(row_id, **changes)
    return plan, refused


def _changes(
    plan: Draft,
    row: Row,
    column: str,
    value: object,
    known: Measured | None,
    price: Callable[[Draft, Row, float], float],
) -> dict[str, object]:
    if column == "question":
        return {"name": _name(row, str(value or ""))}
    if column == "note":
        return {"note": str(value or "").strip()[:LONGEST_NOTE]}
    if not row.on:
        raise dp.QueryError("“{question}” is turned off.", "Turn it on first.", question=row.query.sentence)
    if known is not None and measured.answered(row, known):
        # vital
        raise dp.QueryError(
            "“{question}” is answered already and costs nothing.",
            "Choose “Improve” in its menu to pay for one more measurement.",
            question=row.query.sentence,
        )
    if value is None or not str(value).strip():
        return {"held": None} if column in ("price", "margin") else {}
    amount = number(value)
    if amount is None or amount <= 0:
        raise dp.QueryError(
            "“{typed}” is not a positive number.",
            "Type a number such as 0.5 or 1,400, with or without its unit.",
            typed=visible(value, 40),
        )
    match column:
        case "weight":
            checked_weight(amount)
            return {"weight": amount, "held": None}
        case "price":
            return {"held": ("price", price(plan, row, amount))}
        case "margin" if row.query.error.unit != "none":
            return {"held": ("error", scale.read(row.query, amount))}
    raise dp.QueryError("A margin of error cannot be typed for this question.", "Type a price or a weight.")


def _name(row: Row, text: str) -> str:
    """A row's own name, from a cell where the question stands behind it."""
    sentence = visible(row.query.sentence, 400)
    name = text.strip().removesuffix(f"· {sentence}").strip()
    if len(name) > LONGEST_NAME:
        raise dp.QueryError("A name can have at most {most} characters.", "Use a note for more.", most=LONGEST_NAME)
    return "" if name == sentence else name


def told(refused: Sequence[dp.DpError]) -> dp.DpError:
    """One error for all refused cells: the first, and how many more there are."""
    first = refused[0]
    if len(refused) == 1:
        return first
    more = Text.counted("{n} more cell was refused.", "{n} more cells were refused.", n=len(refused) - 1)
    return dp.QueryError(first.message, joined([more, first.hint]))
