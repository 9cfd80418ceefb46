"""The share page from a dossier alone: texts are inert, numbers are the releases' own, and it stays small."""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from bs4 import BeautifulSoup

import dpcore as dp
from dpcore.desk.dossier import Dossier
from dpcore.present import page, shape
from dpcore.present.answers import all_of
from dpcore.present.chart.drawing import WIDTH, Scale
from dpcore.present.chart.svg import MOST_POINTS, chart
from dpcore.present.page import environment
from dpcore.present.page.fact import facts
from dpcore.present.page.text import visible
from dpcore.present.text import price, words
from dpcore.present.text.usable import usable
from dpcore.table.table import Table
from tests.present import made

VOID = {"meta", "br", "img", "input", "hr", "link", "wbr", "rect", "line", "circle", "polygon", "polyline"}
NUMBERS = (10.0, 2.0, 6.0, 14.0)
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' autofocus onfocus=alert(1) x='",
    "</title></style></svg><iframe src=//evil.example>",
    "<!-- --><base href=//evil.example>",
    "{{ 7 * 7 }}{% raw %}",
    "[x](javascript:alert(1)) ![](http://evil.example/x)",
    "=cmd|' /C calc'!A0",
    "javascript:alert(1)",
    "&lt;b&gt;&#60;b&#62;",
    "\u202ecod.exe\u2066",
    "x" * 190,
)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    with dp.Desk(home=tmp_path_factory.mktemp("page"), user="<b>ada</b>") as made:
        yield made


@pytest.fixture(scope="module")
def dossier(desk):
    """Answers of every shape."""
    rows = pd.DataFrame(
        {
            "who": [str(row // 3) for row in range(900)],
            "age": [row % 90 for row in range(900)],
            "ward": ["ABC"[row % 3] for row in range(900)],
            "cost": [float(row % 70) for row in range(900)],
            "out": [row % 5 == 0 for row in range(900)],
            "day": ["2025-03-05"] * 900,
            "zone": [row % 300 for row in range(900)],
        }
    )
    schema = dp.Schema(
        who=dp.Identifier(),
        age=dp.Number(0, 99, integer=True),
        ward=dp.Category(["A", "B", "C"], other=True),
        cost=dp.Number(0, 70, missing=3),
        out=dp.Flag(),
        day=dp.Date("2025-01-01", "2025-12-31"),
        zone=dp.Number(0, 299, integer=True),
    )
    desk.add_dataset(
        "visits",
        dp.read(rows),
        schema=schema,
        unit=dp.Unit("who", max_rows=3),
        budget=dp.Budget(epsilon=5.0, delta=1e-6),
        synthetic=True,
    )
    asks = [
        dp.Count(),
        dp.Histogram("age", bins=10),
        dp.Histogram("cost", bins=200),
        dp.Histogram("day", period="month"),
        dp.Mean("cost", by=["ward"]),
        dp.Fraction(dp.Condition("out", "==", True)),
        dp.Count(by=["zone"]),
        dp.Count(by=["ward", "out"]),
    ]
    releases = desk.release("visits", dp.Plan([dp.Ask(one) for one in asks], mu=0.5))
    releases.append(desk.remeasure(releases[0], mu=0.1))
    return desk.dossier("visits", releases, "Visits by ward", "First line.\n\nSecond line.")


def soup(text):
    return BeautifulSoup(text, "html.parser")


class Shape(HTMLParser):
    """The elements and attribute names of a page, in order, without its texts; whether all that opens closes."""

    def __init__(self, text):
        super().__init__()
        self.found, self.open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, tuple(sorted(name for name, _ in attributes))))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.found.append((tag, tuple(sorted(name for name, _ in attributes))))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_whole_and_has_no_script(dossier):
    text = page.html(dossier, fingerprint="ab12 cd34", files=[page.File("CSV", "x.csv", "answers.csv")])
    shape = Shape(text)
    assert shape.open == []
    tags = {tag for tag, _ in shape.found}
    assert not tags & {"script", "iframe", "object", "embed", "form", "link", "base", "img", "foreignobject"}
    names = {name for _, names in shape.found for name in names}
    assert [name for name in names if name.startswith("on") or name == "style"] == []
    assert soup(text).html["lang"] == "en"


