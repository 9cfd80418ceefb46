"""Formats drawn at random, and cells near what they accept; and the cells as an engine reads them."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sqlglot import exp

import dpcore as dp
from dpcore.engine.base import SqlEngine
from dpcore.engine.rows import Source
from dpcore.engine.sql.literal import cast
from dpcore.table.column import Column, Date
from dpcore.table.table import Table, Unit

KEY = bytes(range(32))
SIGNS = ("", "", "€", "%", "kg", "$", "Fr.", "US $", "[x]", "円", "R$", "^\\", "m²", "\ue000", "'k", ", €", "e€")
GAPS = ("", "", "", " ", "\u00a0", "\u202f", "\u2009", "\u2007", "  ")
LAST = Date(dt.date(1, 1, 1), dt.date(9999, 12, 31))
REAL = dp.Number(-9e15, 9e15)
ODD = (
    *("", " ", "-", "+", "()", "(", ",", ".", "e5", "1e", "--1", "-+1", "1-2", "-1-", "(-1)", "-(1)", "((1))", "(1))"),
    *("1e99", "1e-99", "1e100", "9" * 400, "0" * 998 + "1", "0" * 999 + "1", "0" * 1000 + "1", "1." + "0" * 997),
    *(
        "\ue000 5",
        "5\ue000",
        "\ue001",
        "😀",
        "5😀",
        "٣",
        "1\n2",
        "1\t2",
        "\ufeff7",
        "NaN",
        "inf",
        "true",
        "NA",
        "1_000",
    ),
    *("1_000", "0x1F", "1d", "1f", "½", "²", "Infinity", "12\u20092", "5\u2009", "\u20095"),
    *("x" * 1000, "é" * 1001, "31.12.2013 10:00:00." + "0" * 979, "2013-12-31 ", "2013-12-31T", "T10:00"),
    *(
        "2013. 12. 31.",
        "2013년 12월 31일",
        "2013년12월31일 오후 3:05",
        "2013. 2. 30.",
        "2013년 13월 1일",
        "31년 12월 31일",
    ),
    *("20131231", "31122013", "12312013", "131231", "311213", "123113", "900131", "010203", "10203", "1012013", "131"),
    *("20131231.0", "1012013.00", "900131.", "10203.0", "20131231.5", "2013123", "201312311", "0", "00000000"),
    *("31 dec 2013", "1st Jan 13", "Dec 31, 2013", "2ND FEB 2014", "3rd mar 1950", "december31,2013", "31-Dec-49"),
    *("29 Feb 2013", "29 Feb 2012", "31 Dezember 2013", "Sept. 5th, 2013", "1Sep13", "5 Ma 2013", "0 Jan 2013"),
    *(
        "2013-12-31 23:30-05",
        "31.12.2013 23:30-05:00",
        "31/12/2013 00:30+0530",
        "9999-12-31 23:30-05",
        "1.1.0001 0:30+05",
    ),
    *(
        "31.12.2013 24:00",
        "31.12.2013 24:01",
        "31.12.2013 25:00",
        "31.12.2013 10:60",
        "31.12.2013 10:00 3:00 PM",
        "1.1.0001 0:30+05",
    ),
    *("31.12.2013, 11:05:09\u202fPM", "12/31/2013 0:05 AM", "12/31/2013 13:05 PM", "31.12.13 오전 12:00", "11:05 PM"),
    *("2013-12-31 10:00\n5", "2013-12-31 10:00 Europe/Berlin", "2013-12-31 10:00é", "0000-01-01", "10000-01-01"),
)


def number_format(chance: random.Random) -> dp.Format:
    decimal, thousands = chance.choice([".", ","]), chance.choice(["", ",", ".", " ", "'"])
    return dp.Format(decimal=decimal, thousands="" if thousands == decimal else thousands, sign=chance.choice(SIGNS))


def date_format(chance: random.Random) -> dp.Format:
    order = chance.choice(["year first", "day first", "month first"])
    years = chance.choice([None, 1900, 1950, 1999, 2000, 1913, 9900, 1000])
    return dp.Format(dates=order, years_from=years)  # type: ignore[arg-type]


def number_cell(chance: random.Random, format_: dp.Format) -> str:
    marks = {"'": "'’", " ": " \u00a0\u202f\u2009\u2007", "": " "}.get(format_.thousands, format_.thousands)
    mark = (
        chance.choice(marks) if format_.thousands and chance.random() < 0.9 else chance.choice([",", ".", " ", "'", ""])
    )
    groups = [chance.choice(["1", "12", "123", "0"])]
    sizes = chance.choice([(), (3,), (3, 3), (2, 3), (2, 2, 3), (2,), (4,), (3, 2), (1,), (3, 3, 3), (2, 4)])
    groups += ["".join(chance.choice("0123456789") for _ in range(size)) for size in sizes]
    body = mark.join(groups)
    if chance.random() < 0.5:
        point = format_.decimal if chance.random() < 0.9 else chance.choice([".", ","])
        body += f"{point}{chance.choice(['', '5', '25', '000', '125'])}"
    if chance.random() < 0.1:
        body = f"{format_.decimal}5"
    if chance.random() < 0.15:
        body += (
            chance.choice("eE") + chance.choice(["", "+", "-", "−"]) + chance.choice(["3", "05", "12", "99", "123", ""])
        )

    def gap() -> str:
        return chance.choice(GAPS)

    unit = [format_.sign if chance.random() < 0.4 else "" for _ in range(3)]
    minus = chance.choice(["", "", "-", "+", "−", "--"])
    match chance.randrange(4):
        case 0:
            return f"{unit[0]}{gap()}({gap()}{body}{gap()}{unit[1]}){gap()}{unit[2] if chance.random() < 0.3 else ''}"
        case 1:
            return f"{unit[0]}{gap()}{body}{gap()}{unit[1]}{minus}{gap()}{unit[2]}"
        case _:
            return f"{unit[0]}{gap()}{minus}{gap()}{unit[1]}{body}{gap()}{unit[2]}"


def date_cell(chance: random.Random, format_: dp.Format) -> str:
    year = chance.choice([1900, 1912, 1913, 1949, 1950, 1999, 2000, 2001, 2013, 2024, chance.randint(1, 9999)])
    month, day = chance.randint(1, 13), chance.randint(1, 31)
    full = f"{year:04}" if chance.random() < 0.6 else f"{year % 100:02}"
    pad = chance.random() < 0.5
    m, d = (f"{part:02}" if pad else str(part) for part in (month, day))
    mark = chance.choice(["-", ".", "/", " ", ". ", " - ", ""])
    words = ["January", "February", "March", "April", "May", "June", "July", "August", "Sept.", "October", "nov", "DEC"]
    match chance.randrange(6):
        case 0:
            text = mark.join([full, m, d])
        case 1 | 2:
            order = {"day first": (d, m, full), "month first": (m, d, full)}.get(format_.dates or "", (full, m, d))
            text = mark.join(order)
        case 3:
            text = f"{full}년 {m}월 {d}일" if chance.random() < 0.5 else f"{full}. {m}. {d}."
        case 4:
            nth = chance.choice(["", "", "st", "nd", "th", "ST"])
            name = chance.choice(words)
            name = chance.choice([name, name[:3], name.upper(), name.lower()])
            text = chance.choice(
                [f"{d}{nth} {name} {full}", f"{d}-{name}-{full}", f"{name} {d}{nth}, {full}", f"{d}{name}{full}"]
            )
        case _:
            text = f"{full}{month:02}{day:02}" if format_.dates == "year first" else f"{day:02}{month:02}{full}"
    if chance.random() < 0.4:
        clock = f"{chance.randint(0, 25)}:{chance.randint(0, 61):02}" + chance.choice(
            ["", ":59", ":00.5", ":5", ":", ":00.0000001"]
        )
        text += chance.choice(["T", " ", ", ", "  ", "\u00a0", "\t", ""])
        text += chance.choice(
            [clock, clock, clock + " PM", clock + "am", "오후 " + clock, "오전" + clock, clock + "\u202fp.m."]
        )
        text += chance.choice(["", "", "Z", "+09:00", "-0500", "-05", " UTC", "+05:30:15", " +14", "+9"])
    return text


def mutated(chance: random.Random, cell: str) -> str:
    """The cell, or one that differs from it in a few letters, or has blanks around it."""
    if chance.random() < 0.3:
        letters = [
            *" -+()−,.'’%€0123456789eETZ:/\u00a0\u202f\u2009\t\n년월일오전후",
            "\ue000",
            "\0",
            "😀",
            "\ufeff",
            "\x0b",
        ]
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            place = chance.randint(0, len(cell))
            cell = cell[:place] + chance.choice(["", chance.choice(letters)]) + cell[place + chance.randint(0, 1) :]
    if chance.random() < 0.2:
        cell = chance.choice(GAPS) + cell + chance.choice([*GAPS, "\t", "\n"])
    return cell


def cells(chance: random.Random, format_: dp.Format, count: int) -> list[str | None]:
    """Cells near what a format accepts, all of `ODD`, and some missing ones."""
    one = date_cell if format_.dates else number_cell
    drawn = [mutated(chance, one(chance, format_)) for _ in range(count)]
    return [*drawn, *ODD, *(mutated(chance, cell) for cell in ODD), None]


def readings(
    source: Source, schema: Mapping[str, Column], folder: Path, size: int, unit: str | None = None
) -> dict[str, list[Any]]:
    """The numbers and dates of each column by row, as the engine of a source reads them. The rows' column is `key`.

    size: of the key. unit: the column of the privacy units. Missing cells are None, as numbers beyond the doubles and
    dates beyond the years 1 to 9999 are.
    """
    columns = dict(schema)
    table = Table(dp.Schema({"key": dp.Number(0, size, integer=True), **columns}), Unit(unit, 99) if unit else Unit())
    with source.load(folder, KEY).engine(table, KEY, folder) as engine:
        assert isinstance(engine, SqlEngine)
        engine.prepare()
        dialect, kinds = engine._dialect, engine._kinds
        values: list[exp.Expr] = [dialect.number(exp.column("key", quoted=True), kinds["key"])]
        for name, column in columns.items():
            cell = exp.column(name, quoted=True)
            if isinstance(column, Date):
                date = dialect.date_only(dialect.day(cell, kinds[name]))
                values.append(cast(date, "text"))
            elif isinstance(column, dp.Number):
                number = dialect.number(cell, kinds[name])
                number = dialect.shortest_double(number, "float") if kinds[name] == "float" else number
                values.append(exp.Case().when(dialect.finite(number), number.copy()))
            else:
                values.append(dialect.label(cell) if kinds[name] == "text" else dialect.spelling(cell, kinds[name]))
        named = [exp.alias_(value, f"v{place}") for place, value in enumerate(values)]
        keys, *found = engine._fetch(dialect.sql(exp.select(*named).from_(engine._relation)))
    order = np.argsort(keys)
    return {name: [_plain(one) for one in _whole(column)[order]] for name, column in zip(columns, found, strict=True)}


def _whole(column: Any) -> Any:
    return np.where(np.ma.getmaskarray(column), None, np.ma.getdata(column).astype(object))


def _plain(value: Any) -> Any:
    return None if value is None or value != value else value


def spelt(dates: Sequence[dt.date | None]) -> list[str | None]:
    return [None if date is None else date.isoformat() for date in dates]
