"""Which sentences a translator gets, in which catalogue, and which of them a language needs before it is offered."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from dpcore.present.language import extract
from dpcore.present.language.translation import VITAL, forms
from tests.repo.house import ROOT, scripts, tree

PROMISES = re.compile(
    r"cannot be (taken back|changed later|recalled|lowered)|for good\b|[Nn]othing is (read|spent|charged)"
    r"|protected (less|together|by itself)|covers? privacy noise only|no margin of error"
    r"|public under this neighbouring relation|with the link|deleted permanently|attacker (finds|notices|would)"
    r"|may (not )?conclude|bound what anyone|expires on|No row of it|ever shows a row"
    r"|budget do(es)? not (pay|allow|cover)|[Nn]ot usable|costs nothing|guarantee is|This plan (costs|needs)"
    r"|margin of error from privacy noise|charge is kept|is lost\b"
)
"""What is promised, warned of or agreed to, as it is worded. A sentence that has such words is to be marked."""
REFUSALS = ("dpcore/budget/cap.py", "dpcore/budget/refusal.py", "dpcore/ledger/payment.py", "dpcore/plan/planner.py")
KNOWN = (
    # a refusal of the budget, consent before a charge, what a release reveals
    "This plan costs {charge}, and {left} is left.",
    "A release cannot be taken back. What it costs is spent for good, whatever the answers are.",
    "Yes, end Gaussian-noise questions for this dataset.",
    "What you may not conclude",
    "Whether one {unit} is in the table, or what one {unit}'s rows contain. The figures above bound what anyone can "
    "learn about that.",
    # public facts and margins
    "Enter what is publicly known about each column. Bounds taken from the data would themselves reveal information. "
    "Values outside the bounds are set to the nearest bound.",
    "{question}: public under this neighbouring relation, so no noise was needed.",
    "The margin covers privacy noise only, not sampling error or clipped values.",
    # an owner's decisions, and a link
    "Everybody in the table is then protected less. The budget cannot be lowered again.",
    "What the table is and what the answers are for. Everybody with the link can read this.",
    "The link then opens nothing for anybody. Files that were downloaded before cannot be recalled.",
)
NOT_FOR_TRANSLATORS = (
    "`delta` of `calibrate.mu`",
    "`compose` takes a list of trade-off curves. Got {curve}.",
    "Choose a file name that ends in .html or .zip.",
    "`rank` of `order_statistic`",
    'For example dp.Slot("monthly", mu=0.1, times=12).',
    "See `Budget.to_dict`.",
)


@cache
def catalogues() -> tuple[dict[str, bool], dict[str, bool]]:
    """The keys of screens and of lessons, and whether each is marked."""
    screens, lessons = (
        {forms(each.id)[0]: VITAL in each.auto_comments for each in catalog if each.id}
        for catalog in extract.templates()
    )
    return screens, lessons


@cache
def worded() -> list[tuple[str, ...]]:
    return [forms(each.id) for each in extract.templates()[0] if each.id]


def test_promises_warnings_and_consents_are_marked() -> None:
    screens, _ = catalogues()
    assert [key for key in KNOWN if not screens.get(key)] == []
    assert [keys for keys in worded() if any(map(PROMISES.search, keys)) and not screens[keys[0]]] == []
    assert 300 < sum(screens.values()) < len(screens) / 4, "a mark on everything marks nothing"


def test_each_refusal_of_the_budget_is_marked() -> None:
    screens, _ = catalogues()
    for name in REFUSALS:
        calls = [node for node in ast.walk(tree(ROOT / name)) if isinstance(node, ast.Call)]
        raised = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "BudgetError"]
        said = {key for node in raised for _, keys in extract.keys(ast.Module([ast.Expr(node)], [])) for key in keys}
        assert raised and [key for key in said if not screens.get(key)] == [], name


def test_each_mark_marks_a_sentence() -> None:
    empty = []
    for path in scripts("dpcore", "pages"):
        source = (ROOT / path).read_text("utf-8")
        if "# vital" not in source or path.name == "extract.py":
            continue
        lines = {line for line, _ in extract.keys(ast.parse(source))}
        for mark in extract._marks(source):
            only = "".join(
                line if number == mark or not line.strip().startswith("# vital") else "\n"
                for number, line in enumerate(source.splitlines(keepends=True), 1)
            )
            if not lines & extract.vital(only, ast.parse(source)):
                empty.append((str(path), mark))
    assert empty == []


@pytest.mark.parametrize(
    ("source", "marked"),
    [
        ("x = 1\n# vital\ny = say('a')\nz = say('b')\n", ["a"]),
        ("# vital\nX = {\n    1: Text('a'),\n    2: Text('b'),\n}\nY = Text('c')\n", ["a", "b", "c"]),
        ("X = 1\n# vital\nY = {\n    1: Text('a'),\n    2: Text('b'),\n}\nZ = Text('c')\n", ["a", "b"]),
        ('# vital\n"""About."""\nX = Text("a")\n\ndef f():\n    say("b")\n', ["a", "b"]),
        ('"""About."""\n# vital\n@act\ndef f():\n    say("b")\n\ndef g():\n    say("c")\n', ["b"]),
        ("def f():\n    # vital\n    if x:\n        say('a')\n    say('b')\n", ["a"]),
        ("def f():\n    # vital: for good\n    raise BudgetError(\n        'a',\n        'b',\n    )\n", ["a", "b"]),
        ("x = 1  # vital\ny = say('a')\n", []),
        ("# vitally\ny = say('a')\n", []),
    ],
)
def test_a_mark_is_for_the_statement_below_it_or_for_a_whole_module(source: str, marked: list[str]) -> None:
    module = ast.parse(source)
    lines = extract.vital(source, module)
    assert sorted(key for line, (key,) in extract.keys(module) if line in lines) == marked


def test_what_only_programs_see_is_not_for_translators() -> None:
    screens, lessons = catalogues()
    every = {keys[0] for keys in extract.sentences()}
    assert [key for key in NOT_FOR_TRANSLATORS if key in screens or key in lessons or key not in every] == []
    assert 250 < len(every) - len(screens) - len(lessons) < 400
    assert [key for key in (*screens, *lessons) if extract.CODE.search(key)] == []
    assert all((ROOT / name).exists() for name in (*extract.PROGRAMS, *extract.TAUGHT)), "they name what there is"


def test_lessons_are_a_catalogue_of_their_own() -> None:
    """What a lesson shares with a screen is with the screens, once."""
    screens, lessons = catalogues()
    assert not screens.keys() & lessons.keys() and len(lessons) > 300
    assert "What a gradient gives away" in lessons and "Learn" in screens
    places = {keys[0]: files for keys, (files, _) in extract.sentences().items()}
    assert all(file.startswith((*extract.TAUGHT, *extract.PROGRAMS)) for key in lessons for file in places[key])
    assert not any(lessons.values()), "lessons do not decide what is offered"