def named(home, word):
    """The page of a dataset whose every name, title and note is `word`, with the same answers whatever the noise."""
    number, group, identifier = (f"{word}{end}" for end in ("1", "2", "3"))
    values = [f"{word}a", f"{word}b"]
    rows = pd.DataFrame({number: [1.0, 2.0], group: values, identifier: ["u", "v"]})
    schema = dp.Schema({number: dp.Number(0, 10), group: dp.Category(values), identifier: dp.Identifier()})
    name = "".join(one for one in word if one.isprintable())[:100]
    with dp.Desk(home=home, user=name) as desk:
        unit, budget = dp.Unit(identifier, max_rows=1), dp.Budget(epsilon=5.0, delta=1e-6)
        desk.add_dataset(name, dp.read(rows), schema=schema, unit=unit, budget=budget)
        asks = [
            dp.Ask(dp.Mean(number, by=[group])),
            dp.Ask(dp.Histogram(number, bins=3, where=[dp.Condition(group, "==", values[0])])),
            dp.Ask(dp.Fraction(dp.Condition(group, "in", values[:1]))),
        ]
        made = desk.dossier(name, desk.release(name, dp.Plan(asks, mu=0.5)), name, f"{name}\n{name}")
    return page.html(replace(made, releases=tuple(map(steady, made.releases))), offline=True)


@pytest.fixture(scope="module")
def tame(tmp_path_factory):
    """The page of plain names."""
    return named(tmp_path_factory.mktemp("tame"), "plain")


