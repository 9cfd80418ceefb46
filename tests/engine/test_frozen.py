"""Rows that were loaded before are recognised, and a frozen copy that is gone or altered is noticed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from dpcore.engine.source.fingerprint import Fingerprint
from dpcore.engine.source.frozen import Frozen
from dpcore.engine.source.read import read
from dpcore.errors import SourceError
from tests.engine.rows import KEY
from tests.engine.test_source import FRAME, whole

SPELLINGS: list[tuple[str, Callable[[Path], Any]]] = [
    ("shuffled", lambda folder: FRAME.sample(frac=1, random_state=1)),
    ("columns turned round", lambda folder: FRAME[FRAME.columns[::-1]]),
    ("CSV", lambda folder: (FRAME.to_csv(folder / "t.csv", index=False), folder / "t.csv")[1]),
    ("TSV", lambda folder: (FRAME.to_csv(folder / "t.tsv", index=False, sep="\t"), folder / "t.tsv")[1]),
    (
        "Parquet",
        lambda folder: (_texts(FRAME).sample(frac=1).to_parquet(folder / "t.parquet"), folder / "t.parquet")[1],
    ),
    ("Arrow", lambda folder: pa.Table.from_pandas(_texts(FRAME), preserve_index=False)),
    ("float32", lambda folder: FRAME.astype({"age": "float32"})),
]


def _texts(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(mixed=frame["mixed"].map(lambda cell: None if cell is None else str(cell)))


@pytest.mark.sample(2)
@pytest.mark.parametrize("spelling", [case[1] for case in SPELLINGS], ids=[case[0] for case in SPELLINGS])
def test_the_same_rows_are_recognised(spelling: Callable[[Path], Any], tmp_path: Path) -> None:
    one, two = (whole(what, tmp_path).fingerprint for what in (FRAME, spelling(tmp_path)))
    assert one.same_rows(two) and one.same_population(two)
    assert not one.same_rows(read(FRAME).freeze(tmp_path / "other", b"another key").fingerprint)


def test_a_few_rows_more_or_less_are_the_same_population(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"id": np.arange(5000), "x": rng.normal(size=5000), "c": rng.choice(list("ABC"), 5000)})
    full = whole(frame, tmp_path).fingerprint
    for part, same in [(frame[1:], True), (frame[:-100], True), (frame.assign(id=frame["id"] + 5000), False)]:
        other = whole(part, tmp_path).fingerprint
        assert not full.same_rows(other) and full.same_population(other) is same
    more = pd.concat([frame, frame[:50].assign(id=-1)])
    assert full.same_population(whole(more, tmp_path).fingerprint)
    assert len(full.sketch) == 64


def test_rows_counted_twice_are_other_rows_and_few_different_ones_are_sketched(tmp_path: Path) -> None:
    frame = pd.DataFrame({"a": ["x"] * 10_000 + ["y"] * 10_000})
    one, two = (whole(each, tmp_path).fingerprint for each in (frame, pd.concat([frame, frame[:1]])))
    assert len(one.sketch) == 2 and not one.same_rows(two) and one.same_population(two)


def test_a_frozen_copy_reads_back_and_checks_itself(tmp_path: Path) -> None:
    copy = whole(FRAME, tmp_path)
    assert Frozen.from_dict(copy.to_dict()) == copy
    copy.check(KEY)
    os.utime(copy.path, ns=(1, 1))
    copy.check(KEY)  # touched, the rows the same
    other = whole(FRAME[1:], tmp_path)
    copy.path.write_bytes(other.path.read_bytes())
    with pytest.raises(SourceError, match=r"^The frozen copy of the rows was altered\."):
        copy.check(KEY)
    copy.path.write_bytes(b"damaged")
    with pytest.raises(SourceError, match=r"^The frozen copy of the rows was altered\."):
        copy.check(KEY)
    copy.path.unlink()
    with pytest.raises(SourceError, match=r"^The frozen copy of the rows is missing\."):
        copy.check(KEY)


@pytest.mark.parametrize(("share", "least", "most"), [(0.3, 0, 0), (0.65, 18, 20), (0.8, 20, 20), (1.2, 20, 20)])
def test_rows_are_recognised_from_about_half_of_the_different_ones_on(share: float, least: int, most: int) -> None:
    """A part of the rows, or the rows and more: by the order of random row hashes, as a sketch has them."""
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(20):
        rows = rng.integers(0, 2**62, 4000)
        other = (
            rows[: int(share * 4000)] if share < 1 else np.append(rows, rng.integers(0, 2**62, int(4000 * (share - 1))))
        )
        one, two = (Fingerprint("t", str(len(each)), tuple(map(str, np.sort(each)[:64]))) for each in (rows, other))
        assert one.same_population(two) == two.same_population(one)
        hits += one.same_population(two)
    assert least <= hits <= most


def test_few_different_rows_are_compared_as_they_are() -> None:
    def of(*marks: str) -> Fingerprint:
        return Fingerprint("t", repr(marks), marks)

    assert of("a", "b").same_population(of("b", "c")) is False
    assert of("a", "b", "c").same_population(of("b", "c", "d")) and of("a", "b").same_population(of("b"))
    assert not of("a").same_population(of("b")) and not of().same_population(of("b"))
