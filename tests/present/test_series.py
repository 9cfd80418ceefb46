"""One question over versions: a point each, in order, measurements combined, the last step in words."""

from __future__ import annotations

import io

import duckdb
import numpy as np
import pandas as pd
import pytest
from scipy import stats

import dpcore as dp
from dpcore.present.over_time.course import chart
from dpcore.present.over_time.series import series
from dpcore.release.combine import combine
from tests.present.made import release, table

COUNT = dp.Count(by=["ward"])


def month(number: int, rows: int = 100, **paid: float) -> dp.Release:
    return release(COUNT, [[rows, 2 * rows, 3 * rows]], version=number, **(paid or {"mu": 1.0}))


def test_points_are_ordered_and_one_a_version():
    again = release(COUNT, [[100, 200, 300]], version=2, measurement=1, mu=0.5)
    third, first, second = month(3), month(1), month(2)
    found = series([third, again, first, second])
    assert [point.dataset_version for point in found.points] == [1, 2, 3]
    assert found.points[1] == combine([again, second]) and found.points[1].combined == (again.key, second.key)
    assert found.labels == ["version 1 · 2024-01-01", "version 2 · 2024-02-01", "version 3 · 2024-03-01"]


def test_a_combined_answer_counts_its_measurements_once():
    first, second = month(1), release(COUNT, [[1, 2, 3]], version=1, measurement=1, mu=1.0)
    both = combine([first, second])
    assert series([first, both, second]).points == (both,)
    third = release(COUNT, [[1, 2, 3]], version=1, measurement=2, mu=1.0)
    with pytest.raises(dp.QueryError, match="same measurements"):
        series([both, combine([second, third])])


def test_a_combined_answer_has_intervals_of_the_level_it_says():
    wide, narrow = (
        release(COUNT, [[1, 2, 3]], measurement=n, mu=0.1).at_level(level) for n, level in ((0, 0.99), (1, 0.8))
    )
    for pair in ([wide, narrow], [narrow, wide]):
        both = combine(pair)
        half = (both.estimates["high"][0] - both.estimates["low"][0]) / 2
        assert both.level == pair[-1].level
        assert half == pytest.approx(stats.norm.ppf((1 + both.level) / 2) * both.mechanism.stds[0])
        assert series(pair).points[0].level == 0.95


def test_of_two_kinds_of_noise_the_better_answer_is_the_point():
    good, bad = month(1, mu=2.0), month(1, epsilon=0.01)
    assert series([bad, good]).points == (good,) == series([good, bad]).points


def test_words_speak_of_the_last_step_and_of_the_whole():
    quiet = [month(number) for number in (1, 2)]
    loud = month(3, 900)
    found = series([*quiet, loud])
    assert found.last_step is not None and found.last_step.words in found.words
    assert "3 of 3 groups changed" in found.words and "At some point after the first" in found.words
    still = series([*quiet, release(COUNT, [[100, 200, 300]], version=3, mu=0.01, drawn=[[30, -60, 90]])])
    assert "No evidence of change" in still.last_step.words
    assert "one answer" in series(quiet[:1]).words


def test_a_ratio_is_a_series_too():
    facts, query = table(), dp.Mean("cost")
    steps = query.lattice(facts).steps
    points = [
        release(query, np.array([[5000], [5000 * steps * cost // 1000]], dtype=object), facts, version=v, mu=1.0)
        for v, cost in ((1, 300), (2, 600))
    ]
    found = series(points)
    assert found.last_step.words.startswith("Up by about ")
    assert abs(found.last_step.difference[0] - 300) < 50
    assert chart(found).layout.meta["alt"].endswith(found.words)


def test_the_figure_has_a_line_a_group_with_intervals_and_names():
    found = series([month(1), month(2)])
    figure = chart(found)
    assert [line.name for line in figure.data] == ["A", "B", "C"]
    assert [note.text[-1] for note in figure.layout.annotations] == ["A", "B", "C"]
    assert list(figure.data[1].y) == [point.estimates["estimate"][1] for point in found.points]
    assert all(up > 0 for line in figure.data for up in line.error_y.array)
    many = [release(COUNT, np.full((1, 40), 5), table(40), version=v, mu=1.0) for v in (1, 2)]
    assert len(chart(series(many)).data) == 7 and "first 7 of 40" in chart(series(many)).layout.xaxis.title.text


def test_a_name_with_html_is_shown_as_it_is():
    facts = type(table())(dp.Schema({"w": dp.Category(["<b>x</b>", "y"])}))
    points = [release(dp.Count(by=["w"]), [[1, 2]], facts, version=v, mu=1.0) for v in (1, 2)]
    assert chart(series(points)).data[0].name == "&lt;b&gt;x&lt;/b&gt;"


def test_csv_is_read_back_by_pandas_and_duckdb(tmp_path):
    found = series([month(1), month(2)])
    back = pd.read_csv(io.BytesIO(found.csv))
    assert back["version"].tolist() == [1, 1, 1, 2, 2, 2] and back["ward"].tolist() == ["A", "B", "C"] * 2
    assert back["estimate"].tolist() == found.table["estimate"].tolist()
    path = tmp_path / "series.csv"
    path.write_bytes(found.csv)
    rows = duckdb.sql(f"select version, ward, estimate from '{path}' order by version, ward").fetchall()
    assert rows == list(found.table[["version", "ward", "estimate"]].itertuples(index=False, name=None))


def test_nothing_and_two_questions_are_refused():
    with pytest.raises(dp.QueryError, match="needs at least one answer"):
        series([])
    with pytest.raises(dp.QueryError, match="different questions"):
        series([month(1), release(dp.Count(), [[1]], mu=1.0)])


def test_months_of_several_datasets_are_told_apart():
    found = series([month(1), release(COUNT, [[1, 2, 3]], version=2, dataset="May", mu=1.0)])
    assert found.labels == ["visits, version 1 · 2024-01-01", "May, version 2 · 2024-02-01"]
    assert found.table["dataset"].tolist() == ["visits"] * 3 + ["May"] * 3
