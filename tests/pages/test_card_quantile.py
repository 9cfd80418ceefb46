"""The card of a distribution gives quantiles at typed shares, and says what is wrong with other text."""

from __future__ import annotations

import dpcore as dp
from tests.pages.conftest import RESULTS, Screen

FIELD = "Quantiles at shares of the rows"


def test_sentences_on_a_card_are_not_cut(screen: Screen) -> None:
    screen.press("Try it")
    screen.desk.release("sample", dp.Plan([dp.Quantiles("age", method="slicing", by=["ward"])], mu=0.5))
    screen.go(RESULTS)
    assert "depends on the rows and is not known" in screen.text and "…" not in screen.text


def test_shares_give_quantiles_with_their_intervals(screen: Screen) -> None:
    screen.press("Try it")
    (answer,) = screen.desk.release("sample", dp.Plan([dp.Ask(dp.Cumulative("age"), mu=0.2)]))
    before = len(screen.desk.ledger("sample"))
    screen.go(RESULTS).fill(FIELD, "0.25; 0.5")
    expected = answer.quantile([0.25, 0.5])
    (table,) = [frame.value for frame in screen.at.dataframe if "share" in frame.value.columns]
    assert table["share"].tolist() == ["0.25", "0.5"]
    for name, column in (("answer", "estimate"), ("low", "low"), ("high", "high")):
        assert table[name].tolist() == [f"{value:,}" for value in expected[column]]
    assert len(screen.desk.ledger("sample")) == before, "it costs nothing"
    screen.fill(FIELD, "50")
    assert not any("share" in frame.value.columns for frame in screen.at.dataframe)
    assert "A share of rows" in screen.text and not screen.errors
