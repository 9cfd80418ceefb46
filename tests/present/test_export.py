"""No cell of a table that leaves runs in a spreadsheet, whichever way the spreadsheet splits the file."""

from __future__ import annotations

import csv
import io
import random
import sys
import unicodedata

import pandas as pd
import pytest

from dpcore.present.file.export import cell, frame_csv

EVERY = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
SIGNS = [letter for letter in EVERY if unicodedata.normalize("NFKC", letter)[:1] in ("=", "+", "-", "@")]
BLANKS = [
    letter
    for letter in EVERY
    if letter.isspace()
    or unicodedata.category(letter) in ("Cc", "Cf", "Zs", "Zl", "Zp")
    or not unicodedata.normalize("NFKC", letter).strip()
] + list("\u115f\u1160\u3164\uffa0\u2800\u034f\u180b\ufe0f\U000e0100")
SEPARATORS = [";", "\t", "\n", "\r", "\r\n", "\u2028", "\u2029", "\x85", "\v", "\f"]
PLAIN = ["A", "a-b", "b=c", "1+1", "me@example.org", "A; B", "x\ty", "two\nlines", "'=1", "", " ", "0", "Ω", "a;b;c"]


def runs(text: str) -> bool:
    """A spreadsheet of no mercy: whatever is not seen is skipped, then a sign in any width starts a formula."""
    blanks = set(BLANKS) | {'"'}
    seen = next((letter for letter in text if letter not in blanks), "")
    return seen in SIGNS


def test_every_sign_behind_every_blank_is_text() -> None:
    assert len(SIGNS) > 15 and len(BLANKS) > 190
    for blank in BLANKS:
        for sign in "=＝＋－＠":
            for text in (f"{blank}{sign}1+1", f" {blank}{blank}{sign}cmd|x!A1", f'{blank}"{sign}1'):
                assert not runs(cell(text)) and cell(text).replace("'", "") == text, repr(text)
    for sign in SIGNS:
        assert cell(f"{sign}SUM(A1)") == f"'{sign}SUM(A1)"


@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert cell(text) == text


def test_numbers_stay_numbers() -> None:
    assert [cell(value) for value in (-1, -1.5, None, True)] == [-1, -1.5, None, True]


@pytest.mark.parametrize("separator", SEPARATORS)
def test_what_follows_a_separator_is_a_cell_too(separator: str) -> None:
    for sign in SIGNS:
        for blank in ("", " ", "\u200b", "\u00a0\ufeff", '"'):
            text = f"A{separator}{blank}{sign}1+1"
            assert cell(text).endswith(f"{separator}'{blank}{sign}1+1"), repr(text)


def cells(written: str, delimiter: str) -> set[str]:
    """Every cell for a program that splits there; where it is not the file's own comma, lines too may end anywhere."""
    rows = list(csv.reader(io.StringIO(written, newline=""), delimiter=delimiter))
    for line in written.splitlines() if delimiter != "," else ():
        rows += csv.reader([line], delimiter=delimiter)
    return {found for row in rows for found in row}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_no_cell_of_a_file_runs_however_it_is_split(delimiter: str) -> None:
    chance = random.Random(delimiter)
    pieces = [*SIGNS, *chance.sample(BLANKS, 40), *SEPARATORS * 3, '"', '""', "'", ",", "A", "1", "cmd", "x"]
    texts = ["".join(chance.choices(pieces, k=chance.randint(1, 9))) for _ in range(3000)]
    table = pd.DataFrame({"key": texts, "-other": texts[::-1], "estimate": [1.5] * len(texts)})
    written = frame_csv(table).decode()
    assert [row[2] for row in csv.reader(io.StringIO(written, newline=""))][1:] == ["1.5"] * len(texts)
    assert [text for text in cells(written, delimiter) if runs(text)] == []
