"""Markup in names is inert: whatever a file or a person calls a thing, Streamlit's Markdown sees plain text (I18)."""

from __future__ import annotations

import csv
import io
import re

import pyarrow as pa
import pytest
from google.protobuf.message import Message

import dpcore as dp
from dpcore.present.file import export
from dpcore.table.value_list import joined
from pages.ui import style
from pages.ui.markdown import plain, visible
from tests.pages.conftest import ASK, DESCRIBE, HOME, LEDGER, LOAD, RESULTS

HOSTILE = (
    "![](http://x)",
    "[a](http://x)",
    "<script>alert(1)</script>",
    "$x^2$",
    ":red[x]",
    ":material/lock:",
    ":smile:",
    "=cmd|' /C calc'!A0",
    "**b** _i_ `c`",
    "www.example.com",
    "http://example.com",
    "# h",
    "- item",
    "1. one",
    "> q",
    "a" * 200,
    "\u202egnp.exe",
    "a\nb",
    "| a | b |",
    "~~x~~",
    "&lt;b&gt;",
)
# What must not reach a Markdown field: an opening that no backslash disarms, but for our own link to the answers.
LIVE = re.compile(
    r"(?<!\\)(!\[|\]\((?!#answers\))|<[a-zA-Z/]|\$x|`c`|\*\*b|~~x|&lt;)|:red\[|:material/lock|:smile:|https?://|www\.e|\u202e|a{170}"
)
# The bar of the budget: our own figures and styles, and nothing that anybody has named.
BAR = re.compile(
    r'<div role="img" aria-label="[^"<>&\[\]`$]*" style="width:100%">(<span style="[^"<>]*">[\d., %]*|</span>)*</div>'
)
# Fields that Streamlit shows as they are; files and charts are looked at elsewhere.
PLAIN = {"code_text", "value", "default", "options", "placeholder", "id", "key", "spec", "data", "alt", "name", "url"}


def texts(message: Message, path: str = ""):
    """Every string of a message with the name of its field."""
    for field, value in message.ListFields():
        for one in value if isinstance(value, (list, tuple)) or hasattr(value, "append") else [value]:
            if isinstance(one, Message):
                if one.DESCRIPTOR.name in ("PlotlyChart", "Dataframe", "Arrow", "NewSession", "SessionState"):
                    continue
                yield from texts(one, f"{path}.{field.name}")
            elif isinstance(one, str) and field.name not in PLAIN and one != style.STYLE and not BAR.fullmatch(one):
                yield f"{path}.{field.name}", one


def whole(text: str) -> str:
    """The questions that are decided about stand to their end on the sheet, so their length alone is no trouble."""
    return re.sub("a{170,}", "a", text) if text.startswith("- **") else text


@pytest.mark.parametrize("name", HOSTILE)
def test_plain_disarms(name):
    assert not LIVE.search(plain(name))
    assert "\n" not in plain(name)


@pytest.mark.parametrize("name", ["age", "Länge in cm", "年龄"])
def test_ordinary_names_read_as_they_are(name):
    assert plain(name) == visible(name) == name


def test_hidden_characters_are_spelt_out():
    assert visible("a\u200bb\u202ec") == "a⟨U+200B⟩b⟨U+202E⟩c"


NAMES = [name for name in HOSTILE if "\n" not in name and "\u202e" not in name]


def test_hostile_names_are_inert_on_every_page(sent, screen):
    quoted = ['"' + name.replace('"', '""') + '"' for name in NAMES]
    table = "".join(",".join(row) + "\n" for row in (quoted, quoted, ["x"] * len(NAMES))).encode()
    screen.go(LOAD).upload(table, f"{NAMES[0].replace('/', '')}.csv").go(DESCRIBE)
    screen.cells({place: {"kind": "category", "values": joined([name, "x"])} for place, name in enumerate(NAMES)})
    screen.fill("Name of the dataset", NAMES[0]).press("Open the dataset")
    assert screen.desk.datasets(), screen.errors
    screen.desk.rename(NAMES[0], ":red[x] $x$ <b>")
    screen.go(ASK)
    for place in range(0, len(NAMES), 5):
        screen.fill("Question", "count").fill("Group by", NAMES[place : place + 5]).press("Add to the plan")
    screen.fill("Question", "histogram").fill("Column", NAMES[5]).press("Add filter")
    screen.fill("Filter", NAMES[2]).fill("Values", [NAMES[2]]).press("Add to the plan").release()
    for page in (RESULTS, LEDGER, HOME, LOAD, ASK):
        assert not screen.go(page).errors
    live = [(path, text) for message in sent for path, text in texts(message) if LIVE.search(whole(text))]
    assert live == []
    for answer in screen.desk.releases(":red[x] $x$ <b>"):
        cells = [cell for row in csv.reader(io.StringIO(export.to_csv(answer).decode())) for cell in row]
        assert not [cell for cell in cells if re.match(r"[=+@\t\r]|-\D", cell)]


def test_hostile_text_in_an_error_is_inert(sent, screen):
    screen.go(LOAD).fill("A file or folder on this computer", "![](x)<script>.csv").press("Open")
    assert "contains no table" in screen.errors[0]
    assert not LIVE.search(screen.errors[0])


def test_an_answer_that_cost_almost_nothing_does_not_close_the_page(sampled):
    """Its price is below what the field for another measurement takes."""
    sampled.desk.release("sample", dp.Plan([dp.Ask(dp.Count(), mu=1e-7), dp.Ask(dp.Count(by=["ward"]), mu=0.1)]))
    sampled.go(RESULTS)
    assert not sampled.errors and "Count by ward" in sampled.text


def test_a_filter_on_the_largest_whole_numbers_can_be_drawn(screen):
    """Those of the schema reach further than those of a browser."""
    table = dp.read(pa.table({"id": [1, 2**53]}))
    schema = dp.Schema(id=dp.Number(-(2**53), 2**53, integer=True))
    screen.desk.add_dataset("ids", table, schema=schema, budget=dp.Budget(mu=1.0, delta=1e-6))
    screen.go(ASK).press("Add filter")
    screen.fill("Value", 2**53 - 1)
    assert not screen.errors and not screen.at.exception
