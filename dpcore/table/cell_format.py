"""How the cells of a column are written: the order of dates, the marks of numbers, the codes for missing cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, final, get_args

from dpcore.errors import SchemaError
from dpcore.number import shown, whole
from dpcore.spelling import MOST_CHARACTERS
from dpcore.table.category import writable
from dpcore.table.column import Column, Date, Number, Unbounded
from dpcore.table.listing import ALL_BLANKS
from dpcore.text import Text

DateOrder = Literal["year first", "day first", "month first"]
ORDERS: Final[tuple[DateOrder, ...]] = get_args(DateOrder)
DECIMALS: Final = (".", ",")
THOUSANDS: Final = ("", ",", ".", " ", "'")
MOST_CODES: Final = 100
LONGEST_SIGN: Final = 20
FIRST_YEARS: Final = (1000, 9900)
"""The range of `Format.years_from`."""
_PLAIN: Final = "0123456789()+-−"
"""What no sign contains, because it belongs to the number."""
_EXAMPLE: Final = Text('dp.Format(dates="day first"), or dp.Format(decimal=",", thousands=".", missing=["-99"])')
_FORMATS: Final = Text('with_formats({"day": dp.Format(dates="day first")})')


@final
@dataclass(frozen=True, slots=True)
class Format:
    """How the cells of one column are written, if not as 2024-01-31 and 1234.5. A public fact, never taken from rows.

    dates: the order of day, month and year, with any usual separator or none, with the month as a number or by its
    English name. Dates such as 2024-01-31, with a separator after a year of four digits, and dates that name their
    month are read in every order.
    years_from: the first of the hundred years for which years of two digits stand; without it, such dates are missing.
    decimal: the decimal mark of numbers. thousands: the mark between groups of digits; a blank stands for all blanks.
    sign: the unit written before or after a number, as € or %, which is left out: 12 % is 12. Numbers in brackets are
    negative.
    missing: cells that are missing, by their spelling or by the same number.

    A cell that is not written so is missing. Cells that are stored as numbers or dates have no marks or order, but
    may be missing codes. Raises SchemaError.
    """

    dates: DateOrder | None = None
    years_from: int | None = None
    decimal: str | None = None
    thousands: str = ""
    sign: str = ""
    missing: Sequence[str] = ()

    def __post_init__(self) -> None:
        _among("dates", self.dates, (None, *ORDERS))
        _among("decimal", self.decimal, (None, *DECIMALS))
        _among("thousands", self.thousands, THOUSANDS)
        if not isinstance(self.sign, str) or len(self.sign) > LONGEST_SIGN or not writable(self.sign):
            raise SchemaError("`sign` must be a text of at most {most} characters.", _EXAMPLE, most=LONGEST_SIGN)
        sign = self.sign.strip(ALL_BLANKS)
        if sign and (any(each in _PLAIN for each in sign) or not sign.strip(".,'’eE" + ALL_BLANKS)):
            raise SchemaError(
                "{sign} cannot be the sign of a unit, because numbers contain it.",
                "Give the text before or after the number, such as € or kg.",
                sign=shown(self.sign),
            )
        if self.decimal is None and (self.thousands or sign):
            object.__setattr__(self, "decimal", "," if self.thousands == "." else ".")
        if self.decimal is not None and self.decimal == self.thousands:
            raise SchemaError("The decimal mark and the thousands mark must differ.", _EXAMPLE)
        if self.dates is not None and self.decimal is not None:
            raise SchemaError("A column holds dates or numbers.", "Give the order of dates, or the marks of numbers.")
        if self.years_from is not None:
            if self.dates is None:
                raise SchemaError("`years_from` is for dates.", 'Give their order too: `dates="day first"`.')
            low, high = FIRST_YEARS
            object.__setattr__(self, "years_from", whole(self.years_from, "`years_from`", low=low, high=high))
        object.__setattr__(self, "sign", sign)
        object.__setattr__(self, "missing", _codes(self.missing))

    def __bool__(self) -> bool:
        """Whether anything is said."""
        return self != Format()

    def to_dict(self) -> dict[str, Any]:
        """Plain data of what is said; `from_dict` reads it back."""
        said = {
            "dates": self.dates,
            "years_from": self.years_from,
            "decimal": self.decimal,
            "thousands": self.thousands,
            "sign": self.sign,
            "missing": list(self.missing),
        }
        return {name: value for name, value in said.items() if value not in (None, "", [])}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Format:
        """The format that `to_dict` described. Raises SchemaError."""
        _check_plain(data)
        known = cls.__dataclass_fields__
        unknown = next((name for name in data if name not in known), None)
        if unknown is not None:
            raise SchemaError("This program does not know {name} of a format.", "Upgrade it.", name=shown(unknown))
        return cls(**data)


def check_formats(formats: object) -> None:
    """Raises SchemaError unless these are formats by column name."""
    if not isinstance(formats, Mapping) or not all(isinstance(each, Format) for each in formats.values()):
        raise SchemaError("Formats must be given by column name. Got {value}.", _FORMATS, value=shown(formats))


def check_described(formats: Mapping[str, Format], columns: Mapping[str, Column]) -> None:
    """Raises SchemaError if a declared column can have no such format: the order of dates is for dates only."""
    for name, column in columns.items():
        said = formats.get(name, Format())
        if said.dates is not None and not isinstance(column, Date):
            raise SchemaError(
                "Column {name} has a format of dates, but is described as something else.",
                "Describe it as a date, or leave its format empty.",
                name=shown(name),
            )
        if said.decimal is not None and not isinstance(column, Number | Unbounded):
            raise SchemaError(
                "Column {name} has a format of numbers, but is described as something else.",
                "Describe it as a number, or leave its format empty.",
                name=shown(name),
            )


def plain_data(formats: Mapping[str, Format]) -> dict[str, dict[str, Any]]:
    """Formats as plain data; `from_data` reads them back."""
    return {name: said.to_dict() for name, said in formats.items() if said}


def from_data(data: Mapping[str, Mapping[str, Any]]) -> dict[str, Format]:
    """The formats that `plain_data` described. Raises SchemaError."""
    _check_plain(data)
    return {name: Format.from_dict(said) for name, said in data.items()}


def _check_plain(data: object) -> None:
    """Raises SchemaError unless this is a mapping, as a ledger that was altered may not hold."""
    if not isinstance(data, Mapping):
        raise SchemaError("Formats must be given by column name. Got {value}.", _FORMATS, value=shown(data))


def _among(name: str, value: object, known: Sequence[object]) -> None:
    if not isinstance(value, str | None) or value not in known:
        raise SchemaError(
            "`{name}` must be one of {known}. Got {value}.",
            name=name,
            known=", ".join(repr(each) for each in known if each is not None),
            value=shown(value),
        )


def _codes(missing: object) -> tuple[str, ...]:
    """The codes without blanks around them, each once. Raises SchemaError."""
    if not isinstance(missing, list | tuple) or not all(isinstance(code, str) for code in missing):
        raise SchemaError("`missing` must be a list of texts.", _EXAMPLE)
    codes = dict.fromkeys(code.strip(ALL_BLANKS) for code in missing)
    malformed = any(len(code) > MOST_CHARACTERS or not writable(code) for code in codes)
    if len(codes) > MOST_CODES or "" in codes or malformed:
        raise SchemaError(
            "`missing` can list at most {most} codes, none of them empty.",
            "Empty cells are missing anyway. Declare a range, or a category, where most cells are missing.",
            most=MOST_CODES,
        )
    return tuple(codes)
