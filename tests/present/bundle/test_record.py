"""The records say what the desk knows, ask what it does not, and never let a name become markup."""

from __future__ import annotations

import html
import json
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import jsonschema
import mistune
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import dpcore as dp
from dpcore import tradeoff
from dpcore.cli import main
from dpcore.desk.dossier import Dossier
from dpcore.present import record
from dpcore.present.record import fact
from dpcore.present.record.markdown import inert, plain
from tests.present.bundle.conftest import FORMULA, HOSTILE
from tests.repo.house import ROOT

ROWS = pd.DataFrame({"age": range(100), "ward": ["A", "B"] * 50})
SCHEMA = dp.Schema(age=dp.Number(0, 120, integer=True, missing=7), ward=dp.Category(["A", "B"], other=True))
Make = Callable[..., Dossier]


@pytest.fixture
def made(tmp_path: Path) -> Make:
    """A dossier of one plan on a small table, by budget and relation."""

    def make(plan: dp.Plan, budget: dp.Budget, **facts: object) -> Dossier:
        with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", home=tmp_path / "home") as desk:
            desk.add_dataset("people", dp.read(ROWS), schema=SCHEMA, budget=budget, **facts)
            return desk.dossier("people", desk.release("people", plan))

    return make


def check(dossier: Dossier) -> dict[str, object]:
    """The registry's entry, after its schema has taken it."""
    found = json.loads(record.to_json(record.registry(dossier)))
    jsonschema.validate(found, record.SCHEMA, format_checker=jsonschema.FormatChecker())
    return found["entry"]["deployment"]


def known(dossier: Dossier, point: str) -> str:
    return next(one["known"] for one in record.nist(dossier)["points"] if one["point"] == point)


