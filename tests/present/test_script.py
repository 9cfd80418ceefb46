"""Scripts and notebooks run as written, in a fresh interpreter elsewhere, and find the stored answers for nothing."""

from __future__ import annotations

import ast
import datetime
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import nbformat
import pandas as pd
import pytest

import dpcore as dp
from dpcore.present.file import export, script
from dpcore.present.file.source import source
from dpcore.queries import QUERIES
from dpcore.release.dataset import Dataset
from dpcore.table.sample import sample
from dpcore.table.table import Table

ROOT = Path(__file__).parents[2]
ODD = 'a"b\'c{x}\\n"""ü\u202e#'
VALUES = ['"""', "it's {0}", "back\\slash", "=1+1", "ü\u202e\u2028x", "%s"]
NAME = "visits {0}'\"\\ü"


def environment(home: Path) -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MURMUR_")}
    return {**kept, "PYTHONPATH": str(ROOT), "MURMUR_HOME": str(home)}


def odd_file(folder: Path) -> Path:
    """A CSV file with odd names and values."""
    path = folder / "odd.csv"
    rows = [(VALUES[n % len(VALUES)], n % 90, f"2024-0{1 + n % 9}-01") for n in range(600)]
    pd.DataFrame(rows, columns=[ODD, "age of\t{}".replace("\t", " "), "day"]).to_csv(path, index=False)
    return path


def odd(desk: dp.Desk, folder: Path) -> tuple[Dataset, dp.Plan]:
    dataset = desk.add_dataset(
        NAME,
        dp.read(odd_file(folder)),
        schema=dp.Schema(
            {
                ODD: dp.Category(VALUES),
                "age of {}": dp.Number(0, 120, integer=True),
                "day": dp.Date("2024-01-01", "2024-12-31"),
            }
        ),
        budget=dp.Budget(epsilon=2.0, delta=1e-6, slots=[dp.Slot("monthly", mu=0.01, times=2)]),
        neighbors="replace",
    )
    asks = [
        dp.Ask(dp.Count(by=[ODD], where=[dp.Condition(ODD, "in", VALUES[:3])]), weight=2),
        dp.Ask(dp.Histogram("age of {}", edges=[0, 18, 65, 120]), level=0.9),
        dp.Ask(dp.Count(where=[dp.Condition("day", ">=", "2024-03-01")]), half_width=60.0),
    ]
    return dataset, dp.Plan([dp.Ask(ask.query.bind(dataset.table.schema), **paid(ask)) for ask in asks], mu=0.2)


def paid(ask: dp.Ask) -> dict[str, float]:
    ways = {name: getattr(ask, name) for name in ("weight", "half_width", "level")}
    return {name: value for name, value in ways.items() if value is not None}


def sampled(desk: dp.Desk, folder: Path) -> tuple[Dataset, dp.Plan]:
    public = sample()
    budget = dp.Budget(epsilon=1.0, delta=1e-6)
    dataset = desk.add_dataset(
        "sample", dp.read(public.rows), schema=public.schema, unit=public.unit, budget=budget, expected_rows=20_000
    )
    return dataset, dp.Plan([dp.Ask(dp.Count(by=["ward"])), dp.Ask(dp.Mean("cost", by=["urgent"]))], mu=0.1)


def charges(desk: dp.Desk, name: str) -> int:
    return sum(entry.kind == "charge" for entry in desk.ledger(name))


def same_tables(folder: Path, releases: list[dp.Release]) -> bool:
    return [path.read_bytes() for path in sorted((folder / "answers").iterdir())] == [
        export.to_csv(one) for one in releases
    ]


