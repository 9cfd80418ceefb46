"""A reload, which is a new session, finds the plan, the upload and the description again; nobody else does."""

from __future__ import annotations

import datetime as dt
import os
from dataclasses import replace

import pyarrow as pa
import pytest

import dpcore as dp
from dpcore.desk.draft import LARGEST, Drafts
from dpcore.desk.home import Home
from dpcore.plan.scenario import Scenario
from dpcore.table.dictionary import declaration
from dpcore.table.sample import sample
from dpcore.table.value_list import joined, listed
from pages.explore import use
from pages.server import signin_middleware
from pages.ui.plan import draft
from pages.ui.plan.draft import Draft, Row
from pages.ui.rows import unfinished
from pages.ui.rows.unfinished import Loaded, Unfinished
from tests.pages.conftest import ASK, DESCRIBE, LOAD
from tests.pages.test_load import CSV, describe

EXPLORE = "pages/explore/explore.py"
SCHEMA = sample().schema
TABLE = Loaded("/nowhere/a.csv", "a.csv", {"age": "text"}, spooled=True)


def rows_on(screen):
    """The questions on Ask with what each field shows, and what holds in each."""
    shown = [[row[name] for name in ("question", "price", "margin", "weight")] for row in screen.plan]
    return shown, [row["set_by"] for row in screen.plan]


def test_the_plan_of_ask_survives_a_reload(fresh):
    screen = fresh().press("Try it").go(ASK).press("Histogram of age")
    screen.fill("Question", "count").press("Add to the plan").row(1).fill("Error ± (95 %)", 120.0)
    again = fresh().go(ASK)
    assert rows_on(again) == rows_on(screen.go(ASK))
    assert rows_on(again)[1] == ["margin", "weight"]
    again.row(1).press("Remove").press("Remove")
    assert not fresh().go(ASK).plan


def test_a_plan_comes_back_as_it_was(sampled):
    (dataset,) = sampled.desk.datasets()
    queries = [
        dp.Count(by=["ward"]),
        dp.Mean("cost", where=[dp.Condition("age", ">", 5)]),
        dp.Histogram("age", bins=25),
    ]
    rows = tuple(
        Row(place, query.bind(SCHEMA), 2.5, held, 0.9)
        for place, (query, held) in enumerate(zip(queries, (None, ("error", 0.1), ("price", 0.03)), strict=True), 1)
    )
    plan = Draft("mu", 0.123, rows, 4, "monthly")
    assert draft.from_text(plan.to_text(), dataset) == plan
    for text in (
        "",
        "null",
        "[]",
        "{}",
        '{"version":1}',
        plan.to_text()[:-2],
        "[" * 99999,
    ):
        assert draft.from_text(text, dataset) is None
    left = draft.read(plan.to_text().replace("cost", "lost"), dataset)
    assert left is not None and left[1] == 1, "a question that no longer fits is left out, and is counted"
    assert left[0].rows == (rows[0], rows[2])


def test_drafts_are_each_users_own_private_and_bounded(tmp_path):
    home = Home(tmp_path)
    ada, eve = Drafts(home, "ada"), Drafts(home, "eve")
    ada.save("visits", "plan")
    assert (ada.load("visits"), ada.load("others"), eve.load("visits")) == ("plan", None, None)
    (path,) = (tmp_path / "drafts").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    assert set(path.stem) <= set("0123456789abcdef"), "it names neither the user nor the dataset"
    assert not ada.save("visits", "x" * (LARGEST + 1))
    assert ada.load("visits") == "plan", "the last one that could be kept"
    path.write_bytes(b"\xff")
    assert ada.load("visits") is None
    os.remove(path)
    ada.save("visits", "")


def test_upload_and_description_survive_a_reload(fresh, own_home):
    describe(fresh().go(LOAD).upload(CSV, "visits.csv"))
    again = fresh()
    assert ":material/check_circle: **Load**" in again.text
    again.go(DESCRIBE)
    assert again.lines[2]["values"] == "A|B|C"
    again.press("Open the dataset")
    assert again.desk.dataset("visits").table.schema["day"] == dp.Date(dt.date(2024, 1, 1), dt.date(2024, 12, 31))
    assert not list((own_home / "spool").glob("*"))
    assert "There is no table to describe" in fresh().go(DESCRIBE).text


