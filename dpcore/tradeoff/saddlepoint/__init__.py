"""SADDLEPOINT: the law of the privacy loss from its moment generating function M, where composition is a product.

inversion    contours for the inversion of M               contour_law  errors and delta, from the nearest contour
quadrature   the sum along one contour, and its error      phase        sums of e^{itX} with rounding errors
transform    the interface of M                            mgf          M of each family
few          the law of a few steps on samples             wrapped      such steps on a lattice, by Fourier transform
sample_step  a single such step                            sample_mgf   M on a Poisson sample
decay        bounds of the decay of M on a sample
"""
