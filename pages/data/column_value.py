"""What the fields of one column say: the declared column, and the fields filled from one."""

from __future__ import annotations

import re
from typing import Any, Literal, assert_never

import dpcore as dp
from dpcore.table.column import Column, Unbounded
from dpcore.table.dictionary.declaration import joined, line_of
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.value_list import quoted
from dpcore.text import Text
from pages.data.preset import OWN
from pages.ui.widget import put, value

UNUSED = "not used"
DROP, STAND_IN = Text("is left out"), Text("counts as")
MISSING, OTHER = Text("is missing"), Text('counts as "other"')


def key_of(place: int, field: str) -> str:
    """The key of a column's field; by place, so that no column name is part of a key."""
    return f"describe-{place}-{field}"


def kind_of(place: int) -> str:
    """The kind chosen for the column at this place."""
    return str(value(key_of(place, "kind"), UNUSED))


def declared(place: int, name: str) -> Column | None:
    """The column as declared; None where it is not used. Raises SchemaError naming the column."""
    try:
        return _declared(place, lambda field: value(key_of(place, field)))
    except dp.SchemaError as error:
        raise dp.SchemaError(
            Text("Column {name!r}: {message_}", name=name, message_=error.message), error.hint
        ) from None


def _declared(place: int, field: Any) -> Column | None:
    match kind_of(place):
        case "number":
            if field("low") is None or field("high") is None:
                raise dp.SchemaError(
                    "The lowest and the highest value are missing.", "Enter publicly known bounds, or choose a range."
                )
            stand_in: float | Literal["drop"] = "drop" if field("missing") in (None, DROP) else field("stand-in")
            return dp.Number(field("low"), field("high"), integer=bool(field("whole")), missing=stand_in)
        case "category":
            text, exact = field("values") or "", field("exact") or ()
            values = exact if text == "\n".join(exact) else listed(text)
            return dp.Category(values, other=field("other") not in (None, MISSING))
        case "yes or no":
            return dp.Flag()
        case "date":
            if field("first") is None or field("last") is None:
                raise dp.SchemaError("The first and the last day are missing.", "Enter what is publicly known.")
            return dp.Date(field("first"), field("last"))
        case "identifier":
            return dp.Identifier(as_written=bool(field("written")))
        case "text":
            return dp.Text()
    return None


def fill(place: int, column: Column | None) -> None:
    """From a callback: fill the fields of the column at this place."""
    fields: dict[str, Any] = {"preset": OWN}
    match column:
        case None:
            fields["kind"] = UNUSED
        case dp.Number(low, high, integer, missing):
            fields |= {"kind": "number", "low": float(low), "high": float(high), "whole": integer, "missing": DROP}
            if missing != "drop":
                fields |= {"missing": STAND_IN, "stand-in": float(missing)}
        case Unbounded(integer):
            fields |= {"kind": "number", "low": None, "high": None, "whole": integer, "missing": DROP}
        case dp.Category(values, other):
            text = "\n".join(values)
            fields |= {"kind": "category", "values": text, "exact": values, "other": OTHER if other else MISSING}
        case dp.Date(low, high):
            fields |= {"kind": "date", "first": low, "last": high}
        case dp.Flag():
            fields["kind"] = "yes or no"
        case dp.Identifier(as_written):
            fields |= {"kind": "identifier", "written": as_written}
        case dp.Text():
            fields["kind"] = "text"
        case _:
            assert_never(column)
    for field, chosen in fields.items():
        put(key_of(place, field), chosen)


def line(place: int, name: str) -> Line:
    """The column for a data dictionary: as declared, or as far as it is filled in."""
    try:
        return line_of(name, declared(place, name))
    except dp.SchemaError:
        fields = {field: value(key_of(place, field)) for field in ("low", "high", "first", "last", "values")}
        low, high = (
            fields[number] if fields[number] is not None else fields[day]
            for number, day in (("low", "first"), ("high", "last"))
        )
        low, high = (
            "" if bound is None else f"{bound:.17g}" if isinstance(bound, float) else str(bound)
            for bound in (low, high)
        )
        kind = kind_of(place)
        ranged = kind in ("number", "date")
        values = joined(listed(fields["values"] or "")) if kind == "category" else ""
        return Line(name, kind, low if ranged else "", high if ranged else "", values)


def listed(text: str) -> tuple[str, ...]:
    """The values of a pasted list: one per line, or on a single line separated by commas, semicolons or tabs.

    On a single line, a value in quotation marks may contain commas.
    """
    if "\n" not in text.strip() and (values := quoted(text)) is not None:
        return values
    parts = text.splitlines() if "\n" in text.strip() else re.split(r"[,;\t]", text)
    return tuple(part.strip() for part in parts if part.strip())
