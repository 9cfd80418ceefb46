"""The public table of ratings: the same on every machine, as described, and of films that are rated alike by kind."""

from __future__ import annotations

import hashlib

import numpy as np
import pandas as pd

from dpcore.table.sample_ratings import FILMS, PEOPLE, ratings


def test_the_table_never_changes() -> None:
    rows = ratings().rows.to_pandas()
    text = rows.to_csv(index=False).encode()
    assert hashlib.sha256(text).hexdigest()[:16] == "94f483f02fc66a9c"


def test_it_is_as_described() -> None:
    made = ratings()
    rows: pd.DataFrame = made.rows.to_pandas()
    assert list(rows.columns) == list(made.schema) and set(rows["film"]) == set(FILMS)
    assert rows["stars"].between(1, 5).all() and abs(len(rows) - made.expected_rows) < 3_000
    sizes = rows.groupby("person").size()
    assert len(sizes) == PEOPLE and sizes.min() >= 3 and sizes.max() <= made.unit.max_rows
    assert rows.duplicated(["person", "film"]).sum() > 100, "some rate a film twice"


def test_films_of_a_kind_are_rated_alike() -> None:
    wide = ratings().rows.to_pandas().pivot_table("stars", "person", "film")[list(FILMS)]
    alike = wide.sub(wide.mean(axis=1), axis=0).corr().to_numpy()
    kind = np.arange(len(FILMS)) // 6
    same = (kind[:, None] == kind[None]) & ~np.eye(len(FILMS), dtype=bool)
    assert alike[same].mean() > 0.2 > 0 > alike[kind[:, None] != kind[None]].mean()
