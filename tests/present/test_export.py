"""No cell of a table that leaves runs in a spreadsheet, whichever way the spreadsheet splits the file."""

from __future__ import annotations

import csv
import io
import random
import sys
import unicodedata
from functools import cache

import pandas as pd
import pytest

from dpcore.present.file.export import cell, frame_csv

SEPARATORS = [";", "\t", "\n", "\r", "\r\n", "\u2028", "\u2029", "\x85", "\v", "\f"]
PLAIN = ["A", "a-b", "b=c", "1+1", "me@example.org", "A; B", "x\ty", "two\nlines", "'=1", "", " ", "0", "Ω", "a;b;c"]


@cache
def letters() -> tuple[list[str], list[str]]:
    """Signs that start a formula, and what is not seen, of all letters there are; both workers collect this file."""
    every = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
    plain = {letter: unicodedata.normalize("NFKC", letter) for letter in every}
    signs = [letter for letter in every if plain[letter][:1] in ("=", "+", "-", "@")]
    blanks = [
        letter
        for letter in every
        if letter.isspace()
        or unicodedata.category(letter) in ("Cc", "Cf", "Zs", "Zl", "Zp")
        or not plain[letter].strip()
    ]
    return signs, [*blanks, *"\u115f\u1160\u3164\uffa0\u2800\u034f\u180b\ufe0f\U000e0100"]


@cache
def unseen() -> frozenset[str]:
    return frozenset({*letters()[1], '"'})


def runs(text: str) -> bool:
    """A spreadsheet of no mercy: whatever is not seen is skipped, then a sign in any width starts a formula."""
    seen = next((letter for letter in text if letter not in unseen()), "")
    return seen in letters()[0]


def test_every_sign_behind_every_blank_is_text() -> None:
    signs, blanks = letters()
    assert len(signs) > 15 and len(blanks) > 190
    for blank in blanks:
        for sign in "=＝＋－＠":
            for text in (f"{blank}{sign}1+1", f" {blank}{blank}{sign}cmd|x!A1", f'{blank}"{sign}1'):
                assert not runs(cell(text)) and cell(text).replace("'", "") == text, repr(text)
    for sign in signs:
        assert cell(f"{sign}SUM(A1)") == f"'{sign}SUM(A1)"


@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert cell(text) == text


def test_numbers_stay_numbers() -> None:
    assert [cell(value) for value in (-1, -1.5, None, True)] == [-1, -1.5, None, True]


@pytest.mark.parametrize("separator", SEPARATORS)
def test_what_follows_a_separator_is_a_cell_too(separator: str) -> None:
    for sign in letters()[0]:
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
    signs, blanks = letters()
    pieces = [*signs, *chance.sample(blanks, 40), *SEPARATORS * 3, '"', '""', "'", ",", "A", "1", "cmd", "x"]
    texts = ["".join(chance.choices(pieces, k=chance.randint(1, 9))) for _ in range(3000)]
    table = pd.DataFrame({"key": texts, "-other": texts[::-1], "estimate": [1.5] * len(texts)})
    written = frame_csv(table).decode()
    assert [row[2] for row in csv.reader(io.StringIO(written, newline=""))][1:] == ["1.5"] * len(texts)
    assert [text for text in cells(written, delimiter) if runs(text)] == []
