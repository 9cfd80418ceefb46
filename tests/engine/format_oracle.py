"""What a cell means under a `Format`, read character by character: an oracle without patterns and without SQL."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable
from fractions import Fraction

from dpcore.table.cell_format import Format

ENDS, MORE = " \t\r\n", " \t\r\n\u00a0\u2007\u202f\ufeff"
BLANKS = " \u00a0\u2007\u2009\u202f"
DIGITS = "0123456789"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
LONGEST = 1000


def bare(cell: str | None) -> str | None:
    """A cell as it is stored and compared: trimmed; None if it is missing or too long."""
    if cell is None:
        return None
    kept = cell.replace("\0", "").strip(ENDS)
    return kept.strip(MORE) if len(kept) <= LONGEST else None


# numbers

Body = tuple[str, str, str]
"""The digits before and after the mark, and the power of ten."""


def value(body: Body) -> Fraction:
    whole, part, power = body
    return Fraction(int(whole + part), 10 ** len(part)) * Fraction(10) ** int(power)


class Scan:
    """A text, and where in it a part may end: each method maps a set of places to a later one."""

    def __init__(self, text: str, format_: Format) -> None:
        self.text, self.format = text, format_

    def at(self, place: int) -> str:
        return self.text[place : place + 1]

    def one(self, places: Iterable[int], letters: str) -> set[int]:
        return {place + 1 for place in places if self.at(place) and self.at(place) in letters}

    def maybe(self, places: set[int], letters: str) -> set[int]:
        return places | self.one(places, letters)

    def any(self, places: set[int], letters: str) -> set[int]:
        reached = set(places)
        for place in places:
            while self.at(place) and self.at(place) in letters:
                place += 1
                reached.add(place)
        return reached

    def gap(self, places: set[int]) -> set[int]:
        """Blanks, which need not be there."""
        return self.any(places, BLANKS)

    def unit(self, places: set[int]) -> set[int]:
        """The sign of the unit, which need not be there, and blanks beside it."""
        sign = self.format.sign
        if not sign:
            return places
        after = {place + len(sign) for place in places if self.text.startswith(sign, place)}
        return self.gap(places | after)

    def bodies(self, start: int) -> list[tuple[int, Body]]:
        """The numbers without a sign that begin here, and the place after each."""
        found = []
        for end, whole in self._wholes(start):
            found.append((end, whole, ""))
            if self.at(end) and self.at(end) == self.format.decimal:
                parts = self.any({end + 1}, DIGITS)
                found += [(place, whole, self.text[end + 1 : place]) for place in parts]
        if self.at(start) and self.at(start) == self.format.decimal:
            found += [(p, "", self.text[start + 1 : p]) for p in self.any({start + 1}, DIGITS) if p > start + 1]
        numbers = []
        for end, whole, part in found:
            if self.at(end) in [*DIGITS]:
                continue  # no sign of a unit begins with a digit
            numbers.append((end, (whole, part, "0")))
            numbers += [(place, (whole, part, self.text[end + 1 : place])) for place in self._powers(end)]
        return numbers

    def _powers(self, start: int) -> set[int]:
        letter = self.one({start}, "eE")
        signed = self.maybe(letter, "+-")
        first = self.one(signed, DIGITS)
        return first | self.one(first, DIGITS)

    def _wholes(self, start: int) -> list[tuple[int, str]]:
        """Digits, with the mark between groups or without."""
        found = [(end, self.text[start:end]) for end in self.any({start}, DIGITS) if end > start]
        marks = {"": "", " ": BLANKS, "'": "'’"}.get(self.format.thousands, self.format.thousands)
        if not marks:
            return found
        # groups of which the first has one to three digits, the last three, and the others two or three
        grown = [(end, digits, False) for end, digits in found if len(digits) <= 3]
        while grown:
            longer = []
            for end, digits, _ in grown:
                if self.at(end) and self.at(end) in marks:
                    for size in (2, 3):
                        group = self.text[end + 1 : end + 1 + size]
                        if len(group) == size and all(letter in DIGITS for letter in group):
                            longer.append((end + 1 + size, digits + group, size == 3))
            found += [(end, digits) for end, digits, last in longer if last]
            grown = longer
        return found

    def ends(self, places: set[int]) -> bool:
        return len(self.text) in places


def number(cell: str | None, format_: Format) -> float | None:
    """The number of a text with these marks; None for other texts, for codes, and beyond the doubles."""
    exact = exactly(cell, format_)
    return None if exact is None or is_code(bare(cell), exact, format_) else double(exact)


def is_code(text: str | None, exact: Fraction | None, format_: Format, comma: bool = False) -> bool:
    """Whether a cell is a code for missing cells. exact: its number. comma: of a file whose numbers may have one."""
    if text in format_.missing:
        return True
    codes = [_code(code, format_, comma) for code in format_.missing]
    return exact is not None and exact in [code for code in codes if code is not None]


def _code(code: str, format_: Format, comma: bool) -> Fraction | None:
    if format_.decimal is None:
        return plainly(code, comma)
    code = code.replace("−", "-")
    return (
        plainly(code.replace(",", "."), False)
        if format_.decimal == "," and "." not in code
        else (None if format_.decimal == "," else plainly(code, False))
    )


def plainly(text: str, comma: bool) -> Fraction | None:
    """A number without marks but its point, or its comma if it has no point; no blanks, no brackets."""
    if comma and "." not in text:
        text = text.replace(",", ".")
    scan = Scan(text, Format(decimal="."))
    for start in scan.maybe({0}, "+-"):
        for end, body in scan.bodies(start):
            if end == len(text):
                return value(body) * (-1 if text[0] == "-" else 1)
    return None


def exactly(cell: str | None, format_: Format) -> Fraction | None:
    """The number of a text with these marks; None for other texts."""
    text = bare(cell)
    if text is None:
        return None
    scan = Scan(text.replace("−", "-"), format_)
    before, values = scan.unit({0}), set[Fraction]()
    signed = {(place, -1) for place in scan.one(before, "-")} | {(place, 1) for place in scan.maybe(before, "+")}
    for place, sign in signed:
        for start in scan.unit(scan.gap({place})):
            for end, body in scan.bodies(start):
                if scan.ends(scan.unit(scan.gap({end}))):
                    values.add(sign * value(body))
    for start in scan.unit(scan.gap(scan.one(before, "("))):
        for end, body in scan.bodies(start):
            if scan.ends(scan.unit(scan.gap(scan.one(scan.unit(scan.gap({end})), ")")))):
                values.add(-value(body))
    for start in before:
        for end, body in scan.bodies(start):
            if scan.ends(scan.unit(scan.gap(scan.one(scan.unit(scan.gap({end})), "-")))):
                values.add(-value(body))
    assert len(values) < 2, (cell, format_, values)
    return values.pop() if values else None


def double(number: Fraction) -> float | None:
    """The nearest double, if there is one."""
    try:
        return float(number)
    except OverflowError:
        return None


# dates


class Reader:
    """A text that is read from left to right."""

    def __init__(self, text: str, place: int = 0) -> None:
        self.text, self.place = text, place

    def digits(self, least: int, most: int) -> str | None:
        """As many digits as there are, if that many are allowed; else None."""
        end = self.place
        while self.text[end : end + 1] in [*DIGITS] and end - self.place < most:
            end += 1
        found, enough = self.text[self.place : end], end - self.place >= least
        self.place = end
        return found if enough else None

    def some(self, letters: str) -> int:
        """Skips these letters. Returns how many there were."""
        start = self.place
        while self.text[self.place : self.place + 1] and self.text[self.place] in letters:
            self.place += 1
        return self.place - start

    def may(self, letters: str) -> bool:
        """Skips one of these letters, if it is there."""
        there = bool(self.rest) and self.rest[0] in letters
        self.place += there
        return there

    def word(self) -> str:
        start = self.place
        self.some(LETTERS)
        return self.text[start : self.place]

    @property
    def rest(self) -> str:
        return self.text[self.place :]


def day(cell: str | None, format_: Format) -> dt.date | None:
    """The date of a text in this order, in UTC; None for other texts and for dates of other years than 1 to 9999."""
    text = bare(cell)
    if text is None or is_code(text, plainly(text, False), format_):
        return None
    text = "".join(" " if letter in BLANKS else letter for letter in text).strip(" ")
    text = _zeros(text, format_) or _without_half_day(text)
    short = format_.years_from is not None
    for found in (
        _year_first(text),
        *(each for size in ((4, 2) if short else (4,)) for each in _others(text, format_, size)),
    ):
        if found is not None:
            year, month, on, rest = found
            return _moment(_full(year, format_), month, on, rest)
    return None


def _full(year: str, format_: Format) -> int:
    if len(year) == 4:
        return int(year)
    assert format_.years_from is not None
    full = format_.years_from - format_.years_from % 100 + int(year)
    return full if full >= format_.years_from else full + 100


def _without_half_day(text: str) -> str:
    """Without a time such as 11:05 PM or 오후 11:05."""
    first = text.find(":")
    start = first
    while start > 0 and text[start - 1] in DIGITS:
        start -= 1
    head, clock = text[:start], text[start:]
    korean = head.rstrip(" ")[-2:] in ("오전", "오후")
    if korean:
        head = head.rstrip(" ")[:-2]
    else:
        reader = clock.lower().rstrip()
        for ending in ("am", "pm", "a.m", "p.m", "am.", "pm.", "a.m.", "p.m."):
            if reader.endswith(ending):
                clock = clock[: len(reader) - len(ending)].rstrip(" ")
                break
        else:
            return text
    before = head.rstrip("T ,")
    return before if first > 0 and before and before != head and _is_clock(clock) else text


def _is_clock(clock: str) -> bool:
    parts = clock.split(":")
    if not 2 <= len(parts) <= 3 or not 1 <= len(parts[0]) <= 2 or not 1 <= int(parts[0] or "0") <= 12:
        return False
    seconds, _, fraction = parts[2].partition(".") if len(parts) == 3 else ("00", "", "")
    plain = all(letter in DIGITS for letter in parts[0] + parts[1] + seconds + fraction)
    return plain and len(parts[1]) == len(seconds) == 2 and int(parts[1]) < 60 and int(seconds) < 60


def _zeros(text: str, format_: Format) -> str | None:
    """Digits alone, which may end with a point and zeros, with the zeros that a number does not begin with; or None."""
    digits, _, zeros = text.partition(".")
    if zeros.strip("0") or not digits or any(letter not in DIGITS for letter in digits):
        return None
    if len(digits) == 7:
        return "0" + digits
    if 3 <= len(digits) <= 5 and format_.years_from is not None:
        return digits.zfill(6)
    return digits if len(digits) in (6, 8) else None


Found = tuple[str, str | int, str, str]


def _year_first(text: str) -> Found | None:
    reader, parts = Reader(text), []
    for least, most, marks in ((4, 4, "-./년"), (1, 2, "-./월"), (1, 2, "")):
        parts.append(reader.digits(least, most))
        if marks and not _marked(reader, marks):
            return None
    reader.some(" ")
    reader.may(".일")
    if None in parts or not _rests(_back(reader)):
        return None
    return parts[0] or "", parts[1] or "", parts[2] or "", _back(reader)


def _back(reader: Reader) -> str:
    """What follows, with the blanks before it."""
    start = reader.place
    while start and reader.text[start - 1] == " ":
        start -= 1
    return reader.text[start:]


def _marked(reader: Reader, marks: str) -> bool:
    blanks = reader.some(" ")
    marked = reader.may(marks)
    reader.some(" ")
    return marked or blanks > 0


def _others(text: str, format_: Format, size: int) -> list[Found | None]:
    """By the declared order, with marks and without, and with a name. size: the digits of the year."""
    order = {"year first": "ymd", "day first": "dmy", "month first": "mdy"}[format_.dates or ""]
    found: list[Found | None] = []
    for compact in (False, True):
        reader, parts = Reader(text), dict[str, str | None]()
        good = True
        for place, part in enumerate(order):
            if place and not compact:
                good = good and _marked(reader, "-./")
            exact = size if part == "y" else 2 if compact else 0
            parts[part] = reader.digits(exact or 1, exact or 2)
        reader.may(".")
        if good and None not in parts.values():
            found.append((parts["y"] or "", parts["m"] or "", parts["d"] or "", reader.rest))
        found.append(None)
    return [*[each for each in found if each and _rests(each[3])], *_named(text, size)]


def _rests(rest: str) -> bool:
    """Whether nothing but a time of day follows."""
    reader = Reader(rest)
    if not rest:
        return True
    if not reader.some("T ,") or reader.digits(1, 2) is None or not reader.may(":"):
        return False
    return "\n" not in reader.rest


def _named(text: str, size: int) -> list[Found | None]:
    found: list[Found | None] = []
    for nth in (True, False):
        reader = Reader(text)
        on = reader.digits(1, 2)
        if nth:
            _ordinal(reader)
        reader.some(" ./-")
        month = _month(reader.word())
        reader.may(".")
        reader.some(" ./,'-")
        year = reader.digits(size, size)
        if on and month and year and _rests(reader.rest):
            found.append((year, month, on, reader.rest))
    reader = Reader(text)
    month = _month(reader.word())
    reader.may(".")
    reader.some(" ./-")
    on = reader.digits(1, 2)
    _ordinal(reader)
    apart = reader.some(" ,./'-")
    year = reader.digits(size, size)
    if on and month and apart and year and _rests(reader.rest):
        found.append((year, month, on, reader.rest))
    return found


def _ordinal(reader: Reader) -> None:
    if reader.rest[:2] in ("st", "nd", "rd", "th"):
        reader.place += 2


def _month(word: str) -> int | None:
    return MONTHS.index(word[:3].lower()) + 1 if word[:3].lower() in MONTHS else None


def _moment(year: int, month: str | int, on: str, rest: str) -> dt.date | None:
    """The date in UTC."""
    try:
        date = dt.date(year, int(month), int(on))
    except ValueError:
        return None
    shift = _days(rest.lstrip("T ,").rstrip(" "))
    try:
        return None if shift is None else date + dt.timedelta(shift)
    except OverflowError:
        return None


def _days(clock: str) -> int | None:
    """By how many days a time of day with an offset from UTC is apart; None for another text."""
    if not clock:
        return 0
    reader = Reader(clock)
    hour, minute, second, fraction = reader.digits(1, 9), "", "", ""
    if not reader.may(":"):
        return None
    minute = reader.digits(0, 2) or ""
    if minute and reader.may(":"):
        second = reader.digits(0, 2) or ""
        if second and reader.may("."):
            fraction = reader.digits(0, LONGEST) or ""
    zone = reader.rest
    if not _is_zone(zone):
        return None
    hours, minutes, seconds, rest = (int(part or "0") for part in (hour, minute, second, fraction[:6]))
    if minutes > 59 or seconds > 59 or hours > 24 or (hours == 24 and minutes + seconds + rest):
        return None
    return math.floor((60 * hours + minutes - _offset(clock)) / 1440)


def _is_zone(zone: str) -> bool:
    if zone in ("", "Z"):
        return True
    if zone[0] == " ":
        return all(letter in LETTERS + DIGITS + "_/:+-" for letter in zone[1:])
    shape = "".join("0" if letter in DIGITS else letter for letter in zone[1:])
    return zone[0] in "+-" and shape in ("00", "0000", "00:00", "00:00:00")


def _offset(clock: str) -> int:
    """In minutes."""
    for size in (6, 5, 3):
        tail = clock[-size:]
        digits = tail[1:3] + tail[-2:] if size > 3 else tail[1:] + "00"
        sized = len(tail) == size and tail[0] in "+-" and (size != 6 or tail[3] == ":")
        if sized and len(digits) == 4 and all(letter in DIGITS for letter in digits) and ":" in clock[:-size]:
            return (60 * int(digits[:2]) + int(digits[2:])) * (-1 if tail[0] == "-" else 1)
    return 0
