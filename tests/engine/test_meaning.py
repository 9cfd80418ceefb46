"""A number is read, ordered and recognised by its value, whatever stores it; fingerprints of before stay comparable."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

import dpcore as dp
from dpcore.desk.renewal import Renewals
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.duckdb_connection import connect
from dpcore.engine.source import fingerprint as module
from dpcore.engine.source import frozen as frozen_module
from dpcore.engine.source import sketch
from dpcore.engine.source.fingerprint import Fingerprint, earlier, fingerprint, tag
from dpcore.engine.source.frozen import Frozen
from dpcore.engine.source.parquet import ParquetFiles
from dpcore.table.aggregate import Aggregate, Edges, Rows
from dpcore.table.category import Category
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit

KEY = b"k" * 32
SCHEMA = Schema(x=Number(-1e9, 1e9))


def numbers(seed: int) -> np.ndarray:
    """Doubles that are float32s, over the whole range, edges of bins among them."""
    random = np.random.default_rng(seed)
    drawn = np.concatenate(
        [
            np.arange(-20, 21) / 10,
            random.random(60),
            10.0 ** random.uniform(-30, 30, 60) * random.choice([-1, 1], 60),
            random.integers(-(2**40), 2**40, 20),
            2.0 ** -np.arange(1, 60),
        ]
    )
    return drawn.astype(np.float32).astype(np.float64)


def stored(x: np.ndarray, folder: Path) -> Iterator[tuple[str, dp.Source]]:
    spellings = {
        "repr": repr,
        "17 digits": "{:.17g}".format,
        "power": "{:.18e}".format,
        "sign": "{:+.17g}".format,
    }
    for name, spelling in spellings.items():
        for suffix in ("csv", "tsv"):
            path = folder / f"{name}.{suffix}"
            path.write_text("\n".join(["x", *(spelling(value) for value in x.tolist())]) + "\n")
            yield f"{suffix} {name}", dp.read(path)
    texts = [repr(value) for value in x.tolist()]
    tables = {
        "double": pa.array(x),
        "float32": pa.array(x.astype(np.float32)),
        "text": pa.array(texts),
        "dictionary": pa.array(texts).dictionary_encode(),
    }
    for name, column in tables.items():
        yield f"arrow {name}", dp.read(pa.table({"x": column}))
        pa.parquet.write_table(pa.table({"x": column}), folder / f"{name}.parquet")
        yield f"parquet {name}", dp.read(folder / f"{name}.parquet")
    for name, series in {"double": pd.Series(x), "float32": pd.Series(x.astype(np.float32))}.items():
        yield f"pandas {name}", dp.read(pd.DataFrame({"x": series}))
    yield "pandas text", dp.read(pd.DataFrame({"x": pd.Series(texts, dtype=object)}))


def read(source: dp.Source, folder: Path) -> tuple[list[int], str, Any]:
    """How many numbers are in each bin, the fingerprint, and which row of a unit is kept."""
    frozen = source.freeze(folder, KEY)
    edges = tuple((np.arange(-20, 21) / 10).tolist())
    with DuckDB(frozen, Table(SCHEMA, Unit()), KEY, folder) as engine:
        [[bins]] = engine.aggregate([Aggregate((Rows(),), (Edges("x", edges),))])
    return bins.tolist(), frozen.fingerprint.rows, frozen.fingerprint.sketch


@pytest.mark.audit
@pytest.mark.parametrize("seed", range(3))
def test_a_double_that_is_a_float32_is_one_number_in_every_storage(seed: int, tmp_path: Path) -> None:
    readings = {name: read(source, tmp_path / "home") for name, source in stored(numbers(seed), tmp_path)}
    first = next(iter(readings.values()))
    assert sum(first[0]) > 40
    assert {name for name, reading in readings.items() if reading != first} == set()


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
def test_a_decimal_is_the_number_that_its_digits_say(seed: int, tmp_path: Path) -> None:
    drawn = np.random.default_rng(seed).integers(-(10**6), 10**6, 80) / 10**6
    x = np.concatenate([drawn.astype(np.float32).astype(np.float64), drawn, [0.1, float(np.float32(0.1)), 0.7]])
    digits = [Decimal(f"{value:.22f}") for value in x.tolist()]
    exact = pa.table({"x": pa.array(digits, pa.decimal128(38, 22))})
    pa.parquet.write_table(exact, tmp_path / "t.parquet")
    (tmp_path / "t.csv").write_text("\n".join(["x", *map(str, digits)]) + "\n")
    sources = [dp.read(exact), dp.read(tmp_path / "t.parquet"), dp.read(tmp_path / "t.csv")]
    sources += [dp.read(pd.DataFrame({"x": digits}))]
    readings = [read(source, tmp_path / "home") for source in sources]
    assert all(reading == readings[0] for reading in readings)


def test_the_row_of_a_unit_that_is_kept_does_not_follow_the_storage(tmp_path: Path) -> None:
    x = numbers(9)
    schema = Schema(x=Number(-1e9, 1e9), u=dp.Identifier(), _read=Category(["a"]))
    frame = pd.DataFrame({"x": x, "u": [f"u{place // 7}" for place in range(len(x))], "_read": "a"})
    frame.to_csv(tmp_path / "t.csv", index=False)
    pa.parquet.write_table(pa.Table.from_pandas(frame), tmp_path / "t.parquet")
    edges = tuple((np.arange(-20, 21) / 10).tolist())
    kept = []
    for source in (dp.read(tmp_path / "t.csv"), dp.read(tmp_path / "t.parquet"), dp.read(frame)):
        frozen = source.freeze(tmp_path / "home", KEY)
        for limit in (1, 3):
            with DuckDB(frozen, Table(schema, Unit("u", limit)), KEY, tmp_path / "home") as engine:
                [[bins]] = engine.aggregate([Aggregate((Rows(),), (Edges("x", edges),))])
            kept.append(bins.tolist())
    assert kept[:2] == kept[2:4] == kept[4:] and kept[0] != kept[1]


GOLDEN = pa.table(
    {
        "Text": ["a", " B\t", "", None, "0.10000000149011612", "1e3", "2020-01-01T10:00:00+02:00", "nan", "ÄÖ"],
        "whole": [1, -2, 3, None, 2**53 + 1, 0, 7, 8, 9],
        "double": [0.1, float(np.float32(0.1)), None, np.nan, np.inf, -0.0, 1e300, 1e-300, 16777217.0],
        "single": pa.array([0.1, 2.5, None, 1e10, -3, 0, 1e-20, 1e30, 7], pa.float32()),
        "decimal": pa.array([Decimal(f"{place}.10000000149011612") for place in range(9)], pa.decimal128(25, 17)),
        "flag": [True, False, None] * 3,
        "day": [dt.date(2020, 1, place) for place in range(1, 10)],
        "time": [dt.datetime(2020, 1, 1, 10, place, 59, 1000) for place in range(9)],
        "bytes": [b"x", b"\xff", b"", None, b"1", b" y ", b"0", b"true", b"z"],
    }
)
FINGERPRINTS = {
    "1/duckdb-2.0": "befe2176e994cf2c9e923ed80d7cbbc5",
    "2/duckdb-2.0": "0de73b066a0b8eea4bed7b7664032de3",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", FINGERPRINTS)
def test_what_a_fingerprint_means_changes_with_its_number_only(name: str, tmp_path: Path) -> None:
    pa.parquet.write_table(GOLDEN, tmp_path / "t.parquet")
    path = dp.read(tmp_path / "t.parquet").freeze(tmp_path / "home", KEY).path
    if name.split("-")[1] != ".".join(duckdb.__version__.split(".")[:2]):
        pytest.fail("Another version of DuckDB: add its fingerprints.")
    mark = fingerprint(path, KEY, int(name.split("/")[0]))
    assert (mark.tag, mark.rows) == (name, FINGERPRINTS[name])


BUDGET = dp.Budget(mu=100, delta=1e-6)


def before(home: Path, source: dp.Source, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dataset as reading 2 left it: fingerprints of the first meaning, a Parquet file as it was."""
    honest = Frozen.to_dict
    with monkeypatch.context() as patch, dp.Desk(home=home) as desk:
        patch.setattr(ParquetFiles, "write", lambda self, target: shutil.copyfile(self._paths[0], target))
        patch.setattr(frozen_module, "fingerprint", lambda path, key, **how: fingerprint(path, key, 1, **how))
        patch.setattr(Frozen, "to_dict", lambda self: {**honest(self), "reading": 2})
        patch.setattr(Renewals, "current", lambda self, dataset, version, rows, key, loader: rows)
        desk.add_dataset("t", source, schema=SCHEMA, budget=BUDGET)


