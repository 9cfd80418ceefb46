"""WHAT IS PROMISED: trade-off curves (f-DP), their readings and their algebra.

curve       the abstract curve: f, delta, epsilon, mu, power, each with certified bounds
pure        no loss at all; epsilon-DP            gaussian    mu-GDP
laplace     Laplace noise                         failure     any curve, failing with probability delta
group       groups under pure and approximate privacy
discrete    two pmfs, exactly                     poisson     one step of noise on a Poisson sample
subsample   samples of fixed size                 order       a pair met in one order, the other, or both
compose     which curves combine, and how         composed    products without a closed form
family      curves by name, numbers and JSON      estimate    the central limit theorem: never booked

A product is read from the law of its total evidence log dQ/dP:
numeric     f, epsilon from such a law            vertex      mu from its tangents
law         both errors, by contours              contour     inversion of log M with its certificate
atoms       exact sums over points                spline      exact sums for equal Laplace releases
evidence    log M of each family                  sampled     log M on a Poisson sample
domain      what may be asked; rounding           normal      the normal law with certified error
solve       roots that end on the private side
"""

from dpcore.tradeoff.compose import compose
from dpcore.tradeoff.curve import Curve, Moments
from dpcore.tradeoff.discrete import discrete
from dpcore.tradeoff.estimate import berry_esseen, sgd_mu
from dpcore.tradeoff.family import approximate, from_dict, gaussian, identity, laplace, pure, subsampled_gaussian

__all__ = [
    "Curve",
    "Moments",
    "approximate",
    "berry_esseen",
    "compose",
    "discrete",
    "from_dict",
    "gaussian",
    "identity",
    "laplace",
    "pure",
    "sgd_mu",
    "subsampled_gaussian",
]
