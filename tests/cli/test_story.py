"""The whole way from a shell: quote, release, again for nothing, standing, ledger, verify, share, revoke."""

from __future__ import annotations

import gc
import io
import json
import re

import duckdb
import pandas as pd
import pytest

import dpcore as dp
from tests.cli.shell import PLAN, Shell
from tests.engine.packed import as_xlsx


def test_a_quote_in_the_other_kind_of_noise_says_what_would_be_paid_for(sampled: Shell):
    alone = sampled("quote", "sample", sampled.plan(PLAN)).out
    predicted = re.search(r"Count by ward .*(±\d+)", alone)[1]
    with sampled.desk() as desk:
        desk.release("sample", dp.Plan([dp.Count(by=["ward"])], epsilon=0.05))
    said = sampled("quote", "sample", sampled.plan(PLAN)).out
    assert re.search(rf"Count by ward .*{predicted} by itself; ±[\d,]+ now\n", said)


def test_from_a_quote_to_a_revoked_link(sampled: Shell):
    shell, plan = sampled, sampled.plan(PLAN)
    quote = shell("quote", "sample", plan)
    assert (quote.code, quote.err) == (0, "")
    assert "Count by ward" in quote.out and "Total: mu 0.08. Afterwards:" in quote.out

    first = shell("release", "sample", plan, "--yes", "--out", "answers")
    assert first.code == 0
    assert first.err.index("Total: mu 0.08") < first.err.index("charging") < first.err.index("drawing noise")
    assert (
        "Emergency" in first.out
        and "95 % margin of error" in first.out
        and re.search(r"sample: one more plan of up to epsilon \d\.\d+ · about", first.out)
    )

    again = shell("release", "sample", plan, "--yes", "--json")
    assert again.code == 0 and "Total: nothing" in again.err and "reading" not in again.err
    found = again.json
    assert [one["question"] for one in found["releases"]] == ["Count by ward", "Mean of cost"] and found["price"] == 0
    with shell.desk() as desk:
        assert [one.to_dict()["key"] for one in desk.releases("sample")] == [one["key"] for one in found["releases"]]
        charges = [entry for entry in desk.ledger("sample") if entry.kind == "charge"]
    assert len(charges) == 1

    standing = shell("standing", "--json").json["datasets"][0]
    assert standing["name"] == "sample" and standing["remaining"]["gaussian"]["mu"] < 0.24
    assert "one patient (up to 5 rows)" in shell("standing", "sample").out
    ledger = shell("ledger", "sample", "--verify")
    assert ledger.code == 0 and "is intact from its first" in ledger.err
    assert "released; Count by ward; Mean of cost" in ledger.out and "mu 0.08" in ledger.out

    made = shell("share", "sample", "--title", "Visits", "--days", "3", "--json").json
    token = re.fullmatch(r"/s/([\w-]{43})", made["path"])[1]
    with shell.desk() as desk:
        assert [str(one) for one in desk.open_share(token).dossier.releases] == ["Count by ward", "Mean of cost"]
    listed = shell("share", "sample")
    assert made["id"] in listed.out and token not in listed.out
    assert shell("share", "sample", "--revoke", made["id"]).code == 0
    with shell.desk() as desk, pytest.raises(dp.AccessError):
        desk.open_share(token)
    assert shell("share", "sample", "--json").json["links"][0]["state"] == "revoked"


def test_what_is_written_is_read_back_by_other_programs(sampled: Shell):
    shell = sampled
    done = shell("release", "sample", shell.plan(PLAN), "--yes", "--out", "deep/answers", "--json")
    folder = shell.folder / "deep/answers"
    names = [f"{n:02}-{one['id']}.csv" for n, one in enumerate(done.json["releases"], 1)]
    assert sorted(path.name for path in folder.iterdir()) == [*names, "releases.json"]
    table = pd.read_csv(folder / names[0])
    assert table.columns.tolist() == ["ward", "estimate", "std_error", "low", "high"]
    assert table["estimate"].tolist() == done.json["releases"][0]["estimates"]["estimate"]
    assert duckdb.sql(f"select count(*) from '{folder / names[0]}'").fetchall() == [(6,)]
    kept = json.loads((folder / "releases.json").read_text())
    assert [dp.Release.from_dict(one).id for one in kept["releases"]] == [one["id"] for one in done.json["releases"]]


