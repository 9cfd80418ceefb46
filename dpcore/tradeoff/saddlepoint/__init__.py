"""SADDLEPOINT: the law of the privacy loss from its moment generating function M, where composition is a product.

inversion   contours for the inversion of M                smooth      errors and delta, each from the nearest contour
quadrature  the sum along one contour, and its error       phase       sums of e^{itX} with rounding errors
transform   the interface of M                             mgf         M of each family
few         the law of a few steps on samples              wrapped     such steps on a lattice, by Fourier transform
step        a single such step                             sampled     M on a Poisson sample
decay       bounds of the decay of M on a sample
"""
