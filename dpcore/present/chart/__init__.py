"""CHARTS: one description (picture), made from the shape of the answer, and two renderers: plotly, svg.

bar      the bar of a budget
"""
