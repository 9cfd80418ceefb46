"""Famous mistakes of textbooks and slides, each with a computed counter-example.

noise    amount and kind of noise              composition  privacy loss and composition
table    effect of a row                       example  the parts of a mistake
"""

from __future__ import annotations

from dpcore.learn.mistake.composition import ACCOUNT
from dpcore.learn.mistake.example import Example, Mistake, Row
from dpcore.learn.mistake.noise import NOISE
from dpcore.learn.mistake.table import TABLE

__all__ = ["MISTAKES", "Example", "Mistake", "Row"]

MISTAKES: tuple[Mistake, ...] = (*NOISE, *ACCOUNT, *TABLE)
"""In the order of the page, topic by topic."""