def test_a_lost_upload_is_said(fresh, own_home):
    describe(fresh().go(LOAD).upload(CSV))
    for path in (own_home / "spool").glob("*/*"):
        path.unlink()
    assert "please upload the file again" in fresh().go(DESCRIBE).text


def test_an_upload_that_was_let_go_is_not_found_again(fresh, own_home):
    fresh().go(LOAD).upload(CSV).press("Choose another table")
    assert not list((own_home / "spool").glob("*"))
    assert not fresh().go(LOAD).at.dataframe


def test_uploads_are_each_users_own_and_end_with_their_time():
    now, gone = [0.0], []
    kept = Unfinished(lambda: now[0])
    for user in ("ada", "eve"):
        kept.keep(("home", user), replace(TABLE, label=user), lambda user=user: gone.append(user))
    kept.note(("home", "ada"), TABLE, {"describe-0-kind": "number"})
    assert kept.find(("home", "ada")).values == {"describe-0-kind": "number"}
    assert kept.find(("home", "eve")).loaded.label == "eve" and not kept.find(("home", "eve")).values
    assert kept.find(("elsewhere", "ada")) is None
    now[0] = 3600.0 * unfinished.HOURS - 1
    kept.note(("home", "ada"), TABLE, {"a": 1})
    kept.note(("home", "ada"), replace(TABLE, ticket="another"), {"a": 2})
    kept.note(("home", "ada"), TABLE, {"a": "x" * (unfinished.MOST_TEXT + 1)})
    now[0] += 2
    assert kept.find(("home", "eve")) is None and gone == ["eve"]
    assert kept.find(("home", "ada")).values == {"a": 1}
    kept.keep(("home", "ada"), TABLE, lambda: gone.append("ada again"))
    assert gone == ["eve", "ada"]
    for number in range(unfinished.MOST_USERS + 5):
        kept.keep(("home", str(number)), TABLE, lambda: None)
    assert kept.find(("home", "ada")) is None and gone[-1] == "ada again"
    now[0] += 3600.0 * unfinished.HOURS
    kept._ring()
    assert not kept._entries and kept._timer is None


# Data dictionary and earlier descriptions


DICTIONARY = """column;kind;from;to;values;missing
patient;identifier;;;;
age;whole number;0;120;;
ward;category;;;A|B|C;
smoker;yes or no;;;;
day;date;2024-01-01;2024-12-31;;
"""


def test_signing_out_lets_go_of_a_users_uploads_and_of_nobody_elses(monkeypatch):
    gone: list[str] = []
    for user in ("ada", "ben"):
        unfinished.uploads.keep(("home", user), TABLE, lambda user=user: gone.append(user))
    monkeypatch.setattr(signin_middleware, "user_of", lambda request: request)
    monkeypatch.setattr(signin_middleware, "_claims", lambda request: {})
    monkeypatch.setattr(signin_middleware.ended_signins, "add", lambda claims: None)
    signin_middleware._end("ada")
    assert gone == ["ada"] and unfinished.uploads.find(("home", "ben")) is not None
    signin_middleware._end(None)
    signin_middleware._end("ben")
    assert gone == ["ada", "ben"]


def test_explore_takes_what_would_be_paid_and_gives_back_what_is_answered(sampled):
    sampled.press("Histogram of age").release()
    sampled.fill("Question", "count").press("Add to the plan").row(2).fill("Error ± (95 %)", 120.0)
    sampled.press("Explore this plan").go(EXPLORE)
    shown = sampled.at.session_state["explored"]
    assert [str(query) for query, _ in next(iter(shown.values())).now.asks] == ["Count"]
    sampled.press("Use in Ask").go(ASK)
    (dataset,) = sampled.desk.datasets()
    rows = sampled.at.session_state["drafts"][dataset.id].rows
    assert [(str(row.query), row.held) for row in rows] == [
        ("Histogram of age, 25 bins", None),
        ("Count", ("error", 120.0)),
    ]
    assert sampled.plan[0]["state"].startswith("answered ") and sampled.plan[0]["margin"].startswith("±")


def test_an_improvement_survives_a_reload(fresh):
    screen = fresh().press("Try it").go(ASK).press("Histogram of age").release()
    screen.press("Improve")
    assert " rows now, ±" in fresh().go(ASK).text


