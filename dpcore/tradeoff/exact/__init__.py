"""EXACT SUMS: laws that are finite sums with few terms.

finite   points                        product         two independent lists of points
equal_laplace  equal Laplace releases  laplace_growth  epsilon of k of them, for many k at once
laplace_pure  Laplace releases with large epsilon, or few different ones, with pure releases
"""
