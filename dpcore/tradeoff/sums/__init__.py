"""EXACT SUMS: laws with few enough pieces to list them all.

atoms    points                        halves   too many points to list, as two lists
spline   equal Laplace releases        cells    one delta of many numbers of them at once
gammas   Laplace releases of a large epsilon, and few different ones, beside pure ones
"""
