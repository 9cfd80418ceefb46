"""Which of the dear tests run in `make test`: a function of the digest of what their file imports.

The same tree draws the same sample, and every relevant change draws another. `SAMPLE=` in the environment draws by
any other text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise


def rank(key: str, name: str) -> int:
    """A number that looks random, and is the same for the same key and name."""
    return int.from_bytes(hashlib.blake2b(f"{key} {name}".encode(), digest_size=8).digest(), "big")


def settings(count: int, of: int, key: str, name: str) -> frozenset[int]:
    """`count` places in a list of `of`: one from each of so many stretches of it, so that every region is met."""
    if count >= of:
        return frozenset(range(of))
    borders = [part * of // count for part in range(count + 1)]
    return frozenset(low + rank(key, f"{name} {low}") % (high - low) for low, high in pairwise(borders))


@dataclass(frozen=True)
class Dear:
    """A test that takes long: its node id, its function, its seconds, the key of its file, and whether it must run."""

    node: str
    function: str
    seconds: float
    key: str
    always: bool = False


def within(budget: float, tests: Sequence[Dear]) -> frozenset[str]:
    """The tests that run: those that must, then one of each function, then others, until the budget is spent."""
    taken = {test.node for test in tests if test.always}
    left = budget - sum(test.seconds for test in tests if test.always)
    for test in in_turn(tests, {test.function for test in tests if test.always}):
        if test.node not in taken and test.seconds <= left:
            taken.add(test.node)
            left -= test.seconds
    return frozenset(taken)


def in_turn(tests: Iterable[Dear], met: Collection[str]) -> list[Dear]:
    """In the order of the draw: the first of every function before the second of any; those already met come later."""
    drawn = sorted(tests, key=lambda test: rank(test.key, test.node))
    turns: dict[str, int] = dict.fromkeys(met, 1)
    placed = []
    for test in drawn:
        turns[test.function] = turns.get(test.function, 0) + 1
        placed.append((turns[test.function], rank(test.key, test.node), test))
    return [test for _, _, test in sorted(placed, key=lambda each: each[:2])]
