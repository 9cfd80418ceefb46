"""Whatever the bounds of its columns are, an answer that was paid for can be drawn, shared and kept."""

from __future__ import annotations

import random
from pathlib import Path

import pandas as pd
import pytest

import dpcore as dp
from dpcore.present import bundle, page
from dpcore.present.chart import plotly
from dpcore.present.file import export
from dpcore.present.shape import adjust
from dpcore.present.text import margin
from tests.contracts.example import examples


def columns(chance: random.Random) -> dict[str, dp.Number]:
    """Narrow and wide, far from 0 and around it, of either sign."""
    found = {}
    for name in ("a", "b", "c", "d"):
        width, sign = 10 ** chance.uniform(-12, 12), chance.choice((-1, 1))
        middle = chance.choice((0.0, width, sign * width * 10 ** chance.uniform(0, 3)))
        found[name] = dp.Number(middle - width / 2, middle + width / 2)
    found["e"] = dp.Number(-chance.randint(1, 10**9), chance.randint(1, 10**9), integer=True)
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(8))
def test_an_answer_of_any_scale_is_drawn_and_shared(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    numbers = columns(chance)
    schema = dp.Schema({**numbers, "g": dp.Category(["x", "y"])})
    rows = {name: [chance.choice((one.low, one.high)) for _ in range(300)] for name, one in numbers.items()}
    with dp.Desk(home=tmp_path / "home") as desk:
        source = dp.read(pd.DataFrame({**rows, "g": [chance.choice("xy") for _ in range(300)]}))
        table = desk.add_dataset("t", source, schema=schema, budget=dp.Budget(mu=50.0, delta=1e-6)).table
        asked = [query for query in examples(chance, table, groups=1, filters=1)]
        amounts = [10 ** chance.uniform(-2, 0.5) for _ in asked]
        plan = dp.Plan([dp.Ask(query, mu=amount) for query, amount in zip(asked, amounts, strict=True)])
        releases = desk.release("t", plan)
        assert len(releases) > 8
        for release in releases:
            plotly.chart(release, adjust.usual(release).result)
            assert margin.alt(release) and export.to_csv(release)
        dossier = desk.dossier("t", releases)
        for offline in (False, True):
            assert "</html>" in page.html(dossier, offline=offline)
        assert bundle.verify(bundle.write(dossier, desk.seal), [desk.seal.public]).state == "genuine"
