"""Files of odd content and odd names: one sentence, nothing obeyed, nothing charged."""

from __future__ import annotations

import json
import os

import pandas as pd
import pytest

import dpcore as dp
from dpcore.cli import main
from dpcore.cli.say import document, inert, table
from dpcore.present.file import plan_file
from tests.cli.shell import PLAN, Shell

ODD = (
    b"",
    b"{}",
    b"[" * 50_000,
    b"\xff\xfe\x00",
    b'{"murmur_plan": 2}',
    b'{"murmur_plan": 1, "plan": {"asks": [], "mu": NaN}}',
    b'{"murmur_plan": 1, "plan": {"asks": [{"query": {"query": "drop table"}}], "mu": 0.1}}',
    b'{"murmur_plan": 1, "plan": {"asks": [{"query": {"query": "count", "by": ["\\u001b[2Jx"]}}], "mu": 0.1}}',
    plan_file.to_json(dp.Plan([dp.Ask(dp.Mean("no such column"))], mu=0.1)),
)


@pytest.mark.parametrize("content", ODD, ids=range(len(ODD)))
def test_a_plan_file_of_odd_content_is_refused(untouched: Shell, content: bytes):
    path = untouched.folder / "odd.json"
    path.write_bytes(content)
    done = untouched("release", "sample", str(path), "--yes")
    assert (done.code, done.out) == (1, "")
    assert done.err.count("\n") <= 2 and "\x1b" not in done.err and "inside" not in done.err
    assert untouched.entries() == ["open"]


@pytest.mark.parametrize(
    "name", ["-x.json", "a b;rm -rf .json", "$(touch pwned).json", "l\nine.json", "\x1b[2J.json", "ü{}.json", "x" * 250]
)
def test_file_names_are_only_names(untouched: Shell, name: str):
    path = untouched.folder / name
    path.write_bytes(plan_file.to_json(PLAN))
    found, lost = untouched("quote", "sample", str(path)), untouched("quote", "sample", f"{path}?")
    assert (found.code, lost.code) == (0, 1)
    assert lost.err.count("\n") == 2 and "\x1b" not in lost.err + found.out + found.err


def test_a_name_that_is_no_text_and_a_folder(untouched: Shell):
    raw = os.fsencode(untouched.folder) + b"/\xff\xfe.json"
    with open(raw, "wb") as file:
        file.write(plan_file.to_json(PLAN))
    assert untouched("quote", "sample", os.fsdecode(raw)).code == 0
    assert untouched("quote", "sample", "\udcff.json").code == 1
    assert (
        untouched("quote", "sample", str(untouched.folder)).code == untouched("quote", "sample", "/dev/zero").code == 1
    )


def test_names_from_a_table_reach_no_terminal(shell: Shell):
    odd, wards = "w\u202eard", ["=1+1", "\x1b[31mB"]
    with shell.desk() as desk:
        desk.add_dataset(
            "odd",
            dp.read(pd.DataFrame({odd: wards})),
            schema=dp.Schema({odd: dp.Category(wards)}),
            budget=dp.Budget(epsilon=1.0, delta=1e-6),
        )
    query = dp.Count(by=[odd], where=[dp.Condition(odd, "!=", wards[1])])
    plan = shell.plan(dp.Plan([dp.Ask(query)], mu=0.1))
    for one in (shell("quote", "odd", plan), shell("release", "odd", plan, "--yes"), shell("ledger", "odd")):
        assert one.code == 0 and r"w\u202eard" in one.out
        assert not {"\x1b", "\u202e"} & set(one.out + one.err)
    assert odd in shell("release", "odd", plan, "--yes", "--json").json["releases"][0]["question"]


def test_nothing_from_a_row_is_ever_said(shell: Shell, capsys):
    path = shell.folder / "visits.csv"
    rows = [("CANARY-7", "A", 9182736455.25)] * 50 + [("CANARY-8", "CANARY-9", "9182736456.75x")] * 5
    pd.DataFrame(rows, columns=["name", "ward", "cost"]).to_csv(path, index=False)
    with shell.desk() as desk:
        schema = dp.Schema(ward=dp.Category(["A", "B"]), cost=dp.Number(0, 100))
        desk.add_dataset("visits", dp.read(path), schema=schema, budget=dp.Budget(epsilon=1.0, delta=1e-6))
    plan = str(shell.folder / shell.plan(dp.Plan([dp.Count(by=["ward"]), dp.Mean("cost")], mu=0.1)))
    torn = shell.folder / "torn.csv"
    torn.write_bytes(path.read_bytes() + b'"CANARY-10,9182736457\n\xff\xfe,"x"y,,,,\n')
    wrong = shell.folder / "wrong.csv"
    wrong.write_text("ward\nCANARY-11\n")
    for args in (
        ("quote", "visits", plan),
        ("release", "visits", plan, "--yes", "--json"),
        ("release", "visits", plan, "--yes", "--out", str(shell.folder / "out")),
        ("release", "visits", plan, "--yes", "--update", str(torn)),
        ("release", "visits", plan, "--yes", "--update", str(wrong)),
        ("ledger", "visits", "--json", "--verify"),
        ("standing", "--json"),
        ("share", "visits", "--title", "t", "--out", str(shell.folder / "page.html")),
    ):
        main(["--home", str(shell.home), *args])
    said = capsys.readouterr()
    written = b"".join(one.read_bytes() for one in [*(shell.folder / "out").iterdir(), shell.folder / "page.html"])
    assert "Count by ward" in said.out and b"Count by ward" in written
    for canary in ("CANARY", "9182736455", "9182736456", "9182736457"):
        assert canary not in said.out + said.err and canary.encode() not in written


def test_text_is_made_inert_and_short():
    assert inert("a\nb\x1b[2J\u202ec") == r"a\nb\x1b[2J\u202ec"
    assert len(inert("x" * 1000)) == 100
    assert table(("a", "b"), [("x\ny", 1), ("z", 100)], 1) == "a       b\nx\\ny    1\nz     100"


def test_a_document_is_json_that_no_terminal_obeys(capsys):
    told = {"a\x9b2J": "\x1b[2J \u202e \x7f \ud800 \U000e0041 é \u00a0 “ok”\n"}
    document(told)
    said = capsys.readouterr().out
    assert json.loads(said) == told
    assert "é" in said and "“ok”" in said
    assert all(one.isprintable() for one in said.replace("\n", ""))
