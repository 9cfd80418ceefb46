"""Special functions from scipy, loaded at the first call: importing scipy would double the time of `import dpcore`."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def _scipy() -> Any:
    import scipy.special

    return scipy.special


def ndtr(x: Any) -> Any:
    """Phi(x), the standard normal cdf."""
    return _scipy().ndtr(x)


def ndtri(p: Any) -> Any:
    """Phi^-1(p)."""
    return _scipy().ndtri(p)


def ndtri_exp(y: Any) -> Any:
    """Phi^-1(exp(y))."""
    return _scipy().ndtri_exp(y)


def log_ndtr(x: Any) -> Any:
    """log Phi(x)."""
    return _scipy().log_ndtr(x)


def erfcx(x: Any) -> Any:
    """exp(x**2) erfc(x)."""
    return _scipy().erfcx(x)


def erfinv(x: Any) -> Any:
    """The inverse of erf."""
    return _scipy().erfinv(x)


def betainc(a: Any, b: Any, x: Any) -> Any:
    """The regularised incomplete beta function."""
    return _scipy().betainc(a, b, x)


def gammaln(x: Any) -> Any:
    """log |Gamma(x)|."""
    return _scipy().gammaln(x)


def stdtrit(df: Any, p: Any) -> Any:
    """The p quantile of Student's t."""
    return _scipy().stdtrit(df, p)


def betainccinv(a: Any, b: Any, y: Any) -> Any:
    """The x with 1 - I_x(a, b) = y."""
    return _scipy().betainccinv(a, b, y)
