"""Ranks, quantiles and medians, and other answers of smooth sensitivity: trimmed means and spanning trees.

median, quantile, quantiles, interquartile   questions of ranks        selected   answered by a number of selections
by_halving, by_slicing, by_cumulative        methods of `quantiles`    halving, slices   what they know between rounds
recounting, recount                          rows counted around released answers, and the bound that follows
smoothed, trimmed, spanning_tree             smooth sensitivity        graph, pair_list   public graphs

The reach of a selection, of halving too, is proved in `dpcore.statistic.order.rank`.
"""
