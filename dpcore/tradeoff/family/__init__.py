"""FAMILIES: one pair of distributions per file, with its trade-off curve and the quantities derived from it."""
