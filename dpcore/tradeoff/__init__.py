"""WHAT IS PROMISED: trade-off curves (f-DP), their readings and their algebra.

curve       the abstract curve: f, delta, epsilon, mu, power, each with certified bounds
pure        no loss at all; epsilon-DP            gaussian    mu-GDP
laplace     Laplace noise                         failure     any curve, failing with probability delta
group       groups under pure and approximate     iterate     groups under any curve
discrete    two pmfs, exactly                     poisson     one step of noise on a Poisson sample
subsample   samples of fixed size                 mixture     Poisson samples of any curve
bounded     losses in a band (selection)          hull        the one curve of both orders
order       a pair met in one order, the other, or both
compose     which curves combine, and how         composed    products without a closed form
family      curves by name, numbers and JSON      estimate    the central limit theorem: never booked
growth      epsilon of the next releases          factor      what a factor is to each way of reading

A product is read from the law of its total evidence log dQ/dP:
numeric     f, epsilon from such a law            readings    what a law answers
contour     laws by contours: fast where M falls  sums        exact sums, where the pieces are few
lattice     where losses are atoms                vertex      mu from a law's tangents
summit      f from delta                          solve       roots that end on the private side
conjugate   delta from f                          apart       products against some of their factors
audit       limits from an attack's counts        pld         privacy-loss distributions made elsewhere
divergence  Rényi divergences of any curve
domain      what may be asked; rounding           normal      the normal law with certified error
"""

from dpcore.tradeoff.audit import Audit, audit
from dpcore.tradeoff.compose import compose
from dpcore.tradeoff.curve import Curve, Moments
from dpcore.tradeoff.discrete import discrete
from dpcore.tradeoff.estimate import berry_esseen, sgd_mu
from dpcore.tradeoff.family import (
    approximate,
    bounded_range,
    from_dict,
    gaussian,
    identity,
    laplace,
    pure,
    subsampled_gaussian,
)
from dpcore.tradeoff.growth import growth
from dpcore.tradeoff.pld import from_pld

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