def fill_in(screen, text=DICTIONARY):
    """As its callback would after an upload."""
    screen.at.session_state["dictionary"] = True
    screen.run()
    return screen.fill("Or paste it", text).press("Use the pasted text")


def test_a_dictionary_describes_every_column_at_once(fresh):
    screen = fill_in(fresh().go(LOAD).upload(CSV, "visits.csv").go(DESCRIBE))
    assert "5 of 5 columns are described" in screen.at.info[0].value
    screen.fill("Who is protected", "patient").fill("Maximum rows per unit", 3).press("Open the dataset")
    assert screen.desk.dataset("visits").table.schema == dp.Schema(
        {name: one for name, one in declaration.read(DICTIONARY).columns.items() if one is not None}
    )


def test_bad_lines_are_said_and_nothing_is_lost(fresh):
    screen = fresh().go(LOAD).upload(CSV).go(DESCRIBE)
    fill_in(screen, DICTIONARY.replace("0;120", "130;120") + "zone;text;;;;\n")
    said = screen.at.warning[0].value.replace("\\", "")
    assert "Line 3 ('age')" in said and "no column of the table: 1 (zone)" in said and "4 of 5" in said
    assert "130;120" in next(box.value for box in screen.at.text_area if box.label == "Or paste it")
    assert screen.lines[2]["kind"] == "category"
    fill_in(screen, "nonsense")
    assert len(screen.errors) == 1 and screen.lines[2]["kind"] == "category"


@pytest.mark.parametrize(("answer", "values"), [("separate", ["A", "B", "C"]), ("belong", ["A, B, C"])])
def test_commas_in_a_list_of_values_are_asked_about(fresh, answer, values):
    screen = fill_in(fresh().go(LOAD).upload(CSV).go(DESCRIBE), DICTIONARY.replace("A|B|C", "A, B, C"))
    assert "4 of 5" in screen.at.warning[0].value and "part of one" in screen.at.warning[0].value
    assert "part of one" in screen.lines[2]["status"]
    screen.at.button(key=f"commas-{answer}").click()
    screen.run()
    assert "5 of 5 columns are described" in screen.at.info[0].value
    assert screen.lines[2]["values"] == joined(values)
    assert not [button for button in screen.at.button if (button.key or "").startswith("commas-")]


def test_a_typed_value_in_quotation_marks_keeps_its_comma():
    assert listed('"Washington, DC", Boston') == ("Washington, DC", "Boston")
    assert listed("Washington, DC\nBoston") == ("Washington, DC", "Boston")
    assert listed("A, B;C") == ("A", "B", "C")


def test_an_earlier_description_is_offered_before_anything_is_typed(fresh):
    screen = describe(fresh().go(LOAD).upload(CSV, "visits.csv")).press("Open the dataset")
    screen.go(LOAD).upload(CSV.replace(b"p1", b"q1").replace(b"p0", b"r0"), "more.csv").go(DESCRIBE)
    screen.press("Use its description")
    assert not [button for button in screen.at.button if button.label == "Use its description"]
    screen.apart().press("Open the dataset")
    tables = [one.table for one in screen.desk.datasets()]
    assert len(tables) == 2 and tables[0] == tables[1]


def test_somebody_elses_description_is_not_offered_and_their_dataset_does_not_open_by_itself(fresh):
    """Else whoever guesses the columns, and shares, would be where another's rows go."""
    screen = describe(fresh().go(LOAD).upload(CSV, "visits.csv")).press("Open the dataset")
    own = screen.desk.datasets()[0]
    with dp.Desk(home=screen.desk.home.path, user="eve@example.org") as eve:
        columns = dp.Schema({**own.table.schema.columns, "guessed": dp.Number(0, 1)})
        rows = dp.read(pa.table({name: [1] for name in columns}))
        eve.add_dataset("theirs", rows, schema=columns, budget=dp.Budget(mu=9.0, delta=1e-6))
        eve.team("theirs").add(screen.desk.user, "owner")
    other = fresh()
    assert len(other.desk.datasets()) == 2 and other.at.query_params["dataset"] in (own.id, [own.id])
    wider = b"\n".join(line + (b",guessed" if not number else b",1") for number, line in enumerate(CSV.splitlines()))
    other.go(LOAD).upload(wider, "more.csv").go(DESCRIBE)
    offers = [button.label for button in other.at.button if "as a new version" in button.label]
    assert offers == ["Add the rows to visits as a new version"]


