"""A public synthetic table of ratings of made-up films. Like the table in `sample`, it never changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpcore.table.category import Category
from dpcore.table.column import Identifier, Number
from dpcore.table.sample import Sample, bell, uniform
from dpcore.table.schema import Schema
from dpcore.table.table import Unit

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

NAME = "ratings"
PEOPLE = 4_000
FILMS = (
    # of space, of crime, for children, of love: films of a kind are rated alike
    *("Red Orbit", "The Last Airlock", "Moons of Iron", "Signal Lost", "Station Nine", "Cold Engine"),
    *("The Quiet Witness", "Harbour Street", "A Debt of Ash", "Night Ledger", "Two Locked Doors", "The Copper Alibi"),
    *("Pip and the Whale", "The Paper Dragon", "Oscar Digs a Hole", "Lantern Bears", "The Tin Parade", "Snow Kite"),
    *("Letters to June", "The Orchard Year", "Half a Waltz", "Blue Umbrella", "Salt and Honey", "Our Slow Summer"),
)
_KINDS = 4
_FEWEST, _MOST = 3, 20


def ratings() -> Sample:
    """About 40,000 ratings of 24 films by 4,000 made-up people. Each rates 3 to 20 films; a few rate a film twice."""
    schema = Schema(person=Identifier(), film=Category(FILMS), stars=Number(1, 5, integer=True))
    rows = _rows()
    return Sample(rows, schema, Unit("person", max_rows=_MOST), 40_000)


def _rows() -> pa.Table:
    import pyarrow as pa

    films, shape = len(FILMS), (PEOPLE, len(FILMS))
    kind = np.arange(films) * _KINDS // films
    taste = bell("taste", PEOPLE * _KINDS).reshape(PEOPLE, _KINDS)[:, kind]
    level, quality = bell("level", PEOPLE)[:, None], bell("quality", films)[None]
    chance = bell("stars", PEOPLE * films).reshape(shape)
    stars = np.clip(np.round(3.4 + 0.35 * quality + 0.35 * level + 0.75 * taste + 0.6 * chance), 1, 5)
    person, film = np.nonzero(_seen(shape))
    again = uniform("again", len(person)) < 0.02
    person, film = (np.concatenate([column, column[again]]) for column in (person, film))
    given = stars[person, film].astype(np.int64)
    given[-int(again.sum()) :] = np.clip(given[-int(again.sum()) :] + 1, 1, 5)
    order = np.argsort(person, kind="stable")
    return pa.table(
        {
            "person": np.char.add("P", np.char.zfill(person[order].astype("U6"), 5)),
            "film": np.array(FILMS)[film[order]],
            "stars": given[order],
        }
    )


def _seen(shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Which films each person rates: popular ones more often."""
    count = _FEWEST + np.floor((_MOST - 1 - _FEWEST) * uniform("count", shape[0]) ** 1.3).astype(np.int64)
    known = np.exp(0.6 * bell("known", shape[1]))
    rank = (-np.log1p(-uniform("seen", shape[0] * shape[1])).reshape(shape) / known).argsort(axis=1).argsort(axis=1)
    seen: NDArray[np.bool_] = rank < count[:, None]
    return seen
