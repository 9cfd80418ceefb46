"""Ranks, quantiles and medians, and other answers of smooth sensitivity: trimmed means and spanning trees."""
