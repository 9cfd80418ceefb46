"""Logistic regression: its rounds, its fit, its calibration and its words."""
