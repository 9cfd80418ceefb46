"""Clusters of rows (k-means): by a noisy grid of counts, or by rounds of counts and sums."""
