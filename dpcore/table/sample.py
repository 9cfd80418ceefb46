"""A public synthetic table of hospital visits for trying the program.

Every value is a hash of its position. So the table is the same on every machine and never changes, and is not secret.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Identifier, Number
from dpcore.table.schema import Schema
from dpcore.table.table import Unit

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROWS = 20_000
NAME = "sample"
WARDS = ("Emergency", "Surgery", "Maternity", "Cardiology", "Children", "Geriatrics")
_VISITS = (0.42, 0.68, 0.84, 0.93, 1.0)
_YEAR = dt.date(2024, 1, 1)


@final
@dataclass(frozen=True)
class Sample:
    """The rows and their public description."""

    rows: pa.Table
    schema: Schema
    unit: Unit
    expected_rows: int


def sample() -> Sample:
    """About 20,000 visits of made-up patients with one to five visits each."""
    schema = Schema(
        patient=Identifier(),
        age=Number(0, 120, integer=True),
        ward=Category(WARDS),
        admitted=Date(_YEAR, dt.date(2024, 12, 31)),
        nights=Number(0, 30, integer=True),
        cost=Number(0, 20_000),
        urgent=Flag(),
    )
    return Sample(_rows(), schema, Unit("patient", max_rows=5, max_groups=3), ROWS)


def _rows() -> pa.Table:
    import pyarrow as pa

    visits = 1 + np.searchsorted(_VISITS, uniform("visits", ROWS))
    patient = np.repeat(np.arange(ROWS), visits)[:ROWS]
    people = int(patient[-1]) + 1
    age = _ages(people)[patient]
    ward = _wards(age, uniform("ward", ROWS))
    season = (uniform("day", ROWS) + 0.04 * np.sin(2 * np.pi * uniform("day", ROWS))) % 1
    nights = np.minimum(np.floor(-np.log1p(-uniform("nights", ROWS)) * (1.5 + age / 25)), 30).astype(np.int64)
    spread = np.exp(0.5 * bell("cost", ROWS))
    cost = np.round((180 + 420 * nights + 900 * (ward == 1)) * spread, 2)
    urgent = uniform("urgent", ROWS) < np.where(ward == 0, 0.85, 0.2)
    columns: dict[str, Any] = {
        "patient": np.char.add("P", np.char.zfill(patient.astype("U6"), 6)),
        "age": age,
        "ward": np.array(WARDS)[ward],
        "admitted": np.datetime64(_YEAR) + np.floor(366 * season).astype("timedelta64[D]"),
        "nights": nights,
        "cost": cost,
        "urgent": urgent,
    }
    return pa.table(columns)


def _ages(people: int) -> NDArray[np.int64]:
    """Ages of children, adults, and many old people."""
    kind, value = uniform("age group", people), bell("age", people)
    centre = np.select([kind < 0.18, kind < 0.55], [6.0, 36.0], 71.0)
    width = np.select([kind < 0.18, kind < 0.55], [5.0, 12.0], 11.0)
    return np.clip(np.round(np.abs(centre + width * value)), 0, 104).astype(np.int64)


def _wards(age: NDArray[np.int64], chance: Floats) -> NDArray[np.int64]:
    """An index into WARDS for each visit; there are wards for children and for old patients."""
    child, old = age < 16, age >= 70
    cuts = np.array([0.34, 0.56, 0.70, 1.0])
    adult = np.searchsorted(cuts, chance)
    return np.where(child & (chance > 0.3), 4, np.where(old & (chance > 0.6), 5, np.where(child, 0, adult)))


def uniform(name: str, size: int) -> Floats:
    """Uniform numbers in [0, 1) from a hash: the same on every machine."""
    bits = np.frombuffer(hashlib.shake_256(f"murmur sample {name}".encode()).digest(4 * size), dtype="<u4")
    return bits / 2.0**32


def bell(name: str, size: int) -> Floats:
    """Roughly normal numbers: sums of twelve uniforms (Irwin-Hall), which are the same on every machine."""
    total = np.zeros(size)
    for part in range(12):
        total += uniform(f"{name} {part}", size)
    return total - 6.0
