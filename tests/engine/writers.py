"""Delimited text as programs write it: pandas, csv.writer, R's write.csv, write.csv2 and write.table, and Excel."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

import pandas as pd

Table = Mapping[str, Sequence[str | None]]
"""Texts by column; None where a cell is missing."""

LATIN: Final = (
    "A", "b c", "17", "17.0", "-2.5e3", "007", "1e400", "é", "naïve", "€5", "“q”", "x'y", "#1", "=1+1", "NaN", "TRUE",
    "2024-01-05", "a@b.org", "0x1f", "ÄÖÜß", "-", "..", "N/A",
)  # fmt: skip
WIDE: Final = ("한글", "日本", "Ω", "😀", "ﬁ", "е", "\u00a0", "e\u0301")
HARD: Final = ("a,b", "a;b", "a\tb", "a|b", 'say "x"', '"', '""', "two\nlines", "two\r\nlines", "a\rb", ",", "x,", ";")
NAMES: Final = ("age", "Ward", "größe", "x y", "cost (€)", "a.1", "id", "é", "n", "T")


def drawn(random: Random, rows: int, cells: Sequence[str]) -> dict[str, list[str | None]]:
    """A random table of at least two columns; no row is entirely missing."""
    names = random.sample(NAMES, random.randint(2, 6))
    table = {name: [random.choice([*cells, None]) for _ in range(rows)] for name in names}
    first = table[names[0]]
    first[:] = [cell or "z" for cell in first]
    return table


def by_pandas(table: Table, random: Random) -> tuple[bytes, list[str]]:
    """`DataFrame.to_csv` with random settings, and the names that its columns have when they are read.

    By itself it does not quote a carriage return where lines end with a line feed.
    """
    index, mark = random.random() < 0.5, random.choice(",;\t|")
    end = random.choice(["\n", "\r\n"])
    quoting = random.choice([csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC, *([csv.QUOTE_MINIMAL] if end == "\r\n" else [])])
    text = pd.DataFrame(dict(table), dtype=object).to_csv(index=index, sep=mark, quoting=quoting, lineterminator=end)
    return _coded(text, random), [*(["column 1"] if index else []), *table]


def by_csv_writer(table: Table, random: Random) -> tuple[bytes, list[str]]:
    """`csv.writer` with random settings; blank and repeated names. Its default does not quote a carriage return."""
    names: list[str] = list(table)
    if len(names) > 2 and random.random() < 0.5:
        names[-1] = random.choice(["", names[0]])
    end, sep = random.choice(["\n", "\r\n", "\r"]), random.choice([True, False])
    mark = random.choice(",;\t|" if len(names) > 1 else ",")
    file = io.StringIO()
    writer = csv.writer(file, delimiter=mark, quoting=random.choice([0, 1]) if end == "\r\n" else 1, lineterminator=end)
    writer.writerow(names)
    writer.writerows(zip(*table.values(), strict=True))
    read = list(table)
    read[-1] = (
        {"": f"column {len(names)}", names[0]: f"{names[0]}.1"}.get(names[-1], names[-1])
        if len(names) > 2
        else read[-1]
    )
    return _coded((f"sep={mark}{end}" if sep else "") + file.getvalue(), random), read


def by_r(table: Table, random: Random) -> tuple[bytes, list[str]]:
    """R's write.csv, write.csv2 or write.table: all text is quoted, rows may have names, NA is written as na=""."""
    mark, named = random.choice([",", ";", "\t"]), random.random() < 0.6
    short = named and random.random() < 0.5 and table[list(table)[-1]].count(None) < len(next(iter(table.values())))

    def quoted(cell: str | None) -> str:
        return "" if cell is None else '"' + cell.replace('"', '""') + '"'

    header = [*(['""'] if named and not short else []), *map(quoted, table)]
    rows = [
        [*([f'"{place}"'] if named else []), *map(quoted, row)]
        for place, row in enumerate(zip(*table.values(), strict=True), 1)
    ]
    text = "".join(mark.join(line) + "\n" for line in [header, *rows])
    return _coded(text, random), [*(["column 1"] if named else []), *table]


def by_excel(table: Table, random: Random) -> tuple[bytes, list[str]]:
    """Excel's CSV where a comma is the decimal mark: semicolons, CRLF, Windows-1252; a last line `sep=;` at times."""
    file = io.StringIO()
    csv.writer(file, delimiter=";", lineterminator="\r\n").writerows([list(table), *zip(*table.values(), strict=True)])
    return (random.choice(["", "sep=;\r\n"]) + file.getvalue()).encode("cp1252"), list(table)


def _coded(text: str, random: Random) -> bytes:
    """UTF-8 with or without a mark, or UTF-16 or UTF-32 with one; Windows-1252 where that is possible."""
    codings = ["utf-8", "utf-8-sig", "utf-16", "utf-32"]
    try:
        text.encode("cp1252")
        codings.append("cp1252")
    except UnicodeEncodeError:
        pass
    return text.encode(random.choice(codings))


WRITERS: Final[Mapping[str, Callable[[Table, Random], tuple[bytes, list[str]]]]] = {
    "pandas": by_pandas,
    "csv": by_csv_writer,
    "R": by_r,
    "Excel": by_excel,
}
