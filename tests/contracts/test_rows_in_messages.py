"""Every public call is given rows where it wants something else: no message repeats a cell."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import dpcore as dp
from dpcore.tradeoff import curve

NUMBERS = [271828182, 314159265, 161803398]
WORDS = ["canary-one", "canary-two", "canary-three"]
CELLS = (*map(str, NUMBERS), "canary")
LEFT_OUT = {"close", "delete_rows"}


@cache
def tables() -> tuple[Any, ...]:
    """The same three rows as people hold them; the first three are tried in `make test`, all in `make audit`."""
    frame = pd.DataFrame({"x": NUMBERS, "t": WORDS})
    return (
        frame, frame["t"], frame.to_csv(),
        frame["x"], frame.iloc[0], frame.to_numpy(), np.array(NUMBERS), frame.to_records(), pa.Table.from_pandas(frame),
        pa.array(WORDS), pd.Index(WORDS), [frame], {"a": frame}, (frame["t"],), frame.to_dict("records"),
        frame.to_dict("list"), frame.to_dict("series"), list(frame.itertuples()), frame.to_csv().encode(),
        frame.groupby("t"),
    )  # fmt: skip


SCHEMA = dp.Schema(x=dp.Number(0, 1e9, integer=True), t=dp.Category(["a"]))
USUAL: dict[str, Any] = {
    "schema": SCHEMA, "budget": dp.Budget(mu=100.0, delta=1e-6), "plan": dp.Plan([dp.Count()], mu=0.1),
    "query": dp.Count(), "column": "x", "columns": ["x"], "features": ["x"], "low": 0, "high": 1, "values": ["a"],
    "asks": [dp.Count()], "name": "t", "dataset": "t",
}  # fmt: skip
"""What other arguments get by name; else a text."""


def silent(call: Callable[[], object], label: str) -> None:
    """Whatever it raises, its message has no cell."""
    try:
        call()
    except Exception as error:
        said = f"{error} {error.args!r}"
        if isinstance(error, dp.DpError):
            said += f" {error.message!r} {error.hint!r}"
        assert not any(cell in said for cell in CELLS), f"{label}: {said[:300]}"


def given(call: Callable[..., object], rows: Any) -> Iterator[tuple[str, list[Any], dict[str, Any]]]:
    """Its arguments with the rows in place of each of them, and in place of all."""
    try:
        every = list(inspect.signature(call).parameters.values())
    except (TypeError, ValueError):
        return
    kinds = inspect.Parameter
    needed = [
        one for one in every if one.default is one.empty and one.kind not in (kinds.VAR_POSITIONAL, kinds.VAR_KEYWORD)
    ]
    for wanted in [*(one for one in every if one.kind is not kinds.VAR_KEYWORD), None]:
        values = {one.name: rows if wanted in (one, None) else USUAL.get(one.name, "t") for one in needed}
        listed = [values[one.name] for one in needed if one.kind is not kinds.KEYWORD_ONLY]
        named = {one.name: values[one.name] for one in needed if one.kind is kinds.KEYWORD_ONLY}
        if wanted is not None and wanted not in needed:
            if wanted.kind is kinds.VAR_POSITIONAL:
                listed.append(rows)
            else:
                named[wanted.name] = rows
        yield wanted.name if wanted else "all", listed, named


def tried(calls: dict[str, Callable[..., object]], some: tuple[Any, ...]) -> int:
    """How many calls were made."""
    made = 0
    for label, call in calls.items():
        for rows in some:
            for name, listed, named in given(call, rows):
                silent(lambda call=call, a=listed, k=named: call(*a, **k), f"{label}({name}={type(rows).__name__})")
                made += 1
    return made


def public() -> dict[str, Callable[..., object]]:
    """The names that `dpcore` exports, the functions of its modules, and the readers of stored data."""
    found: dict[str, Callable[..., object]] = {}
    for name in dp.__all__:
        what = getattr(dp, name)
        if inspect.ismodule(what):
            inside = {f"{name}.{one}": getattr(what, one) for one in dir(what) if not one.startswith("_")}
            found |= {
                label: call
                for label, call in inside.items()
                if callable(call) and str(getattr(call, "__module__", "")).startswith(what.__name__)
            }
        elif callable(what) and not (inspect.isclass(what) and issubclass(what, Exception)):
            found[name] = what
            if hasattr(what, "from_dict"):
                found[f"{name}.from_dict"] = what.from_dict
    return found


def methods(what: object) -> dict[str, Callable[..., object]]:
    """Its public methods."""
    names = [name for name in dir(what) if not name.startswith("_") and name not in LEFT_OUT]
    return {f"{type(what).__name__}.{name}": call for name in names if callable(call := getattr(what, name))}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text of rows may be taken for the name of a folder that is made."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(curve, "_algebra", [*curve._algebra])  # one of the functions registers what it is given


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    home: Path = tmp_path_factory.mktemp("rows")
    with dp.Desk(f"sqlite:///{home / 'murmur.db'}", home=home / "home") as opened:
        opened.add_dataset("t", dp.read(tables()[0]), schema=SCHEMA, budget=USUAL["budget"])
        yield opened


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.audit)])
def test_no_name_of_the_package_repeats_a_cell(every: bool) -> None:
    assert tried(public(), tables() if every else tables()[:3]) > 1000


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.audit)])
def test_no_method_of_a_desk_or_an_answer_repeats_a_cell(desk: dp.Desk, every: bool) -> None:
    some = tables() if every else tables()[:3]
    (answer,) = desk.release("t", dp.Plan([dp.Cumulative("x")], mu=0.5), confirm=True)
    for what in (answer, dp.read(tables()[0]), desk):
        assert tried(methods(what), some) > 20


def test_a_desk_that_is_given_bare_rows_says_what_it_wants(tmp_path: Path) -> None:
    with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", home=tmp_path / "home") as opened:
        for rows in tables():
            with pytest.raises(dp.SchemaError, match=r"given by `dp\.read`") as caught:
                opened.add_dataset("t", rows, schema=SCHEMA, budget=USUAL["budget"])
            assert not any(cell in str(caught.value) for cell in CELLS)
