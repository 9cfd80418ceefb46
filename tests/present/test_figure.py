"""Charts of very many cells stay small enough to send."""

import numpy as np
import pandas as pd

import dpcore as dp
from dpcore.present import figure


def test_a_chart_of_very_many_cells_is_cut_and_says_so():
    import plotly.graph_objects as go

    cells = 3 * figure.MAX_POINTS
    table = pd.DataFrame({"estimate": np.arange(cells), "low": np.arange(cells) - 1, "high": np.arange(cells) + 1})
    drawn = go.Figure()
    figure._band(drawn, table, ["low", "high"])
    assert {len(trace.y) for trace in drawn.data} == {figure.MAX_POINTS}
    assert f"{cells:,}" in drawn.layout.xaxis.title.text
    few = go.Figure()
    figure._band(few, table.head(500), ["low", "high"])
    assert few.layout.xaxis.title.text == "cell, in the table's order"


def test_flags_are_yes_and_no_as_everywhere():
    rows = pd.DataFrame({"smoker": [True, False] * 20})
    with dp.Desk() as desk:
        desk.add_dataset("visits", dp.read(rows), schema=dp.Schema(smoker=dp.Flag()), budget=dp.Budget(mu=5.0))
        (release,) = desk.release("visits", dp.Plan([dp.Count(by=["smoker"])], mu=1.0))
    assert figure.cell_labels(release, release.table) == ["no", "yes"]
