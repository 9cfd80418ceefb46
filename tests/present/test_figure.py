"""Charts of very many cells stay small enough to send."""

import numpy as np
import pandas as pd

import dpcore as dp
from dpcore.present.chart import plotly
from dpcore.present.text import tidy
from dpcore.table.table import Table
from tests.present import made


def test_a_chart_of_very_many_cells_is_cut_and_says_so():
    for cells, cut in ((3 * plotly.MAX_POINTS, True), (plotly.MAX_BARS + 1, False)):
        facts = Table(dp.Schema(town=dp.Category([f"t{place}" for place in range(cells)])))
        drawn = plotly.chart(made.release(dp.Count(by=["town"]), np.arange(cells)[None], facts, mu=1.0))
        assert {len(trace.y) for trace in drawn.data} == {plotly.MAX_POINTS if cut else cells}
        some = f" (the first {plotly.MAX_POINTS:,} of {cells:,})" if cut else ""
        assert drawn.layout.xaxis.title.text == f"cell, in the table's order{some}"


def test_periods_stand_on_a_calendar():
    facts = Table(dp.Schema(day=dp.Date("2024-01-31", "2024-03-02")))
    query = dp.Histogram("day", period="month")
    drawn = plotly.chart(made.release(query, np.array([[5, 6, 7]]), facts, mu=1.0))
    (bars,) = drawn.data
    days = [width / 86_400_000 for width in bars.width]
    assert days == [1, 29, 2] and bars.text[1] == "2024-02-01 to 2024-02-29"
    assert [str(moment)[:16].replace("T", " ") for moment in bars.x][1] == "2024-02-15 12:00"


def test_flags_are_yes_and_no_as_everywhere():
    rows = pd.DataFrame({"smoker": [True, False] * 20})
    with dp.Desk() as desk:
        desk.add_dataset("visits", dp.read(rows), schema=dp.Schema(smoker=dp.Flag()), budget=dp.Budget(mu=5.0))
        (release,) = desk.release("visits", dp.Plan([dp.Count(by=["smoker"])], mu=1.0))
    assert tidy.cell_labels(release, release.result.columns) == ["no", "yes"]