def test_a_page_and_a_bundle_are_written_and_the_bundle_is_checked(sampled: Shell):
    shell = sampled
    shell("release", "sample", shell.plan(PLAN), "--yes")
    page = shell("share", "sample", "--title", "Visits <b>", "--out", "page.html")
    assert page.code == 0 and page.out == ""
    text = (shell.folder / "page.html").read_text()
    assert "Visits &lt;b&gt;" in text and "<script" not in text and "Count by ward" in text
    assert shell("share", "sample", "--title", "Visits", "--out", "bundle.zip").code == 0
    genuine = shell("verify", "bundle.zip")
    assert genuine.code == 0 and genuine.out.startswith("Genuine: ") and "Count by ward" in genuine.out
    elsewhere = shell("--home", "nowhere", "verify", "bundle.zip", "--json")
    assert elsewhere.code == 4 and elsewhere.json["state"] == "unknown signer"
    assert not (shell.folder / "nowhere").exists()
    with shell.desk() as desk:
        public = desk.seal.public.hex()
    assert shell("--home", "nowhere", "verify", "bundle.zip", "--trust", public).code == 0
    path = shell.folder / "bundle.zip"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert shell("verify", "bundle.zip").code == 3


def test_some_answers_are_shared_by_id(sampled: Shell):
    shell = sampled
    done = shell("release", "sample", shell.plan(PLAN), "--yes", "--json").json
    later = dp.Plan([dp.Ask(dp.Count())], mu=0.01)
    shell("release", "sample", shell.plan(later, "later.json"), "--yes")
    last = shell("share", "sample", "--title", "t", "--last", MURMUR_URL="https://dp.example.org/")
    assert last.out.startswith("https://dp.example.org/s/")
    ids = [done["releases"][1]["id"]]
    one = shell("share", "sample", "--title", "t", "--releases", *ids, "--days", "0", "--json").json
    assert (one["answers"], one["until"]) == (1, None)
    with shell.desk() as desk:
        shown = [str(x) for x in desk.open_share(last.out.strip().rsplit("/", 1)[1]).dossier.releases]
    assert shown == ["Count"]
    wrong = shell("share", "sample", "--title", "t", "--releases", "nothing")
    assert wrong.code == 1 and "There is no answer 'nothing'" in wrong.err


MONTHLY = dp.Plan([dp.Ask(dp.Count(by=["ward"]))], mu=0.05)


def extract(shell: Shell, name: str, rows: int) -> str:
    ward = ["A", "B"] * rows
    pd.DataFrame({"ward": ward}).to_csv(shell.folder / name, index=False)
    return name


def test_every_month_a_new_extract_is_loaded_once_and_asked(shell: Shell):
    schema = dp.Schema(ward=dp.Category(["A", "B"]))
    with shell.desk() as desk:
        first = dp.read(str(shell.folder / extract(shell, "jan.csv", 100)))
        desk.add_dataset("visits", first, schema=schema, budget=dp.Budget(epsilon=1, delta=1e-6))
    plan = shell.plan(MONTHLY)
    run = ("release", "visits", plan, "--yes", "--json")
    january = shell(*run).json
    feb = extract(shell, "feb.csv", 300)
    february = shell(*run, "--update", feb)
    assert february.code == 0 and "loading" in february.err and february.json["version"] == 2
    repeated = shell(*run, "--update", feb)
    assert "already the present version" in repeated.err
    assert repeated.json["releases"] == february.json["releases"] and repeated.json["version"] == 2
    march = shell(*run, "--update", extract(shell, "mar.csv", 300)).json  # the same rows, a file of its own
    assert march["version"] == 3
    prices = [one["price"] for one in (january, february.json, repeated.json, march)]
    assert prices == [pytest.approx(0.05), pytest.approx(0.05), 0.0, pytest.approx(0.05)]
    missing = shell(*run, "--update", "nosuch.csv")
    assert missing.code == 1 and "cannot be opened" in missing.err
    with shell.desk() as desk:
        assert desk.dataset("visits").version == 3
    table = pd.read_csv(io.StringIO((shell.folder / feb).read_text()))
    assert str(len(table)) not in february.err


