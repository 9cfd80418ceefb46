"""The card of a distribution gives quantiles at typed shares, and says what is wrong with other text."""

from __future__ import annotations

import dpcore as dp
from dpcore.present import page, shape
from tests.pages.conftest import RESULTS, Screen

FIELD = "Quantiles at shares of the rows"


def test_sentences_on_a_card_are_not_cut(sampled: Screen) -> None:
    sampled.desk.release("sample", dp.Plan([dp.Quantiles("age", method="slicing", by=["ward"])], mu=0.5))
    sampled.go(RESULTS)
    assert "depends on the rows and is not known" in sampled.text and "…" not in sampled.text


def test_shares_give_quantiles_with_their_intervals(sampled: Screen) -> None:
    (answer,) = sampled.desk.release("sample", dp.Plan([dp.Ask(dp.Cumulative("age"), mu=0.2)]))
    before = len(sampled.desk.ledger("sample"))
    sampled.go(RESULTS).fill(FIELD, "0.25; 0.5")
    expected = answer.quantile([0.25, 0.5])
    (table,) = [frame.value for frame in sampled.at.dataframe if "share" in frame.value.columns]
    assert table["share"].tolist() == ["0.25", "0.5"]
    for name, column in (("answer", "estimate"), ("low", "low"), ("high", "high")):
        assert table[name].tolist() == [f"{value:,}" for value in expected[column]]
    assert len(sampled.desk.ledger("sample")) == before, "it costs nothing"
    sampled.fill(FIELD, "50")
    assert not any("share" in frame.value.columns for frame in sampled.at.dataframe)
    assert len(sampled.errors) == 1 and "A share of rows" in sampled.errors[0]


def test_a_model_without_intervals_has_no_columns_for_them(sampled: Screen) -> None:
    query = dp.NoisySGD("urgent", ["age"], steps=5)
    sampled.desk.release("sample", dp.Plan([dp.Ask(query, mu=0.2)]))
    (answer,) = sampled.desk.releases("sample")
    sampled.go(RESULTS).fill(str(shape.presenter(answer).field.argument), "40")
    (table,) = [frame.value for frame in sampled.at.dataframe if "at" in frame.value.columns]
    assert list(table.columns) == ["at", "answer"]
    assert ">low<" not in page.value(answer, 1, "40", "/s/x")
