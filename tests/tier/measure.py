"""The processor time of a test and of all that it has started, and what that says of a file."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.tier.store import DEAR, ONCE, Seconds

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
    """One test that has run. stays: whether `make test` may run this setting. once: it belongs to `make audit`.

    of: how many settings its function has.
    """

    node: str
    seconds: float
    stays: bool
    once: bool = False
    of: int = 1

    @property
    def file(self) -> str:
        return self.node.partition("::")[0]

    @property
    def function(self) -> str:
        return self.node.partition("::")[2].partition("[")[0]


def summed(tests: Iterable[Ran]) -> dict[str, Seconds]:
    """The seconds of each file of which every setting has run, or the drawn ones."""
    functions: dict[str, dict[str, list[Ran]]] = defaultdict(lambda: defaultdict(list))
    for test in tests:
        functions[test.file][test.function].append(test)
    return {file: _of(each) for file, each in functions.items()}


def _of(functions: dict[str, list[Ran]]) -> Seconds:
    cheap = test = whole = 0.0
    dear, once = {}, {}
    for name, ran in sorted(functions.items()):
        mean = sum(each.seconds for each in ran) / len(ran)
        whole += mean * max(ran[0].of, len(ran))
        here = mean * sum(each.stays for each in ran)
        if any(each.once for each in ran):
            once[name] = round(mean, 2)
            here = mean if mean <= ONCE else 0.0
        if mean >= DEAR and name not in once:
            dear[name] = round(mean, 2)
        else:
            cheap += here
        test += here
    return Seconds(round(test, 2), round(cheap, 2), round(whole, 2), dear, once)
