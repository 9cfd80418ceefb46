"""CONTOURS: the law of the total evidence from its moment generating function M, where composition is a product.

inversion   where M is inverted, and why that is enough    law      errors and delta, each from the nearest contour
nodes       what one contour says, and what it may be off  turning  sums of e^{itX} with their rounding
transform   what every family answers about M              evidence M of each family
few         the law of a few steps on samples              wrapped  such steps on a lattice, transformed
step        one of them                                    sampled  M on a Poisson sample
falling     how fast it falls there
"""