def steady(release):
    """The same answer in every run: how many marks a scale has depends on the noise."""
    cells = len(release.estimates["estimate"])
    return replace(
        release, estimates={key: (size,) * cells for key, size in zip(release.estimates, NUMBERS, strict=True)}
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize("bad", HOSTILE)
def test_whatever_people_and_files_wrote_makes_no_element_and_no_attribute(tmp_path, tame, bad):
    text = named(tmp_path, bad)
    assert Shape(text).found == Shape(tame).found
    for one in soup(text).find_all(href=True):
        assert re.match(r"#|data:text/csv;base64,", one["href"])


def test_text_that_is_not_escaped_would_be_seen(tmp_path, tame):
    text = named(tmp_path, "plain <b>bold</b>")
    assert Shape(text.replace("&lt;b&gt;", "<b>").replace("&lt;/b&gt;", "</b>")).found != Shape(tame).found


def test_characters_that_hide_or_reverse_are_spelt_out(tmp_path):
    text = named(tmp_path, "\u202ecod.exe\u2066\u200b")
    assert re.search("[\u202a-\u202e\u2066-\u2069\u200b]", text) is None
    assert "⟨U+202E⟩" in text


def test_every_number_in_a_table_is_the_releases_own(dossier):
    sections = soup(page.html(dossier)).select("section.answer")
    releases = all_of(dossier.releases)
    assert len(sections) == len(releases) == 8
    for section, release in zip(sections, releases, strict=True):
        table = release.table
        if len(table) == 1:
            half = max(table["high"][0] - table["estimate"][0], table["estimate"][0] - table["low"][0])
            percent = isinstance(release.query, dp.Fraction)
            factor, unit, points = (100, " %", " percentage points") if percent else (1, "", "")
            value = words.significant(factor * table["estimate"][0], factor * half)
            assert section.select_one(".value").text == value + unit
            assert section.select_one(".error").text == f"± {words.error_text(factor * half)}{points}"
            continue
        rows = [
            [float(cell.text.replace(",", "")) for cell in row.select("td.n")] for row in section.select("tbody tr")
        ]
        assert len(rows) == len(table)
        step = 0.51 * 10.0 ** -len(section.select_one("td.n").text.partition(".")[2])
        for shown, kept in zip(rows, table[["estimate", "low", "high"]].to_numpy(), strict=True):
            assert shown == pytest.approx(list(kept), abs=step)


def test_every_answer_has_its_sentence_and_its_picture_the_same_words(dossier):
    for section, release in zip(
        soup(page.html(dossier)).select("section.answer"), all_of(dossier.releases), strict=True
    ):
        said = words.meaning(release)
        assert section.select_one(".meaning").text == said
        assert all(sentence in section.text for sentence in words.caveats(release))
        if (picture := section.svg) is not None:
            assert picture["role"] == "img"
            assert picture.title.text == f"Chart of {release}. {said}"


def test_intervals_stand_where_the_numbers_are(dossier):
    section = soup(page.html(dossier)).select("section.answer")[4]
    release = all_of(dossier.releases)[4]
    good = usable(release)
    low, high = (np.array(release.estimates[end])[good].tolist() for end in ("low", "high"))
    scale = Scale.over((*low, *high), 0, 1)
    lines = [line for line in section.select("line.interval") if line["y1"] == line["y2"]]
    assert len(lines) == len(low)
    zero, far = (
        float(lines[at][side]) for at, side in ((0, "x1"), (max(range(len(high)), key=high.__getitem__), "x2"))
    )
    for line, start, end in zip(lines, low, high, strict=True):
        width = (far - zero) / (scale.at(max(high)) - scale.at(low[0]))
        assert float(line["x2"]) - float(line["x1"]) == pytest.approx(
            width * (scale.at(end) - scale.at(start)), abs=0.3
        )


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("high", [1, 0.0025, 250, 100_000])
@pytest.mark.parametrize("share", [False, True])
def test_the_last_mark_of_an_axis_is_not_cut(high, share):
    query = dp.Fraction(dp.Condition("cost", ">=", high / 2), by=["ward"]) if share else dp.Mean("cost", by=["ward"])
    facts = Table(dp.Schema(ward=dp.Category(made.WARDS), cost=dp.Number(0, high)))
    answer = made.release(query, np.array([[3] * 3, [3] * 3]), facts, mu=0.01)
    assert max(answer.estimates["high"]) == pytest.approx(1 if share else high), (
        "an interval reaches the end of the axis"
    )
    words_ = soup(chart(shape.picture(answer), "")).select("text.tick")
    letter = 7.2  # what a character of this size takes in a wide font
    assert words_ and all(float(one["x"]) + len(one.text) * letter / 2 <= WIDTH for one in words_)


def test_headings_and_landmarks_are_in_order(dossier):
    found = soup(page.html(dossier, files=[page.File("CSV", "x.csv", "answers.csv")]))
    levels = [int(one.name[1]) for one in found.find_all(re.compile("^h[1-6]$"))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    assert [len(found.select(tag)) for tag in ("header", "main", "footer")] == [1, 1, 1]
    identifiers = [one["id"] for one in found.find_all(id=True)]
    assert len(set(identifiers)) == len(identifiers)
    for one in found.find_all(attrs={"aria-labelledby": True}):
        assert one["aria-labelledby"] in identifiers
    for table in found.select("table"):
        assert table.caption.text
        assert all(head.get("scope") in ("col", "row") for head in table.select("th"))


def test_what_was_protected_what_it_cost_and_how_rows_were_read_is_said(dossier):
    text = soup(page.html(dossier, fingerprint="ab12 cd34")).text
    for said in (
        "Privacy unit: one who (up to 3 rows). Protects membership in the table.",
        "For each who, at most 3 rows are used",
        "They describe no real people",
        "public synthetic data",
        "epsilon 5 at delta 10⁻⁶",
        words.odds(dossier.budget),
        "a number from 0 to 70; values outside are set to the nearest bound",
        "counts as 3",
        "values that are not listed count as “other”",
        "a day from 2025-01-01 to 2025-12-31",
        "2 measurements combined",
        "python -m dpcore verify bundle.zip",
        "ab12 cd34",
        dossier.ledger,
        *(charge.hash for charge in dossier.charges),
    ):
        assert said in text


def test_the_price_is_the_sum_of_what_was_paid(dossier):
    # mu 0.5 and 0.1 add as squares
    scale = price.of_budget(dossier.budget)
    cost = scale.up(scale.meter.amount(0.26**0.5, "mu"))
    assert f"These answers cost {cost} at delta " in soup(page.html(dossier)).text


def test_answers_of_several_versions_of_the_rows_are_told_apart():
    schema = dp.Schema(age=dp.Number(0, 99))
    with dp.Desk() as desk:
        desk.add_dataset("visits", dp.read(pd.DataFrame({"age": [1.0]})), schema=schema, budget=dp.Budget(mu=5.0))
        found = desk.release("visits", dp.Plan([dp.Count()], mu=0.5))
        alone = [one.text for one in soup(page.html(desk.dossier("visits", found))).select("article h2, .answer h2")]
        desk.update("visits", dp.read(pd.DataFrame({"age": [1.0, 2.0]})))
        found += desk.release("visits", dp.Plan([dp.Count()], mu=0.5))
        both = [one.text for one in soup(page.html(desk.dossier("visits", found))).select("article h2, .answer h2")]
    assert alone == ["Count"] and sorted(both) == ["Count (rows version 1)", "Count (rows version 2)"]


def test_an_offline_page_leads_nowhere_and_holds_its_csv(dossier):
    text = page.html(dossier, offline=True)
    (link,) = [one for one in soup(text).find_all("a", href=True) if not one["href"].startswith("#")]
    data = base64.b64decode(link["href"].removeprefix("data:text/csv;base64,"))
    assert data.startswith(b"release,question,cell,estimate")
    assert re.findall(r"https?://", text) == []
    assert page.html(dossier, offline=True) == text


def test_the_policy_allows_the_pages_own_style_and_no_other(dossier):
    style = soup(page.html(dossier)).style.string
    hashed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{hashed}'" in environment.policy()
    assert "default-src 'none'" in environment.policy()
    assert soup(page.missing()).style.string == style


def many(dossier, cells, times, name="v"):
    """The dossier with `times` answers of `cells` groups, each named at length."""
    values = [f"{name * 60}{cell}" for cell in range(cells)]
    release = next(one for one in dossier.releases if one.query == dp.Count(by=["zone"]))
    facts = {
        **release.facts,
        "schema": {**release.facts["schema"], "zone": dp.Schema(a=dp.Category(values)).to_dict()["a"]},
    }
    estimates = {key: tuple(kept[0] + cell for cell in range(cells)) for key, kept in release.estimates.items()}
    big = replace(release, facts=facts, estimates=estimates)
    return replace(dossier, releases=tuple(replace(big, dataset_version=1 + at) for at in range(times)))


@pytest.mark.sample(1)
@pytest.mark.parametrize(("cells", "times", "name"), [(20_000, 1, "v"), (1_000, 12, "&"), (40, 200, "\u202e")])
def test_a_page_stays_below_a_megabyte_whatever_is_in_it(dossier, cells, times, name):
    made = many(dossier, cells, times, name)
    text = page.html(replace(made, title="&" * 200, note="<" * 5_000), offline=True)
    assert len(text.encode()) < 1_000_000
    assert len(soup(text).select("section.answer")) == times


def test_of_very_many_cells_the_first_are_shown_and_the_file_has_the_rest(dossier):
    (section,) = soup(page.html(many(dossier, 5_000, 1))).select("section.answer")
    assert len(section.select("tbody tr")) == 1_000
    assert "The first 1,000 of 5,000 rows; the CSV file has all of them." in section.text
    assert len(section.svg.polyline["points"].split()) <= MOST_POINTS


def test_a_page_is_drawn_from_what_the_json_says(dossier):
    assert page.html(Dossier.from_dict(dossier.to_dict())) == page.html(dossier)


@pytest.mark.parametrize(
    "values", [(0.0,), (-3.0, -1.0), (1e-9, 2e-9), (1e15, -1e15), (float("nan"), float("inf"), 1.0)]
)
def test_a_scale_holds_zero_and_all_of_its_numbers(values):
    scale = Scale.over(values, 0.0, 100.0)
    places = [scale.at(value) for value in (0.0, *values) if value == value]
    assert all(0.0 <= place <= 100.0 for place in places)
    assert 1 <= len(scale.ticks) <= 8


def test_a_dossier_from_elsewhere_is_shown_as_safely_as_our_own(dossier):
    odd = replace(dossier, title="a\u202eb\x00\u200d" + "x" * 10_000, note="\u2066\n" + "<p>" * 10_000, by="\u202e")
    text = page.html(odd)
    assert re.search("[\x00\u202a-\u202e\u2066-\u2069]", text) is None
    assert "a⟨U+202E⟩b⟨U+0000⟩\u200dxxx" in text
    assert len(soup(text).h1.text) <= 230
    assert Shape(text).open == []


def test_long_text_is_cut_and_blanks_are_one_line():
    assert visible("a\nb\tc" + "x" * 100, 10) == "a b cxxxx…"
    assert visible("a\x00\u200f", 20) == "a⟨U+0000⟩⟨U+200F⟩"


def test_rows_of_one_person_and_a_larger_budget_are_not_promised_away(dossier):
    """One row is protected where a row is the unit; and what is promised may be raised."""
    by_row = replace(dossier, table=replace(dossier.table, unit=dp.Unit()))
    for one, several in ((dossier, False), (by_row, True)):
        said = {each.title: " ".join(each.said) for each in facts(one, price.of_budget(one.budget))}
        assert ("A person with several rows is protected less" in said["What was protected"]) is several
        assert "An owner can raise it; the ledger records every increase." in said["What it cost"]


def test_under_replace_what_is_protected_is_said_of_one_row_or_of_one_unit(dossier):
    for unit, said in ((dossier.table.unit, "one who's rows"), (dp.Unit(), "one row")):
        one = replace(dossier, table=replace(dossier.table, unit=unit, neighbors="replace"))
        box = {each.title: " ".join(each.said) for each in facts(one, price.of_budget(one.budget))}
        assert f"What is protected is the content of {said}." in box["What was protected"]
        assert box["What you may not conclude"].startswith(f"What {said} contain")
