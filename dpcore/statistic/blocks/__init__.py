"""Values of blocks of units, and what combines them: scores, sums, medians and centres."""
