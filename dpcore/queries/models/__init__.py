"""Fitted models: regressions, perceptrons, thresholds, components; and what models have in common."""
