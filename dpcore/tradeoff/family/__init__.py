"""FAMILIES: one pair of distributions a file, each with its trade-off curve and its readings."""
