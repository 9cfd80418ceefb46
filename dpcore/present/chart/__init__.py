"""CHARTS: one description (picture), from the shape of the answer, and whatever draws it: plotly, svg."""
