"""What every answer can do, whatever was asked: it is stored, drawn, exported, shared and read back as it was.

No question is named; a guest's, which lives in the visible tuples alone, is among them.
"""

from __future__ import annotations

import csv
import io
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from markupsafe import escape

import dpcore as dp
from dpcore.present import bundle, page, shape
from dpcore.present.chart import plotly
from dpcore.present.file import export, script
from dpcore.present.page.answer import answer as shown
from dpcore.present.page.text import visible
from dpcore.present.record.methods import methods
from dpcore.present.shape import adjust
from dpcore.present.text import margin, unit
from dpcore.present.text.unit import predicted
from dpcore.present.text.usable import marks as marks_of
from dpcore.present.text.words import meaning
from dpcore.queries import Query
from dpcore.queries.question.judgement import foreseen, typical_bounds
from dpcore.release.judged import judge, usable
from dpcore.release.record import Release
from dpcore.result import FIGURES, Matrix, Model
from tests.contracts import desk as world
from tests.contracts import judging
from tests.contracts.example import KINDS
from tests.contracts.guest import Middle
from tests.repo.house import ROOT

GUEST = """
import dpcore as dp
from tests.contracts.guest import Middle, moved_in
dp.Middle = Middle
with moved_in():
    exec(compile(open("plan.py").read(), "plan.py", "exec"), {"__name__": "__main__"})
"""
Answers = dict[type[Query], list[Release]]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("answers")


@pytest.fixture(scope="module")
def released(home: Path) -> Iterator[tuple[dp.Desk, list[Release]]]:
    with world.opened(home) as (desk, answers):
        yield desk, answers


@pytest.fixture(scope="module")
def desk(released: tuple[dp.Desk, list[Release]]) -> dp.Desk:
    return released[0]


@pytest.fixture(scope="module")
def answers(released: tuple[dp.Desk, list[Release]]) -> Answers:
    once = list({answer.key: answer for answer in released[1]}.values())
    return {kind: [answer for answer in once if type(answer.query) is kind] for kind in KINDS}


every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@every_kind
def test_every_kind_is_priced_predicted_and_answered(kind: type[Query], answers: Answers, desk: dp.Desk) -> None:
    assert world.EACH <= len(answers[kind]) <= world.EACH + 1
    for currency in ("mu", "epsilon"):
        plan = dp.Plan([dp.Ask(answer.query, **{currency: 0.7}) for answer in answers[kind][: world.EACH]])
        quote = desk.quote(world.dataset(kind), plan)
        assert quote.price > 0.7 * 0.999 and quote.fits
        for ask in quote.asks:
            if ask.error.unit == "none":
                assert math.isnan(ask.half_width) and math.isnan(ask.error.largest)
            else:
                assert ask.half_width > 0 and ask.error.largest >= ask.half_width
    for answer in answers[kind]:
        stated = answer.table["estimate"].notna()  # an extreme rank of few rows is not stated where rows are counted
        assert (stated.any() if getattr(answer.query, "check", False) else stated.all()) and answer.losses


@every_kind
def test_a_record_is_read_back_as_it_was(kind: type[Query], answers: Answers, desk: dp.Desk) -> None:
    for answer in answers[kind]:
        back = Release.from_dict(json.loads(json.dumps(answer.to_dict(), allow_nan=False)))
        assert back == answer and back.query == answer.query and back.rounds == answer.rounds
        assert back.table.equals(answer.table) and back.result == answer.result
        assert back.at_level(0.5).at_level(0.95) == answer
        assert answer in desk.releases(world.dataset(kind), [answer.key])


@every_kind
def test_its_csv_holds_the_numbers_of_its_table(kind: type[Query], answers: Answers) -> None:
    for answer in answers[kind]:
        table = answer.table
        header, *lines = csv.reader(io.StringIO(export.to_csv(answer).decode()))
        assert header == [export.cell(name) for name in table.columns] and len(lines) == len(table)
        for name in table.columns:
            written = [line[header.index(export.cell(name))] for line in lines]
            if name in FIGURES:
                exact = [math.nan if text == "" else float(text) for text in written]
                assert exact == pytest.approx(list(table[name]), rel=0, abs=0, nan_ok=True)
            else:
                assert written == [str(export.cell(value)) for value in table[name]]
    together = list(csv.DictReader(io.StringIO(export.long_csv(answers[kind]).decode())))
    assert len(together) == sum(len(answer.table) for answer in answers[kind])
    back = json.loads(export.to_json(answers[kind]))["releases"]
    assert [Release.from_dict(data) for data in back] == answers[kind]


@every_kind
def test_a_quote_and_an_answer_with_the_same_margin_are_judged_the_same(kind: type[Query], answers: Answers) -> None:
    """Of any size of margin, and answers of any size: before the charge, in the answer, its texts and its marks."""
    chance = np.random.default_rng(len(kind.name))
    for answer in answers[kind]:
        if answer.query.error.unit != "value" or (answer.query.by and kind is Middle):
            continue
        low, high = typical_bounds(answer.query, answer.facts_table)
        width = 1.0 if answer.query.error.compares_shares else high - low if math.isfinite(high - low) else 1e3
        for half in [0.0, *(width * 10 ** chance.uniform(-3, 1, 6)), width * 0.500001]:
            values = np.array(answer.estimates["estimate"]) * 10 ** chance.uniform(-3, 1)
            one = judging.with_margin(answer, half, values)
            before, after = foreseen(answer.query, answer.facts_table, half), judge(one)
            marks = list(one.result.marks) if isinstance(one.result, Model) else slice(None)
            good = usable(one)[marks]
            assert good.tolist() == judging.says_something(one, half).tolist() or not half
            alike = good[judging.alike(one)] if isinstance(one.result, Matrix) else good
            assert {"usable": alike.all(), "not_usable": not good.any()}.get(before.state, 0 < before.least <= half)
            assert after.state == ("usable" if usable(one).any() else "not_usable")
            words = unit.judged(answer.query, answer.facts_table, half)
            assert words.startswith("not usable:") is (before.state == "not_usable")
            assert ("not usable below" in words) is (before.state == "not_usable_below")
            said = meaning(one)
            assert ("usable" in said or "zero" in said) is not good.all()
            if one.cells == 1 and not isinstance(one.result, Model):
                shown_ = shown(one, 1)
                assert (shown_.number == "Not usable", bool(shown_.drawn)) == (not good.all(),) * 2
            elif not good.all():
                assert [not mark for mark in marks_of(one, usable(one))] == usable(one).tolist()


