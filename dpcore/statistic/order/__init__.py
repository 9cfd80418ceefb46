"""Ranks of grid integers, statistics of smooth sensitivity, cumulative counts, and scores of points."""
