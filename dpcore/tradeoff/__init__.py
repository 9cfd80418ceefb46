"""WHAT IS PROMISED: trade-off curves (f-DP), their readings and their algebra.

curve       the abstract curve: f, delta, epsilon, mu, power, each with certified bounds
named       curves by name, from numbers and from JSON
family/     one pair of distributions a file
    pure, gaussian, laplace, bounded_range (selection), discrete (two pmfs), poisson and mixture (Poisson samples),
    subsample (samples of fixed size), failure (a chance delta of failing), group and iterate (several people at once),
    direction (a pair met in one order, the other, or both; the one curve of both)
compose     which curves combine, and how         composed    tensor products without a closed form
algebra     what the methods of a curve rest on
estimate    the central limit theorem: never booked
growth      epsilon of the next releases          divergence  Rényi divergences of any curve
audit       limits from an attack's counts

A product without a closed form is read from the law of its total privacy loss log dQ/dP:
law         what such a law answers               numeric     f, epsilon and mu from it
backend     what one part is to each way of reading:
    saddlepoint/    moment generating functions inverted along a contour: fast where they fall
    exact/          finite sums, where the pieces are few
    pld/            discretised privacy-loss distributions, where losses are atoms; those made elsewhere
apart       products against some of their parts  quiet       parts that say little
dual        f from delta                          conjugate   delta from f
mu_bound    mu from a law's tangents              root        roots that end on the private side
argument    what may be asked; rounding           normal      the normal law with certified error
recent      what was worked out and may serve again
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
from dpcore.tradeoff.pld.grid import from_pld

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
