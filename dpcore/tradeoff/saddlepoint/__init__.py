"""SADDLEPOINT: the law of the privacy loss from its moment generating function M, where composition is a product.

inversion   where M is inverted, and why that is enough    law         errors and delta, each from the nearest contour
quadrature  what one contour says, and its largest error   phase       sums of e^{itX} with their rounding
transform   what every family answers about M              mgf         M of each family
few         the law of a few steps on samples              wrapped     such steps on a lattice, transformed
step        one of them                                    sampled     M on a Poisson sample
decay       how fast it falls there
"""
