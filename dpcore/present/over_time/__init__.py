"""OVER TIME: one question on several versions of the rows.

compare  two answers: the difference and its error     series   one point per version
change   the chart of a comparison                     course   the chart of a series
"""
