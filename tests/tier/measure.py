"""The processor time of a test and of all that it has started, and what that says of a file."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.tier.store import DEAR, Seconds

PROC = Path("/proc")


def spent(pid: int | None = None) -> float:
    """Seconds, of processes that run and of those that have ended; where there is no /proc, without those that run."""
    if not PROC.exists():
        return sum(os.times()[:4])
    ticks, waiting = 0, [pid or os.getpid()]
    while waiting:
        here = PROC / str(waiting.pop())
        try:
            ticks += sum(map(int, (here / "stat").read_text().rpartition(")")[2].split()[11:15]))
            for thread in (here / "task").iterdir():
                waiting += map(int, (thread / "children").read_text().split())
        except OSError:
            pass  # it has ended meanwhile
    return ticks / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Ran:
    """One test that has run. stays: whether `make test` could run this setting. once: of a test of `make audit`."""

    node: str
    seconds: float
    stays: bool
    once: bool = False

    @property
    def file(self) -> str:
        return self.node.partition("::")[0]

    @property
    def function(self) -> str:
        return self.node.partition("::")[2].partition("[")[0]


def summed(tests: Iterable[Ran]) -> dict[str, Seconds]:
    """The seconds of each file of which every setting has run."""
    functions: dict[str, dict[str, list[Ran]]] = defaultdict(lambda: defaultdict(list))
    for test in tests:
        functions[test.file][test.function].append(test)
    return {file: _of(each) for file, each in functions.items()}


def _of(functions: dict[str, list[Ran]]) -> Seconds:
    cheap = test = whole = 0.0
    dear = {}
    for name, ran in functions.items():
        mean = sum(each.seconds for each in ran) / len(ran)
        here = mean * (1 if any(each.once for each in ran) else sum(each.stays for each in ran))
        whole += mean * len(ran)
        test += here
        if mean >= DEAR:
            dear[name] = round(mean, 2)
        else:
            cheap += here
    return Seconds(round(test, 2), round(cheap, 2), round(whole, 2), dict(sorted(dear.items())))