@pytest.mark.sample(1)
@pytest.mark.parametrize("deleted", [False, True])
def test_rows_that_were_frozen_before_are_recognised(
    deleted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    x = np.random.default_rng(4).random(300)
    x = x if deleted else x.astype(np.float32).astype(np.float64)
    pa.parquet.write_table(pa.table({"x": x}), tmp_path / "t.parquet")
    pd.DataFrame({"x": x}).to_csv(tmp_path / "t.csv", index=False)
    before(tmp_path / "home", dp.read(tmp_path / "t.parquet"), monkeypatch)
    with dp.Desk(home=tmp_path / "home") as desk:
        if deleted:
            desk.delete_rows("t")
        for name in ("t.parquet", "t.csv"):
            with pytest.raises(dp.KnownRowsError):
                desk.add_dataset(name, dp.read(tmp_path / name), schema=SCHEMA, budget=BUDGET)
        desk.add_dataset("other", dp.read(pa.table({"x": x + 1})), schema=SCHEMA, budget=BUDGET)
        desk.verify()


def test_a_copy_that_was_frozen_anew_by_an_earlier_version_is_frozen_anew_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    x = np.float32([0.1, 0.3, 0.7] * 100).astype(np.float64)
    pa.parquet.write_table(pa.table({"x": x}), tmp_path / "t.parquet")
    before(tmp_path / "home", dp.read(tmp_path / "t.parquet"), monkeypatch)
    [raw] = (tmp_path / "home" / "data").rglob("*.parquet")
    with dp.Desk(home=tmp_path / "home") as desk:
        [dataset] = desk.datasets()
        renewals, record = Renewals(desk._catalog._home), Frozen.from_dict(desk._ledger.rows(dataset.id, 1))
        second = raw.with_name(f"{raw.stem}-2.parquet")
        raw.rename(second)  # as reading 2 froze a copy of the first one anew
        stat = second.stat()
        note = Frozen(second, record.columns, record.fingerprint, stat.st_size, stat.st_mtime_ns, None, 2)
        renewals._keep(dataset.id, 1, note)
        edges = [0.0, 0.1, 0.3, 0.7, 1.0]
        [release] = desk.release("t", dp.Plan([dp.Ask(dp.Histogram("x", edges=edges), mu=50)]))
        assert np.rint(release.table["estimate"]).tolist() == [0, 100, 100, 100]
        assert not second.exists() and not raw.exists()
        found = renewals.find(dataset.id, 1)
        assert found and (found.reading, found.fingerprint.tag) == (frozen_module.READING, tag())


def test_earlier_fingerprints_are_made_for_tags_of_this_engine_alone(tmp_path: Path) -> None:
    path = dp.read(GOLDEN).freeze(tmp_path, KEY).path
    assert [mark.tag for mark in earlier(path, KEY, [tag(1), tag(), "1/duckdb-0.1", "x"])] == [tag(1)]
    assert earlier(path, KEY, ["1/duckdb-0.1"]) == [] and module.MEANING == 2


def test_a_table_of_many_columns_is_recognised_in_any_order_and_storage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sketch, "AT_ONCE", 4)
    random = np.random.default_rng(8)
    frame = pd.DataFrame({f"c{place}": random.integers(0, 3, 500) / 4 for place in range(9)})
    frame["c2"], frame["c7"] = frame["c2"].astype(str), [f"x{place}" for place in range(500)]
    frame.to_csv(tmp_path / "t.csv", index=False)
    mixed = frame.sample(frac=1, random_state=1)[random.permutation(frame.columns)]
    pa.parquet.write_table(pa.Table.from_pandas(mixed), tmp_path / "t.parquet")

    def mark(source: Any) -> Fingerprint:
        return dp.read(source).freeze(tmp_path, KEY).fingerprint

    first = mark(tmp_path / "t.csv")
    monkeypatch.setattr(sketch, "ROWS", 77)
    assert first == mark(tmp_path / "t.parquet") == mark(mixed) and len(first.sketch) == 64
    assert mark(frame[50:]).same_population(first) and not mark(frame[400:]).same_population(first)
    moved = frame.rename(columns={"c1": "c8", "c8": "c1"})
    assert not mark(moved).same_population(first) and not mark(frame.assign(c8=0.3)).same_population(first)
    # a name that the engine takes for a place of its own
    named = mixed.rename(columns={"c3": "File_Row_Number"})
    assert mark(named).same_rows(mark(named[::-1]))


