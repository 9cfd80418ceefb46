"""Sums and moments of columns: totals, means, variances, covariances, ratios, and vectors of them."""
