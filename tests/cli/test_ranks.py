"""A question whose error is counted in ranks, from a shell: no NaN in what people or programs read."""

from __future__ import annotations

import json

import pytest

import dpcore as dp
from tests.cli.shell import Shell

PLAN = dp.Plan([dp.Ask(dp.Median("cost"), half_width=600), dp.Ask(dp.Median("age", by=["ward"]), mu=0.1)])


def test_quoted_and_released(sampled: Shell) -> None:
    plan = sampled.plan(PLAN, "plan.json")
    quoted = sampled("quote", "sample", plan)
    assert quoted.code == 0, quoted.err
    assert "no table has a margin above ± 600 ranks" in quoted.out
    assert "The difference of their values is not known." in quoted.out
    asked = sampled("quote", "sample", plan, "--json").json["questions"]
    assert [one["unit_of_error"] for one in asked] == ["ranks", "ranks"]
    released = sampled("release", "sample", plan, "--yes", "--out", "answers")
    assert released.code == 0, released.err
    assert "rows lie between the answer and the true median" in released.out
    assert "standard error" not in released.out
    files = sorted((sampled.folder / "answers").iterdir())
    for content in (quoted.out, released.out, *(path.read_text() for path in files)):
        assert "nan" not in content.replace("\n", " ").lower().replace(",", " ").split()
    records = json.loads((sampled.folder / "answers" / "releases.json").read_text(), parse_constant=pytest.fail)
    assert [one["estimates"]["low"][0] for one in records["releases"]] == [None, None]
