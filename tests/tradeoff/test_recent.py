"""What laws keep for their next reading stays within its bound, whoever reads at the same time."""

from __future__ import annotations

import random
import threading

import numpy as np

from dpcore import tradeoff
from dpcore.tradeoff.pld import lattice
from dpcore.tradeoff.recent import Recent
from dpcore.tradeoff.saddlepoint import few


def test_the_latest_stay_within_the_bounds() -> None:
    source = random.Random(3)
    for _ in range(50):
        most, each = source.randint(1, 200), source.randint(1, 5)
        recent: Recent[tuple[int, int]] = Recent(most, each)
        owners = [object() for _ in range(4)]
        kept: list[tuple[int, int, int]] = []
        for turn in range(60):
            owner, numbers = source.randrange(4), source.randint(1, 60)
            recent.keep(owners[owner], (turn, numbers), numbers)
            kept.insert(0, (owner, turn, numbers))
            held = [recent.of(each_owner) for each_owner in owners]
            total = sum(size for items in held for _, size in items)
            assert total <= most or total == numbers
            assert all(len(items) <= each for items in held)
            assert held[owner][0] == (turn, numbers)
            for place, items in enumerate(held):
                mine = [(at, size) for who, at, size in kept if who == place]
                assert items == mine[: len(items)]


def test_curves_read_by_many_threads_answer_as_read_alone_and_leave_little_behind() -> None:
    curves = [tradeoff.subsampled_gaussian(0.01, 1.0 + 0.1 * place, 2) for place in range(3)]
    curves += [
        tradeoff.compose([tradeoff.laplace(0.1 * place), tradeoff.discrete([0.4, 0.6], [0.6, 0.4])]) for place in (1, 2)
    ]
    failed: list[BaseException] = []

    def read(order: int) -> None:
        try:
            for curve in random.Random(order).sample(curves, len(curves)):
                low, high = curve.delta_bounds(np.array([0.01, 0.1]))
                assert np.all(low <= high)
                assert np.all(high - low <= 1e-4 * high)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=read, args=(order,)) for order in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert sum(size for _, _, size in few._circles._items) <= 25_000_000
    assert sum(size for _, _, size in lattice._lattices._items) <= 3 * 2**22
