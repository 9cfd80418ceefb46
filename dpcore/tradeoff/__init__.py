"""WHAT IS PROMISED: trade-off curves (f-DP), their readings and their algebra.

curve       the abstract curve: f, delta, epsilon, mu, power, each with certified bounds
pure        no loss at all; epsilon-DP            gaussian    mu-GDP
laplace     Laplace noise                         failure     any curve, failing with probability delta
group       groups under pure and approximate privacy
compose     which curves combine, and how         family      curves by name, from numbers and from JSON
domain      what may be asked; rounding           normal      the normal law with certified error
solve       roots that end on the private side
"""

from dpcore.tradeoff.compose import compose
from dpcore.tradeoff.curve import Curve, Moments
from dpcore.tradeoff.discrete import discrete
from dpcore.tradeoff.family import approximate, from_dict, gaussian, identity, laplace, pure, subsampled_gaussian

__all__ = [
    "Curve",
    "Moments",
    "approximate",
    "compose",
    "discrete",
    "from_dict",
    "gaussian",
    "identity",
    "laplace",
    "pure",
    "subsampled_gaussian",
]