def test_an_extract_may_be_a_sheet_of_a_workbook(shell: Shell):
    schema = dp.Schema(ward=dp.Category(["A", "B"]))
    with shell.desk() as desk:
        first = dp.read(str(shell.folder / extract(shell, "jan.csv", 100)))
        desk.add_dataset("visits", first, schema=schema, budget=dp.Budget(epsilon=1, delta=1e-6))
    rows = [["ward"], *[["A"], ["B"]] * 300]
    (shell.folder / "feb.xlsx").write_bytes(as_xlsx({"notes": [["by canary"]], "visits": rows}))
    run = ("release", "visits", shell.plan(MONTHLY), "--yes", "--json", "--update", "feb.xlsx")
    asked = shell(*run)
    assert asked.code == 1 and "has several sheets" in asked.err and "--sheet" in asked.err
    assert "canary" not in asked.err
    loaded = shell(*run, "--sheet", "visits")
    assert loaded.code == 0 and loaded.json["version"] == 2
    gc.collect()
    assert not list((shell.home / "spool").rglob("*.xlsx"))


def test_another_sheet_of_the_same_workbook_is_another_extract(shell: Shell):
    schema = dp.Schema(ward=dp.Category(["A", "B"]))
    sheets = {"jan": [["ward"], *[["A"]] * 300], "feb": [["ward"], *[["B"]] * 300]}
    (shell.folder / "t.xlsx").write_bytes(as_xlsx(sheets))
    with shell.desk() as desk:
        first = dp.read(str(shell.folder / extract(shell, "first.csv", 100)))
        desk.add_dataset("visits", first, schema=schema, budget=dp.Budget(epsilon=1, delta=1e-6))
    run = ("release", "visits", shell.plan(MONTHLY), "--yes", "--json", "--update", "t.xlsx", "--sheet")
    assert [shell(*run, name).json["version"] for name in ("jan", "jan", "feb")] == [2, 2, 3]


def test_the_encoding_and_the_delimiter_of_an_extract_are_said(shell: Shell):
    schema = dp.Schema(구분=dp.Category(["가", "나"]))
    for name, mark in (("jan", "\t"), ("feb", ":"), ("mar", " ")):
        text = f"번호{mark}구분\n" + "".join(f"{name}{row}{mark}가\n" for row in range(300))
        (shell.folder / f"{name}.csv").write_bytes(text.encode("cp949"))
    with shell.desk() as desk:
        first = dp.read(str(shell.folder / "jan.csv"), encoding="cp949", delimiter="\t")
        desk.add_dataset("visits", first, schema=schema, budget=dp.Budget(epsilon=1, delta=1e-6))
    plan = shell.plan(dp.Plan([dp.Histogram("구분")], epsilon=0.1))
    run = ("release", "visits", plan, "--yes", "--json", "--update")
    refused = shell(*run, "feb.csv", "--encoding", "klingon")
    assert refused.code == 1 and "is not known" in refused.err and "cp949" in refused.err
    said = ("feb.csv", "--encoding", "EUC-KR", "--delimiter", ":")
    assert [shell(*run, *said).json["version"] for _ in range(2)] == [2, 2]
    assert shell(*run, "mar.csv", "--encoding", "cp949", "--delimiter", "space").json["version"] == 3


def test_a_pattern_names_the_files_of_every_folder_below_it(shell: Shell):
    (shell.folder / "2024" / "05").mkdir(parents=True)
    (shell.folder / "2024" / "notes.txt").write_text("is no extract")
    schema = dp.Schema(ward=dp.Category(["A", "B"]))
    with shell.desk() as desk:
        first = dp.read(str(shell.folder / extract(shell, "2024/05/a.csv", 100)))
        desk.add_dataset("visits", first, schema=schema, budget=dp.Budget(epsilon=1, delta=1e-6))
    run = ("release", "visits", shell.plan(MONTHLY), "--yes", "--json", "--update", "2024/**/*.csv")
    versions = [shell(*run).json["version"]]
    for name in ("2024/top.csv", "2024/05/b.csv", None):
        if name:
            extract(shell, name, 300)
        versions.append(shell(*run).json["version"])
    assert versions == [2, 3, 4, 4]


def test_without_yes_nothing_is_loaded(shell: Shell):
    with shell.desk() as desk:
        first = dp.read(str(shell.folder / extract(shell, "jan.csv", 100)))
        schema = dp.Schema(ward=dp.Category(["A", "B"]))
        desk.add_dataset("visits", first, schema=schema, budget=dp.Budget(epsilon=1, delta=1e-6))
    done = shell("release", "visits", shell.plan(MONTHLY), "--update", extract(shell, "feb.csv", 300))
    assert done.code == 2 and "Total: mu 0.05" in done.err
    with shell.desk() as desk:
        assert desk.dataset("visits").version == 1 and desk.releases("visits") == []
    asked = shell.attended("release", "visits", "plan.json", "--update", "feb.csv", "--json", answer="y")
    assert asked.code == 0 and asked.json["version"] == 2