def test_the_next_month_is_one_click(fresh):
    screen = describe(fresh().go(LOAD).upload(CSV, "visits.csv")).press("Open the dataset")
    screen.go(LOAD).upload(CSV.replace(b"p1", b"q1").replace(b"p0", b"r0"), "more.csv").go(DESCRIBE)
    screen.press("Add the rows to visits")
    assert [one.version for one in screen.desk.datasets()] == [2]


# From Explore to Ask


def scenario(*weights: float, total: float = 0.1, **levers: object) -> Scenario:
    queries = [dp.Count(), dp.Count(by=["ward"]), dp.Mean("cost")]
    asks = tuple((query.bind(SCHEMA), weight) for query, weight in zip(queries, weights, strict=False))
    return Scenario("", asks, "mu", total, **levers)


PLAN = Draft(
    "mu",
    0.1,
    (Row(1, dp.Count(), 1.0, ("error", 50.0), 0.9), Row(2, dp.Count(by=["ward"]), 3.0), Row(3, dp.Mean("cost"), 1.0)),
    4,
)


def test_what_was_not_moved_comes_back_whole():
    base = scenario(23.49, 3.3, 1.1)
    assert use.taken(base, base, PLAN, SCHEMA, lent=True) == (PLAN, [])


def test_a_moved_total_keeps_the_lock_and_says_what_that_means():
    base = scenario(23.49, 3.3, 1.1)
    found, said = use.taken(base, replace(base, total=0.2), PLAN, SCHEMA, lent=True)
    assert found == replace(PLAN, total=0.2)
    assert said == ["Locked questions keep their price or error, and the others share the rest of the total."]


def test_a_moved_weight_ends_its_own_lock_alone_and_says_so():
    base = scenario(2.0, 3.3, 1.1)
    found, said = use.taken(base, scenario(5.0, 3.3, 1.1), PLAN, SCHEMA, lent=True)
    assert [(row.weight, row.held, row.level) for row in found.rows] == [
        (5.0, None, 0.9),
        (3.3, None, 0.95),
        (1.1, None, 0.95),
    ]
    assert said == ["“Count” is no longer locked: how it is paid was changed in Explore."]
    found, said = use.taken(base, scenario(2.0, 9.0, 1.1), PLAN, SCHEMA, lent=True)
    assert found.rows[0].held == ("error", 50.0) and found.rows[1].weight == 9.0


@pytest.mark.parametrize(
    ("levers", "said"),
    [
        ({"group": 3}, "3 protected together"),
        ({"rate": 0.5}, "a share of 50 % used"),
        ({"rows": 1000}, "1,000 rows expected"),
        ({"delta": 1e-9}, "delta 10⁻⁹"),
    ],
)
def test_levers_that_no_plan_holds_are_said(levers, said):
    base = scenario(2.0, 3.3, 1.1)
    assert said in use.taken(base, replace(base, **levers), PLAN, SCHEMA, lent=True)[1][-1]


def test_another_scenario_says_that_it_has_no_locks():
    found, said = use.taken(scenario(1.0), scenario(1.0), PLAN, SCHEMA, lent=False)
    assert not any(row.held for row in found.rows) and "locks of the previous plan" in said[0]


def test_on_the_screens_the_lock_is_kept(sampled):
    sampled.press("Count by ward").fill("Error ± (95 %)", 120.0)
    before = rows_on(sampled)
    sampled.press("Explore this plan").go(EXPLORE).press("Use in Ask").go(ASK)
    assert rows_on(sampled) == before and before[1] == ["margin"]


def test_an_edit_that_fails_is_a_sentence(sampled, monkeypatch):
    """As in a tab whose sign-in has ended elsewhere: no page of Streamlit's own, and the next edit works."""

    def fail(*_):
        raise dp.AccessError("There is no dataset for you.", "Sign in again.")

    with monkeypatch.context() as patch:
        patch.setattr(Drafts, "save", fail)
        assert any("is no dataset for you" in error for error in sampled.press("Count by ward").errors)
    assert not sampled.press("Remove").errors and not sampled.at.exception
