"""A long text that stands in a Parquet file once, and that many rows refer to, is refused before it is copied."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import dpcore as dp
from dpcore.engine.source import chunk
from dpcore.engine.source.page import pages

KEY = b"k" * 32
CODECS = ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]


def saved(path: Path, places: np.ndarray, texts: list[str], kind: pa.DataType, **options: object) -> Path:
    column = pa.DictionaryArray.from_arrays(pa.array(places.astype(np.int32)), pa.array(texts).cast(kind))
    pa.parquet.write_table(pa.table({"n": np.arange(len(places)), "c": column}), path, **options)
    return path


@pytest.mark.sample(1)
@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("kind", [pa.string(), pa.binary()], ids=str)
def test_a_long_text_that_many_rows_refer_to_is_refused(tmp_path: Path, codec: str, kind: pa.DataType) -> None:
    random_ = random.Random(f"{codec}{kind}")
    for trial in range(4):
        width, rows = random_.randrange(200_000, 900_000), random_.randrange(1500, 60_000)
        texts = ["a", "x" * width, ""]
        first = random_.randrange(0, rows - 1200)
        places = np.zeros(rows)
        places[first : first + 1200] = 1
        path = saved(tmp_path / f"{trial}.parquet", places, texts, kind, compression=codec)
        assert path.stat().st_size < 1_500_000
        with pytest.raises(
            dp.SourceError, match=r"^Column 'c' of '\d\.parquet' has a long text that occurs in many rows"
        ):
            dp.read(path).freeze(tmp_path / "home", KEY)
    assert not list((tmp_path / "home").iterdir())


@pytest.mark.sample(2)
@pytest.mark.parametrize("codec", CODECS)
def test_long_texts_that_few_rows_refer_to_are_missing_and_the_others_are_kept(tmp_path: Path, codec: str) -> None:
    random_ = np.random.default_rng(len(codec))
    rows = 50_000
    places = random_.integers(0, 3, rows)
    places[random_.choice(rows, 300, replace=False)] = 3
    texts = ["a", "b", " " * 70_000 + "c", "x" * 150_000]
    places[places == 2] = 0
    places[:5] = 2
    path = saved(tmp_path / "t.parquet", places, texts, pa.string(), compression=codec)
    frozen = pa.parquet.read_table(dp.read(path).freeze(tmp_path / "home", KEY).path).sort_by("n")
    assert frozen["c"].to_pylist() == [["a", "b", "c", None][place] for place in places]


def test_the_pages_are_those_that_were_written(tmp_path: Path) -> None:
    random_ = random.Random(5)
    for version in ("1.0", "2.0"):
        for trial in range(5):
            rows = random_.randrange(1, 70_000)
            texts = [f"{place} {'y' * random_.randrange(100)}" for place in range(random_.randrange(1, 2000))]
            cells = [random_.choice([*texts, None]) for _ in range(rows)]
            path = tmp_path / f"{version}{trial}.parquet"
            pa.parquet.write_table(
                pa.table({"c": cells}, schema=pa.schema([("c", pa.string())])),
                path,
                data_page_version=version,
                data_page_size=random_.randrange(500, 50_000),
                dictionary_pagesize_limit=random_.randrange(100, 50_000),
                compression=random_.choice(CODECS),
                row_group_size=10**6,
            )
            part = pa.parquet.read_metadata(path).row_group(0).column(0)
            with path.open("rb") as file:
                found = list(pages(file, part.dictionary_page_offset or part.data_page_offset, rows))
            assert sum(page.values for page in found if not page.dictionary) == rows
            start = part.dictionary_page_offset or part.data_page_offset
            assert found[-1].start + found[-1].packed == start + part.total_compressed_size
            assert sum(page.size for page in found) <= part.total_uncompressed_size


def test_a_file_with_damaged_pages_is_refused_in_words_or_read(tmp_path: Path) -> None:
    random_ = random.Random(6)
    path = saved(tmp_path / "t.parquet", np.arange(3000) % 40, [f"text {n}" for n in range(40)], pa.string())
    honest, part = path.read_bytes(), pa.parquet.read_metadata(path).row_group(0).column(1)
    first = part.dictionary_page_offset
    refused = 0
    for _ in range(40):
        damaged = bytearray(honest)
        for _ in range(random_.randrange(1, 4)):
            damaged[first + random_.randrange(40)] = random_.randrange(256)
        path.write_bytes(damaged)
        try:
            dp.read(path).freeze(tmp_path / "home", KEY)
        except dp.SourceError:
            refused += 1
    assert refused


def test_row_groups_without_rows_and_columns_without_cells_are_read(tmp_path: Path) -> None:
    schema = pa.schema([("c", pa.string()), ("d", pa.string())])
    with pa.parquet.ParquetWriter(tmp_path / "t.parquet", schema) as writer:
        for cells in ([], ["a", "b"], [], [None], ["c" * 100_000, None]):
            writer.write_table(pa.table({"c": cells, "d": [None] * len(cells)}, schema=schema))
    frozen = dp.read(tmp_path / "t.parquet").freeze(tmp_path / "home", KEY)
    assert pa.parquet.read_table(frozen.path)["c"].to_pylist().count(None) == 3
    assert pa.parquet.read_metadata(tmp_path / "t.parquet").num_row_groups == 5


def test_too_many_pages_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = pa.table({name: [f"{name}{place}" for place in range(3000)] for name in "ab"})
    options = {"use_dictionary": False, "data_page_size": 100, "write_batch_size": 10}
    pa.parquet.write_table(table, tmp_path / "t.parquet", row_group_size=1500, **options)
    monkeypatch.setattr(chunk, "PAGES", 100)
    with pytest.raises(dp.SourceError, match="too many pages"):
        dp.read(tmp_path / "t.parquet").freeze(tmp_path / "home", KEY)
    monkeypatch.setattr(chunk, "PAGES", 2000)
    assert dp.read(tmp_path / "t.parquet").freeze(tmp_path / "home", KEY).size


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from Linux")
def test_a_small_file_takes_little_memory_to_refuse(tmp_path: Path) -> None:
    path = saved(tmp_path / "t.parquet", np.zeros(2_000_000), ["x" * 900_000], pa.string(), row_group_size=10**7)
    program = (
        "import re, sys, pathlib, dpcore as dp\n"
        "try: dp.read(sys.argv[1]).freeze(pathlib.Path(sys.argv[2]), b'k' * 32)\n"
        # not `getrusage`, which counts what this process had before it became a program of its own
        "except dp.SourceError: print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, path, tmp_path / "home"], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) < 700_000  # kB, the libraries included
