"""WHAT IS PROMISED: trade-off curves (f-DP), the quantities derived from them, and how they combine.

curve       the abstract base class: f, delta, epsilon, mu, power, each with certified bounds
named       constructors by name, from numbers and from JSON
family/     one pair of distributions a file
    pure, gaussian, laplace, bounded_range (selection), discrete (two pmfs), poisson and mixture (Poisson samples),
    subsample (samples of fixed size), amplification (formulas shared by these three), failure (failure probability
    delta), group and iterate (group privacy), direction (pairs in either order, and their symmetric curves)
compose     composition, group privacy, sampling  composed    tensor products without a closed form
algebra     the implementation behind the methods of `Curve`
estimate    the central limit theorem: estimates, never used for accounting
growth      epsilon of k releases, for many k     divergence  Rényi divergences of any curve
audit       lower bounds from the error counts of an attack

A product without a closed form is computed from the distribution of its total privacy loss log dQ/dP:
law         the interface of such a distribution  numeric_curve  f, epsilon and mu from it
representation  how one factor is represented in each of the numerical methods (docs/backends.md: which one when):
    saddlepoint/    moment generating functions inverted along a contour: fast where they decay
    exact/          finite sums with few terms
    pld/            discretised privacy-loss distributions, for atomic losses; import of external ones
apart       bounds from a part of the factors     quiet       bounds for factors with small loss
dual        f from delta                          conjugate   delta from f
mu_bound    upper bounds of mu from tangents      root        root finding that rounds to the safe side
argument    argument checks; rounding             normal      the normal law with certified error
recent      a bounded cache of intermediate results
"""

from dpcore.tradeoff import algebra
from dpcore.tradeoff.audit import Audit, audit
from dpcore.tradeoff.compose import compose
from dpcore.tradeoff.curve import Curve, Moments, rest_on
from dpcore.tradeoff.estimate import berry_esseen, sgd_mu
from dpcore.tradeoff.family.discrete import discrete
from dpcore.tradeoff.growth import growth
from dpcore.tradeoff.named import (
    approximate,
    bounded_range,
    from_dict,
    gaussian,
    identity,
    laplace,
    pure,
    subsampled_gaussian,
)
from dpcore.tradeoff.pld.external import from_pld

rest_on(algebra)

__all__ = [
    "Audit",
    "Curve",
    "Moments",
    "approximate",
    "audit",
    "berry_esseen",
    "bounded_range",
    "compose",
    "discrete",
    "from_dict",
    "from_pld",
    "gaussian",
    "growth",
    "identity",
    "laplace",
    "pure",
    "sgd_mu",
    "subsampled_gaussian",
]
