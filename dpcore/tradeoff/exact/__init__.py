"""EXACT SUMS: laws with few enough pieces to list them all.

finite   points                        product         too many points to list, as two lists
laplace  equal Laplace releases        laplace_growth  one delta of many numbers of them at once
laplace_pure  Laplace releases of a large epsilon, and few different ones, beside pure ones
"""
