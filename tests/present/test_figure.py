"""Charts of very many cells stay small enough to send."""

import numpy as np
import pandas as pd

from dpcore.present import figure


def test_a_chart_of_very_many_cells_is_cut_and_says_so():
    import plotly.graph_objects as go

    cells = 3 * figure.MAX_POINTS
    table = pd.DataFrame({"estimate": np.arange(cells), "low": np.arange(cells) - 1, "high": np.arange(cells) + 1})
    drawn = go.Figure()
    figure._band(drawn, table)
    assert {len(trace.y) for trace in drawn.data} == {figure.MAX_POINTS}
    assert f"{cells:,}" in drawn.layout.xaxis.title.text
    few = go.Figure()
    figure._band(few, table.head(500))
    assert few.layout.xaxis.title.text == "cell, in the table's order"
