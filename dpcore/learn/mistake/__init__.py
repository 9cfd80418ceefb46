"""Famous mistakes of textbooks and slides, each with a counter-example computed on the spot.

noise    how much noise, which law            account  what a loss is, how losses add up
table    what a row can change                example  what each of them must say
"""

from __future__ import annotations

from dpcore.learn.mistake.account import ACCOUNT
from dpcore.learn.mistake.example import Example, Mistake, Row
from dpcore.learn.mistake.noise import NOISE
from dpcore.learn.mistake.table import TABLE

__all__ = ["MISTAKES", "Example", "Mistake", "Row"]

MISTAKES: tuple[Mistake, ...] = (*NOISE, *ACCOUNT, *TABLE)
"""In the order of the page, topic by topic."""
