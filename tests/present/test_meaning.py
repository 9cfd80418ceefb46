"""What a sentence promises of an answer is what its interval promises, also where that is not symmetric."""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd
import pytest

import dpcore as dp
from dpcore.present import words
from dpcore.record import Release


@pytest.fixture(scope="module")
def mean(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """A mean of far too few rows for its price: its interval is the column's whole range."""
    folder = tmp_path_factory.mktemp("meaning")
    with dp.Desk(f"sqlite:///{folder / 'murmur.db'}", home=folder / "home") as desk:
        desk.add_dataset(
            "visits",
            dp.read(pd.DataFrame({"cost": [0.0] * 3})),
            schema=dp.Schema(cost=dp.Number(0, 50_000)),
            budget=dp.Budget(mu=1.0),
        )
        return desk.release("visits", dp.Plan([dp.Ask(dp.Mean("cost"), mu=0.001)]))[0]


def said(release: Release) -> float:
    """The error that the sentence names."""
    found = re.search("±([0-9,.]+) of this", words.meaning(release))
    assert found is not None
    return float(found[1].replace(",", ""))


def at(release: Release, answer: float) -> Release:
    return replace(release, estimates={**release.estimates, "estimate": (answer,)})


@pytest.mark.parametrize("answer", [0.0, 10_000.0, 25_000.0, 49_000.0, 50_000.0])
def test_the_error_that_is_said_reaches_both_ends_of_the_interval(mean: Release, answer: float) -> None:
    assert (mean.estimates["low"], mean.estimates["high"]) == ((0.0,), (50_000.0,))
    one = at(mean, answer)
    assert said(one) == max(answer, 50_000.0 - answer)
    assert words.reach(one) == pytest.approx([max(answer, 50_000.0 - answer)])