@pytest.mark.sample(1)
@pytest.mark.parametrize("make", [sampled, odd])
def test_the_script_runs_as_written_and_finds_the_stored_answers(own_home: Path, tmp_path: Path, make):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with dp.Desk() as desk:
        dataset, plan = make(desk, tmp_path)
        releases = desk.release(dataset.name, plan)
        path = folder / "plan.py"
        path.write_text(script.python(dataset, plan), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-W", "error", path.name],
            cwd=folder,
            env={**environment(own_home), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "This plan costs mu 0." in done.stdout and "one more plan of up to epsilon" in done.stdout
        assert same_tables(folder, releases) and charges(desk, dataset.name) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("make", [sampled, odd])
def test_the_notebook_runs_as_written_and_finds_the_stored_answers(own_home: Path, tmp_path: Path, make):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with dp.Desk() as desk:
        dataset, plan = make(desk, tmp_path)
        releases = desk.release(dataset.name, plan)
        written = script.notebook(dataset, plan)
        nbformat.validate(nbformat.reads(written.decode(), as_version=nbformat.NO_CONVERT))
        (folder / "plan.ipynb").write_bytes(written)
        command = [sys.executable, "-m", "nbconvert", "--execute", "--to", "notebook", "--output", "done", "plan.ipynb"]
        home = {"IPYTHONDIR": str(tmp_path / "ipython"), "JUPYTER_CONFIG_DIR": str(tmp_path / "jupyter")}
        done = subprocess.run(
            command, cwd=folder, env={**environment(own_home), **home}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        cells = json.loads((folder / "done.ipynb").read_text(encoding="utf-8"))["cells"]
        printed = "".join(
            "".join(output.get("text", ""))
            for cell in cells
            for output in cell.get("outputs", ())
            if cell["cell_type"] == "code"
        )
        assert "This plan costs mu 0." in printed and str(releases[0]) in printed.replace("\u202e", "\u202e")
        assert same_tables(folder, releases) and charges(desk, dataset.name) == 1


def test_the_opening_script_opens_the_dataset_on_another_desk(own_home: Path, tmp_path: Path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with dp.Desk() as desk:
        dataset, plan = odd(desk, tmp_path)
        text = script.python(dataset, plan, opening=True)
    for secret in (str(own_home), str(tmp_path), "owner", dataset.id, str(ROOT)):
        assert secret not in text and secret not in script.notebook(dataset, plan, opening=True).decode()
    (folder / "plan.py").write_text(text, encoding="utf-8")
    shutil.move(tmp_path / "odd.csv", folder / "moved.csv")
    other = tmp_path / "other"
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "plan.py"],
            cwd=folder,
            env={**environment(other), "MURMUR_ROWS": "moved.csv", "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
    with dp.Desk(home=other) as desk:
        opened = desk.dataset(NAME)
        assert (opened.table, opened.budget) == (dataset.table, dataset.budget) and charges(desk, NAME) == 1


def test_a_plan_beyond_the_budget_stops_the_script_before_it_charges(own_home: Path, tmp_path: Path):
    with dp.Desk() as desk:
        dataset, _ = sampled(desk, tmp_path)
        (tmp_path / "plan.py").write_text(script.python(dataset, dp.Plan([dp.Count()], mu=9.0)), encoding="utf-8")
        (tmp_path / "lost.py").write_text(
            script.python(dataset, dp.Plan([dp.Mean("nosuch")], mu=0.1)), encoding="utf-8"
        )
        for name, said in (
            ("plan.py", "The budget does not allow this plan."),
            ("lost.py", "'nosuch' is not declared"),
        ):
            done = subprocess.run(
                [sys.executable, name],
                cwd=tmp_path,
                env=environment(own_home),
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr
        assert charges(desk, dataset.name) == 0


def evaluated(text: str) -> object:
    return eval(text, {"dp": dp, "datetime": datetime})


WHERE = [dp.Condition(ODD, "==", VALUES[0]), dp.Condition("d", ">=", datetime.date(2024, 2, 29))]
OBJECTS = (
    dp.Plan([dp.Count(where=WHERE), dp.Ask(dp.Fraction(WHERE[1]), mu=0.1)], mu=0.3, slot=NAME),
    dp.Plan([dp.Ask(dp.CrossTable([ODD, "b"]), epsilon=1e-9)]),
    dp.Budget(epsilon=1, delta=1e-18, portfolio=dp.Portfolio(renyi=0.1, order=20, failure=0.2)),
    dp.Budget(mu=0.3, slots=[dp.Slot(NAME, mu=0.1, times=2), dp.Slot("b", epsilon=0.01)]),
    dp.Schema(
        {
            ODD: dp.Category(VALUES, other=True),
            "n": dp.Number(-1e-3, 2**53, missing=0.5),
            "class": dp.Flag(),
            "d": dp.Date("1900-01-01", "2024-02-29"),
            "who": dp.Identifier(),
            "t": dp.Text(),
        }
    ),
    dp.Unit("who", max_rows=5, max_groups=3),
    dp.Unit(),
)


@pytest.mark.parametrize("value", OBJECTS, ids=range(len(OBJECTS)))
def test_source_makes_an_equal_object_and_is_printable(value: object):
    text = source(value)
    assert evaluated(text) == value
    assert all(one.isprintable() or one == "\n" for one in text)
    names = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    assert names <= {"dp", "datetime"}


def test_every_question_has_a_source():
    condition = dp.Condition("a", "<", 3)
    made = {
        "column": "a",
        "to": "b",
        "along": "b",
        "other": "b",
        "label": "c",
        "target": "c",
        "features": ["a", "b"],
        "inputs": ["a", "b"],
        "condition": condition,
        "conditions": [condition, dp.Condition("b", "==", True)],
        "columns": ["a", "b"],
        "over": dp.Bins("a", [0, 1, 3]),
        "matrix": [[1, 0.5], [-1, 1]],
        "weight": "a",
        "ends": ["b", "c"],
        "edges": [("u", "v"), ("v", "w")],
        "user": "u",
        "flag": "c",
        "item": "b",
        "rating": "a",
    }
    for kind in QUERIES:
        needed = {one.name: made[one.name] for one in kind.parameters if one.name in made}
        query = kind(**needed, where=[condition])
        assert evaluated(source(query)) == query


def test_what_has_no_source_is_refused():
    with pytest.raises(dp.QueryError, match="cannot be written as a script"):
        source(object())


def test_a_dataset_of_any_name_is_a_literal(tmp_path: Path):
    facts = Table(dp.Schema({ODD: dp.Category(VALUES)}))
    for name in (NAME, '"""\nimport os; os.abort()#', "\\", "{plan}{about}", "'''"):
        dataset = Dataset("id", name, "owner", facts, dp.Budget(mu=0.3), 1, True, "")
        for opening in (False, True):
            tree = ast.parse(script.python(dataset, dp.Plan([dp.Count(by=[ODD])], mu=0.1), opening=opening))
            values = [
                node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "DATASET"
            ]
            assert [ast.literal_eval(value) for value in values] == [name]
            imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
            assert sorted(alias.name for node in imported for alias in node.names) == ["dpcore", "os", "sys"]
