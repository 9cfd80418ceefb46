"""The card of a density: the bandwidth moves its line or map, its caption and its values, and costs nothing."""

from __future__ import annotations

import re

import dpcore as dp
from tests.pages.conftest import RESULTS, Screen


def plain(screen: Screen) -> str:
    """The text without the marks of Markdown."""
    return screen.text.replace("\\", "")


def typically(screen: Screen) -> float:
    """The typical margin in the caption."""
    found = re.search(r"privacy noise: (?:typically )?±([\d.]+) per point", plain(screen))
    assert found, screen.text
    return float(found[1])


def test_another_bandwidth_is_read_off_the_same_numbers(sampled: Screen) -> None:
    (answer,) = sampled.desk.release("sample", dp.Plan([dp.Ask(dp.Density("age"), mu=0.2)]))
    before = len(sampled.desk.ledger("sample"))
    sampled.go(RESULTS).fill("Rows per unit of age at", "40; 60")
    assert "was chosen from the released numbers" in sampled.text
    shown = [frame.value for frame in sampled.at.dataframe if "at" in frame.value.columns]
    assert shown[0]["at"].tolist() == ["40", "60"]
    usual = typically(sampled)
    now, after = re.search(r"±([\d.]+)[^;]* now, ±([\d.]+)[^;]* after", plain(sampled)).groups()  # type: ignore[union-attr]
    assert float(after) < float(now)
    (slider,) = [each for each in sampled.at.select_slider if each.label == "Bandwidth"]
    assert slider.value == 0 and "chosen" in slider.options[0]
    wide = slider.options[-1]
    slider.set_value(len(slider.options) - 1)
    sampled.at.run()
    assert not sampled.errors and not sampled.at.exception, sampled.at.exception
    assert f"Bandwidth: {wide}." in plain(sampled) and "was chosen from" not in sampled.text
    read = answer.evaluate([40, 60], bandwidth=float(wide))
    assert typically(sampled) < usual
    (table,) = [frame.value for frame in sampled.at.dataframe if "at" in frame.value.columns]
    assert [float(value.replace(",", "")) for value in table["answer"]] == [
        round(float(value), len(table["answer"][0].partition(".")[2])) for value in read.estimate
    ]
    assert len(sampled.desk.ledger("sample")) == before


def test_the_bandwidths_of_two_columns_move_with_one_handle(sampled: Screen) -> None:
    (answer,) = sampled.desk.release("sample", dp.Plan([dp.Ask(dp.JointDensity("age", "cost"), mu=0.2)]))
    sampled.go(RESULTS).fill("Rows per unit of age and cost at", "40, 1000")
    (slider,) = [each for each in sampled.at.select_slider if each.label == "Bandwidth"]
    assert slider.value == 0 and "chosen" in slider.options[0]
    for place in (slider.options.index("10 % of both ranges"), len(slider.options) - 1):
        slider.set_value(place)
        sampled.at.run()
        assert not sampled.errors and not sampled.at.exception, sampled.at.exception
        (slider,) = [each for each in sampled.at.select_slider if each.label == "Bandwidth"]
        assert slider.value == place, "one handle, not the two ends of a range"
        assert f"Bandwidth: {slider.options[place]}." in plain(sampled) and "were chosen from" not in sampled.text
    offered = answer.query.reading.settings(answer.facts_table, answer.paid)
    setting = next(one for one in offered if one.name == "bandwidth")
    read = answer.evaluate([[40, 1000]], bandwidth=setting.choices[-1][0])
    (table,) = [frame.value for frame in sampled.at.dataframe if "at" in frame.value.columns]
    shown = table["answer"][0]
    assert float(shown.replace(",", "")) == round(float(read.estimate[0]), len(shown.partition(".")[2]))