@pytest.mark.parametrize("seed", range(3))
def test_a_short_plan_gives_the_same_fingerprint(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps of a plan that are left out for tables of many columns save time, and change no answer."""
    random = np.random.default_rng(seed)
    frame = pd.DataFrame({f"x{place}": random.integers(-9, 9, 300) / 4 for place in range(12)})
    frame["t"] = random.choice(["a", "NA", "", "1e3", "2024-01-05", " B", "yes"], 300)
    frame["d"] = pd.Timestamp("2024-01-01") + pd.to_timedelta(random.integers(0, 900, 300), "D")
    frame.loc[random.random(300) < 0.2, "x3"] = np.nan
    pa.parquet.write_table(pa.Table.from_pandas(frame), tmp_path / "t.parquet")
    short = fingerprint(tmp_path / "t.parquet", KEY)
    asked: list[bool] = []

    def whole(*given: Any, wide: bool = False, **more: Any) -> Any:
        asked.append(wide)
        return connect(*given, **more)

    monkeypatch.setattr(module, "connect", whole)
    assert fingerprint(tmp_path / "t.parquet", KEY) == short and asked == [True]


@pytest.mark.sample(2)
@pytest.mark.parametrize("missing", ["", "NA", "NULL", "null", "NaN", "None", "\\N", "N/A", "#N/A", "<NA>"])
@pytest.mark.parametrize("truths", [("true", "false"), ("TRUE", "FALSE"), ("t", "f"), ("yes", "no"), ("Y", "N")])
def test_rows_are_recognised_whatever_word_says_missing_or_true(missing: str, truths: tuple[str, str], tmp_path: Path):
    """Text files have words alone: R writes NA, MySQL \\N."""
    rows = [(f"p{n}", n / 4 if n % 3 else None, bool(n % 2), "AB"[n % 2] if n % 5 else None) for n in range(200)]
    columns = dict(zip("idbw", zip(*rows, strict=True), strict=True))
    pa.parquet.write_table(pa.table({name: list(column) for name, column in columns.items()}), tmp_path / "t.parquet")
    lines = ["i,d,b,w"]
    for name, number, truth, word in rows:
        lines.append(f"{name},{missing if number is None else number},{truths[not truth]},{word or missing}")
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    one, other = (
        dp.read(tmp_path / f"t.{kind}").freeze(tmp_path / kind, KEY).fingerprint for kind in ("csv", "parquet")
    )
    assert one.same_rows(other)


@pytest.mark.audit
def test_long_texts_of_a_frame_are_written_in_groups_that_little_memory_reads(tmp_path: Path) -> None:
    texts = [f"{number:07}" * 100 for number in range(100_000)]
    copy = dp.read(pa.table({"a": texts, "b": texts})).freeze(tmp_path, KEY).path
    file = pa.parquet.ParquetFile(copy)
    assert max(file.metadata.row_group(at).total_byte_size for at in range(file.num_row_groups)) < 100e6
