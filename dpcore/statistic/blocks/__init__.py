"""Values of blocks of units, and their combinations: scores, sums, medians and centres."""
