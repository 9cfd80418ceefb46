"""Pictures of fitted models: how well probabilities agree with the rows, and centres of clusters two by two."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import palette, plotly, svg
from dpcore.present.chart.picture import Agreement, Planes
from dpcore.present.language.translation import PSEUDO, languages
from dpcore.present.page.answer import answer as shown
from dpcore.present.shape import fitted_picture, fitted_words
from dpcore.present.text import tidy
from dpcore.present.text.margin import alt
from dpcore.release.record import Release

NAMES = ("hour", "delay", "distance", "age")
ROWS = 4_000


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Release]]:
    chance = np.random.default_rng(5)
    middle = chance.choice([-0.5, 0.5], (ROWS, 1))
    rows = pd.DataFrame(np.clip(middle + chance.normal(0, 0.15, (ROWS, 4)), -1, 1) * 1_000, columns=list(NAMES))
    late = chance.random(ROWS) < 1 / (1 + np.exp(1 - rows.hour / 400))
    schema = dp.Schema(**{name: dp.Number(-1_000, 1_000) for name in NAMES}, late=dp.Flag())
    asks = {
        "told": dp.Ask(dp.LogisticRegression("late", ["hour"]), mu=3),
        "untold": dp.Ask(dp.LogisticRegression("late", ["age"]), mu=1e-4),
        "linear": dp.Ask(dp.LinearRegression("delay", ["hour"]), mu=3),
        "rounds": dp.Ask(dp.KMeans(NAMES[:3], 2, method="rounds", rounds=2), mu=3),
        "grid": dp.Ask(dp.KMeans(NAMES[:3], 2), mu=3),
        "four": dp.Ask(dp.KMeans(NAMES, 2, method="rounds", rounds=1), mu=3),
        "one": dp.Ask(dp.KMeans(NAMES[:1], 2, method="rounds", rounds=1), mu=3),
    }
    with dp.Desk(home=tmp_path_factory.mktemp("desk")) as desk:
        facts = {"schema": schema, "budget": dp.Budget(mu=20, delta=1e-6), "expected_rows": ROWS}
        desk.add_dataset("t", dp.read(rows.assign(late=late)), **facts)  # type: ignore[arg-type]
        yield dict(zip(asks, desk.release("t", dp.Plan([*asks.values()])), strict=True))


def test_observed_shares_are_drawn_where_they_are_told(answers: dict[str, Release]) -> None:
    release = answers["told"]
    second, table = shape.presenter(release).second, release.table
    assert second is not None
    picture = second.picture
    assert isinstance(picture.across, Agreement)
    observed = table[table.part == "observed share"]
    known = observed[np.isfinite(observed.high)]
    assert 2 <= len(known) < len(observed)
    assert picture.first.value == tuple(known.estimate) and picture.across.names == tuple(known.variable)
    for name, at in zip(known.variable, picture.across.at, strict=True):
        low, high = (float(word.rstrip("%")) / 100 for word in name.removeprefix("predicted ").split(" to "))
        assert low - 0.005 <= at <= high + 0.005
    surest = int(np.argmin(known.high - known.low))
    assert abs(picture.across.at[surest] - picture.first.value[surest]) < 0.15, "the model is true of these rows"

    drawn, figure = svg.chart(picture, "words"), plotly.further(release)
    assert drawn is not None and figure is not None
    kinds = [node.get("class") for node in ElementTree.fromstring(str(drawn)).iter()]
    assert kinds.count("dot") == len(known) and kinds.count("rule") == 1
    assert list(figure.data[1].y) == list(known.estimate) and list(figure.data[0].x) == list(figure.data[0].y)


def test_no_second_picture_where_nothing_is_told_or_predicted(answers: dict[str, Release]) -> None:
    for name in ("untold", "linear", "grid"):
        presenter = shape.presenter(answers[name])
        assert presenter.second is None and plotly.further(answers[name]) is None
        assert not shown(answers[name], 100).further and not shown(answers[name], 100).caption


def test_the_second_picture_has_words_in_every_language(answers: dict[str, Release]) -> None:
    second = shape.presenter(answers["told"]).second
    assert second is not None
    words = second.alt
    assert "observed" in words and "±" in words
    for language in languages().values():
        page = shown(answers["told"], 100, say=language.say)
        assert page.further is not None and page.caption == language.say(fitted_words.CALIBRATED)
        assert language.say(words)[:40] in page.further
    assert not shown(answers["told"], 0).further, "without room there is no picture"


@pytest.mark.parametrize(("name", "pairs"), [("rounds", [(0, 1), (1, 2)]), ("grid", [(0, 1), (1, 2)]),
                                             ("four", [(0, 1), (2, 3)])])  # fmt: skip
def test_centres_are_drawn_two_columns_at_a_time(
    answers: dict[str, Release], name: str, pairs: list[tuple[int, int]]
) -> None:
    release = answers[name]
    picture, table = shape.picture(release), release.table
    assert picture is not None and isinstance(picture.across, Planes)
    planes = picture.across.planes
    assert [(plane.title, plane.upward) for plane in planes] == [(NAMES[one], NAMES[two]) for one, two in pairs]
    for plane in planes:
        for series, column in ((plane.at, plane.title), (plane.up, plane.upward)):
            rows = table[table.variable == column]
            assert (series.value, series.low, series.high) == tuple(map(tuple, (rows.estimate, rows.low, rows.high)))
    assert picture.first.value == tuple(table[table.variable == "share of rows"].estimate)
    assert all(abs(abs(value) - 500) < 60 for plane in planes for value in plane.at.value)

    drawn, figure = svg.chart(shape.picture(release), "words"), plotly.chart(release)
    assert drawn is not None and figure is not None
    kinds = [node.get("class") for node in ElementTree.fromstring(str(drawn)).iter()]
    assert kinds.count("dot") == 2 * len(planes)
    assert [word.text for word in figure.layout.annotations][:2] == list(picture.across.brief)
    assert "1 with" in alt(release) and f"{NAMES[0]} " in alt(release)


def test_pictures_have_room_for_some_pairs_and_some_shares(
    answers: dict[str, Release], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitted_picture, "MOST_PLANES", 1)
    monkeypatch.setattr(fitted_picture, "MOST_LABELLED", 1)
    picture = shape.picture(answers["four"])
    assert picture is not None and isinstance(picture.across, Planes)
    assert len(picture.across.planes) == 1 and picture.across.brief == ("1", "2")


def test_one_column_has_bars(answers: dict[str, Release]) -> None:
    picture = shape.picture(answers["one"])
    assert picture is not None and not isinstance(picture.across, Planes)
    assert "Centres" not in alt(answers["one"])


def test_numbers_on_maps_have_a_ground_of_their_own() -> None:
    style = palette.sheet()
    assert "circle.centre{fill:#fff" in style and "text.centre{fill:#111" in style
    assert "text.place{" not in style, "names beside a graph's vertices follow the page"


def test_a_typed_row_has_no_commas_inside_its_numbers(answers: dict[str, Release]) -> None:
    values = shape.presenter(answers["rounds"]).values("-1000, 500, 1000")
    assert [value.x for value in values] == ["−1000, 500, 1000"]


def test_the_first_entries_of_a_model_are_read_as_all_are(answers: dict[str, Release]) -> None:
    other = languages()[PSEUDO].say
    release = answers["told"]
    whole, first = (tidy.readable(release, table, other) for table in (release.table, release.table.head(3)))
    assert list(first.columns[:2]) == [other(tidy.NAMES[name]) for name in ("part", "variable")]
    assert first.iloc[:, :2].equals(whole.iloc[:3, :2])
    grid = shown(release, 3, say=other).grid
    assert grid is not None and grid.keys == tuple(first.columns[:2])