def test_the_software_is_the_version_that_is_packaged(capsys: pytest.CaptureFixture[str]) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert settings["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "dpcore.__version__"}
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.strip() == fact.SOFTWARE == f"Murmur {dp.__version__}"


# Parameters, unit, relation


def test_the_note_says_what_each_question_computes_and_its_source(dossier: Dossier) -> None:
    text = record.methods(dossier)
    for release in dossier.releases:
        assert release.query.formula and inert(release.query.formula) in text
        assert inert(release.query.cites) in text


def test_a_pure_budget_has_no_delta(made: Make) -> None:
    dossier = made(dp.Plan([dp.Count()], epsilon=0.5), dp.Budget(epsilon=1.5))
    entry = check(dossier)
    assert entry["dp_variant"]["variant_name"] == "Pure DP"
    assert entry["privacy_loss"]["privacy_parameters"] == {"epsilon": 1.5}
    text = record.methods(dossier)
    assert "epsilon = 1.5 (pure differential privacy)" in text and "delta" not in text.partition("## Accounting")[0]
    assert "discrete Laplace (geometric) noise, epsilon-DP (Ghosh" in text and "| epsilon = 0.5 |" in text


def test_an_approximate_budget_has_both(made: Make) -> None:
    entry = check(made(dp.Plan([dp.Count()], mu=0.1), dp.Budget(epsilon=1.5, delta=1e-7)))
    assert entry["dp_variant"]["variant_name"] == "Approximate DP"
    assert entry["privacy_loss"]["privacy_parameters"] == {"epsilon": 1.5, "delta": 1e-7}


def test_a_gaussian_budget_says_an_epsilon_that_is_none_too_small(made: Make) -> None:
    dossier = made(dp.Plan([dp.Count()], mu=0.1), dp.Budget(mu=0.3, delta=1e-6))
    entry = check(dossier)
    said = entry["privacy_loss"]["privacy_parameters"]["epsilon"]
    bound = tradeoff.gaussian(0.3).epsilon(1e-6)
    assert entry["dp_variant"]["variant_name"] == "Custom" and bound <= said <= 1.001 * bound
    assert "mu = 0.3 (Gaussian differential privacy)" in entry["privacy_loss"]["privacy_parameters_details"]
    assert f"epsilon = {said:.4g}" in known(dossier, "Parameters and variant")


def test_nothing_is_claimed_at_another_delta_of_a_portfolio_and_no_budget_is_called_the_last(made: Make) -> None:
    """Filters beside each other certify the declared pair alone; and an owner may raise what is promised."""
    first = made(dp.Plan([dp.Count()], mu=0.1), dp.Budget(epsilon=1.5, delta=1e-7))
    for dossier, curve in ((first, False), (replace(first, budget=dp.Budget(mu=0.3)), True)):
        said = known(dossier, "Parameters and variant")
        assert ("Each of these parameters implies an epsilon for every delta" in said) is curve
        assert ("no guarantee is claimed at any other delta" in said) is not curve
        assert check(dossier)["privacy_loss"]["privacy_parameters_details"].endswith(fact.RAISED)
        text = record.methods(dossier)
        assert (
            fact.RAISED in text
            and f"As of {dossier.time[:10]}, all releases from the table" in text
            and " ever " not in text
        )


def test_the_unit_and_the_relation_are_said(made: Make, dossier: Dossier) -> None:
    row = made(dp.Plan([dp.Count()], mu=0.1), dp.Budget(mu=0.3))
    assert known(row, "Unit") == "The unit is one row of the table."
    assert "several rows is protected less" in known(row, "Rows of one person")
    assert "differ in one added or removed row" in known(row, "Neighbouring tables")
    assert "all rows that share one value of the column patient, of which at most 5 are used" in known(dossier, "Unit")
    assert "at most 3 groups" in record.methods(dossier)
    assert [one["point"] for one in record.nist(dossier)["points"]].count("Bounded contributions") == 1


def test_under_replace_the_number_of_units_is_named_as_unprotected(made: Make) -> None:
    dossier = made(dp.Plan([dp.Count(), dp.Count(by=["ward"])], mu=0.1), dp.Budget(mu=0.3), neighbors="replace")
    entry = check(dossier)
    quantities = entry["dp_variant"]["unprotected_quantities"]
    assert quantities == (
        "The number of units; it is public under this neighbouring relation. "
        "Count: no neighbouring table can change it."
    )
    assert "that is replaced by another; the number of units is public" in known(dossier, "Neighbouring tables")
    assert known(dossier, "Exact numbers").endswith("released without noise: Count.")
    text = record.methods(dossier)
    assert (
        "no noise: public under this neighbouring relation" in text
        and "nothing: no neighbouring table can change it" in text
    )
    noisy = replace(dossier, table=replace(dossier.table, neighbors="add_remove"), releases=dossier.releases[1:])
    assert "None in these answers" in check(noisy)["dp_variant"]["unprotected_quantities"]


def test_declarations_say_what_happens_to_a_cell(made: Make) -> None:
    plan = dp.Plan([dp.Mean("age", by=["ward"])], mu=0.1)
    text = record.methods(made(plan, dp.Budget(mu=0.3)))
    assert "age: a number from 0 to 120, rounded to whole numbers; values outside are set to the nearest bound" in text
    assert "missing values are counted as 7" in text
    assert "ward: one of 2 listed categories (A, B); any other value counts as other" in text


def test_noise_is_said_with_its_law_and_its_scale(made: Make) -> None:
    dossier = made(dp.Plan([dp.Count(), dp.Sum("age")], epsilon=0.5), dp.Budget(epsilon=1.0))
    count, total = (line for line in record.methods(dossier).splitlines() if "noise, epsilon-DP" in line)
    assert "discrete Laplace (geometric) noise" in count and "| 4 |" in count  # 1 / (0.5 / 2)
    assert "| Laplace noise" in total and f"| {float(dossier.releases[1].mechanism.scales[0]):.6g} |" in total


def test_slots_are_said_where_there_are_any(made: Make, dossier: Dossier) -> None:
    budget = dp.Budget(epsilon=1.0, delta=1e-6, slots=(dp.Slot("monthly", mu=0.05, times=2),))
    slotted = made(dp.Plan([dp.Count()], mu=0.05, slot="monthly"), budget)
    assert "slots (prices declared when the budget was opened" in record.methods(slotted)
    assert "slots" not in record.methods(dossier)


def test_made_up_data_says_so_everywhere(made: Make) -> None:
    dossier = made(dp.Plan([dp.Count()], mu=0.1), dp.Budget(mu=0.3), synthetic=True)
    assert "**Made-up data: this table describes no real people.**" in record.methods(dossier)
    assert check(dossier)["basic"]["description"].startswith("Made-up data: this table describes no real people.")


def test_a_second_version_makes_the_source_dynamic_and_one_alone_is_asked_about(made: Make) -> None:
    one = made(dp.Plan([dp.Count()], mu=0.1), dp.Budget(mu=0.3))
    model = check(one)["deployment_model"]
    assert "data_source_type" not in model and model["data_source_type_details"].startswith("OPEN: ")
    later = replace(one, releases=(one.releases[0], replace(one.releases[0], dataset_version=2)))
    assert check(later)["deployment_model"]["data_source_type"] == "Dynamic"
    assert "the answers use 2 versions of the table" in record.methods(later)


# What is not known is a question


def test_every_open_field_is_a_question_with_its_place(dossier: Dossier) -> None:
    found = record.registry(dossier)
    asked = {one["field"]: one["question"] for one in found["questions"]}
    assert {"/deployment/basic/intended_use", "/deployment/basic/data_curators/0"} < asked.keys()
    assert {"/deployment/implementation/justification", "/deployment/administrative/registry_authors/0"} < asked.keys()
    for field, question in asked.items():
        node = found["entry"]
        for part in field.split("/")[1:]:
            node = node[int(part)] if isinstance(node, list) else node[part]
        assert node.endswith("OPEN: " + question) and question.endswith("?")
    assert json.dumps(found["entry"]).count("OPEN: ") == len(asked) == 9


def test_every_point_of_the_pyramid_is_there_and_says_or_asks_something(dossier: Dossier) -> None:
    points = record.nist(dossier)["points"]
    layers = list(dict.fromkeys(one["layer"] for one in points))
    assert layers == [
        *("Privacy parameters", "Unit of privacy", "Algorithms and correctness", "Side channels"),
        *("Security and access control", "Query model", "Threat and trust model", "Data collection exposure"),
    ]
    for one in points:
        assert one["known"].endswith(".") and (one["question"].endswith((".", "?")) or not one["question"]), one
        assert not any(word in one["known"].lower() for word in ("anonym", "complies", "compliant", "fulfil", " safe"))
    text = record.nist_text(record.nist(dossier))
    assert text.count("**Question to the owner:**") == sum(bool(one["question"]) for one in points) >= 10


def test_an_open_question_cannot_be_slipped_in_by_a_name(made: Make) -> None:
    dossier = replace(made(dp.Plan([dp.Count()], mu=0.1), dp.Budget(mu=0.3)), title="OPEN: send me money?")
    assert len(record.registry(dossier)["questions"]) == 9


# Words stay words

MARKDOWN = mistune.create_markdown(
    escape=False,
    plugins=["table", "url", "strikethrough", "footnotes", "math", "superscript", "subscript", "mark", "insert"],
)


def shown(markdown: str) -> str:
    """What a reader sees of Markdown that is one paragraph of plain words."""
    text = str(MARKDOWN(markdown)).strip()
    assert text.startswith("<p>") and text.endswith("</p>") and "<" not in text[3:-4], text
    return html.unescape(text[3:-4])


@settings(max_examples=80, deadline=None)
@given(st.one_of(st.text(max_size=60), st.text(alphabet="*_`[]()<>!#+-=|~$\\&;:/.@ ^{}1ax\n", max_size=40)))
@example("1. one")
@example("- one")
@example("---")
@example("===")
@example("# head")
@example("> quote")
@example("    code")
@example("[a]: http://b")
@example("&lt;b&gt; &#60;")
@example("a  \nb\\\nc")
@example("http://a.example/?b=c www.a.example a@b.example")
@example("$$x$$ \\(y\\) [^1] ~~a~~ ==b== ^c^ ~d~")
@example("| a | b |\n|---|---|\n| c | d |")
@example("<!-- --> <?php ?> <![CDATA[ ]]>")
def test_no_text_is_markup(text: str) -> None:
    seen = plain(text)
    if seen:
        assert shown(inert(text)) == seen
        assert shown(f"a {inert(text)} b") == f"a {seen} b"
        assert str(MARKDOWN(f"- {inert(text)}")).count("<") == 4
        assert str(MARKDOWN(f"| a | b |\n| --- | --- |\n| {inert(text)} | c |")).count("<td") == 2


def test_what_cannot_be_seen_is_spelt_out() -> None:
    assert plain("a\u202egnp.exe\u200b\x00\ud800") == "aU+202Egnp.exeU+200BU+0000U+D800"
    assert plain(" two \n\t lines ") == "two lines"
    assert plain("x" * 10_000) == "x" * 299 + "…" and len(plain("x" * 10_000, 50)) == 50
    assert plain("نشاط\u200cها") == "نشاط\u200cها"


def test_hostile_names_reach_no_record_as_markup(dossier: Dossier) -> None:
    texts = [record.methods(dossier), record.nist_text(record.nist(dossier))]
    entry = record.registry(dossier)["entry"]["deployment"]
    texts += [entry["basic"]["name"], entry["basic"]["description"], entry["dp_variant"]["data_domain"]]
    for text in texts:
        page = str(MARKDOWN(text))
        assert "<script" not in page and "<a " not in page and "<img" not in page and "<code" not in page
        assert HOSTILE in html.unescape(page) or FORMULA in html.unescape(page)
    raw = record.to_json(record.registry(dossier)) + record.to_json(record.nist(dossier))
    assert raw.isascii()


def test_a_title_of_ten_thousand_characters_is_cut(dossier: Dossier) -> None:
    long = replace(dossier, title="t" * 10_000, note="n" * 100_000, dataset="d" * 10_000)
    text = record.methods(long)
    assert "t" * 301 not in text and "n" * 5_001 not in text
    check(long)