@every_kind
def test_its_chart_is_drawn_twice_with_a_text_for_those_who_do_not_see_it(kind: type[Query], answers: Answers) -> None:
    for answer in answers[kind]:
        words = margin.alt(answer)
        assert str(answer) in words and meaning(answer) in words and "nan" not in words.lower().split()
        drawn, picture = shown(answer, 1000).chart, plotly.chart(answer)
        assert (drawn is None) == (picture is None) == (len(answer.table) < 2 and not answer.result.pictured)
        if drawn is None or picture is None:
            continue
        root = ElementTree.fromstring(str(drawn))
        assert root.tag == "svg" and root.get("role") == "img" and root[0].tag == "title"
        assert root[0].text == visible(margin.alt(answer, adjust.usual(answer).result), 600) and len(root) > 3
        numbers = [number for part in root.iter() for name, number in part.items() if name in ("x", "y", "x1", "cy")]
        assert all(math.isfinite(float(number)) for number in numbers)
        assert picture.layout.meta["alt"] == words
        assert picture.layout.yaxis.title.text or answer.result.pictured, "only a graph has no axes"


@every_kind
def test_a_share_page_shows_it(kind: type[Query], answers: Answers, desk: dp.Desk) -> None:
    _, token = desk.sharing(world.dataset(kind)).publish(answers[kind], "Answers")
    dossier = desk.open_share(token).dossier
    assert list(dossier.releases) == answers[kind]
    text = page.html(dossier)
    for answer in answers[kind]:
        for words in (visible(answer, 160), visible(meaning(answer), 500)):
            assert escape(words) in text
    pictures = [answer for answer in answers[kind] if len(answer.table) > 1 or answer.result.pictured]
    further = [answer for answer in answers[kind] if shape.presenter(answer).second is not None]
    assert text.count('role="img"') == len(pictures) + len(further) and "nan" not in text.lower().split()


@every_kind
def test_a_bundle_holds_it(kind: type[Query], answers: Answers, desk: dp.Desk) -> None:
    dossier = desk.dossier(world.dataset(kind), answers[kind])
    verdict = bundle.verify(bundle.write(dossier, desk.seal), [desk.seal.public])
    assert verdict.state == "genuine", verdict.said
    assert verdict.dossier is not None and list(verdict.dossier.releases) == answers[kind]


@every_kind
def test_only_shares_are_in_percentage_points_and_none_is_above_a_hundred(
    kind: type[Query], answers: Answers, desk: dp.Desk
) -> None:
    name = world.dataset(kind)
    quote = desk.quote(name, dp.Plan([dp.Ask(answer.query, mu=0.7) for answer in answers[kind]]))
    said = [str(predicted(ask.query, desk.dataset(name).table, ask.error)) for ask in quote.asks]
    said += [str(meaning(answer)) for answer in answers[kind]] + [methods(desk.dossier(name, answers[kind]))]
    points = [size for text in said for size in re.findall(r"([\d,.]*\d)\)? percentage points", text)]
    assert all(float(size.replace(",", "")) <= 100 for size in points)
    shares = any(answer.query.error.percent or answer.query.error.compares_shares for answer in answers[kind])
    assert shares or "percentage point" not in "".join(said)


@pytest.mark.sample(2)
@every_kind
def test_a_script_asks_it_again_for_nothing(
    kind: type[Query], answers: Answers, desk: dp.Desk, home: Path, tmp_path: Path
) -> None:
    """In a process of its own, where the guest is one more name of the package."""
    asked = [answer for answer in answers[kind] if answer.mu is not None]
    plan = dp.Plan([dp.Ask(answer.query, mu=world.PRICE) for answer in asked])
    (tmp_path / "plan.py").write_text(script.python(desk.dataset(world.dataset(kind)), plan), encoding="utf-8")
    before = len(desk.ledger(world.dataset(kind)))
    done = subprocess.run(
        [sys.executable, "-c", GUEST if kind is Middle else 'exec(open("plan.py").read(), {"__name__": "__main__"})'],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "MURMUR_HOME": str(home / "home"),
            "MURMUR_DATABASE": f"sqlite:///{home / 'murmur.db'}",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    files = sorted((tmp_path / "answers").iterdir())
    assert [file.read_bytes() for file in files] == [export.to_csv(answer) for answer in asked]
    assert len(desk.ledger(world.dataset(kind))) == before, "what was answered costs nothing"


def test_a_form_offers_the_guest_and_a_screen_answers_it(tmp_path: Path) -> None:
    """In a process that extends the tuples before it draws a page."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.contracts.form"],
        cwd=ROOT,
        env={**os.environ, "MURMUR_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    assert Middle.title in seen["questions"] and Middle.parameters[0].help in seen["helps"]
    assert "Middle of age" in seen["plan"] and seen["price"] > 0
    assert seen["answers"] == ["Middle of age"] and seen["rounds"] == [3]
    assert "Middle of age" in seen["results"] and seen["errors"] == []
