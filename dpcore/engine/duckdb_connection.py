"""Restricted DuckDB connections: no access to other files, no extensions, and locked settings."""

from __future__ import annotations

import contextlib
import glob
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dpcore.stop import check, interruptible

if TYPE_CHECKING:
    import duckdb


MEMORY = "4GB"
LOADING = "1GB"


@contextlib.contextmanager
def connect(scratch: Path, *, files: Sequence[Path] = (), memory: str = MEMORY) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection that may read and write below `scratch` and read `files`, and has no other access.

    memory: the memory limit; larger sorts and joins spill to files below `scratch`. Statements are interrupted when
    the work of this thread is stopped.
    """
    import duckdb

    settings = {
        "memory_limit": f"'{memory}'",
        "temp_directory": _text(scratch / "spill"),
        "allowed_directories": _listed([scratch]),
        "allowed_paths": _listed(files),
        # Minimum and maximum in a Parquet file are unverified and ignore NaN; using them could optimise a clamp away.
        "disabled_optimizers": "'statistics_propagation'",
        "TimeZone": "'UTC'",
        "enable_progress_bar": "false",
        "preserve_insertion_order": "false",
        "autoload_known_extensions": "false",
        "autoinstall_known_extensions": "false",
        "allow_community_extensions": "false",
        "allow_persistent_secrets": "false",
        "python_enable_replacements": "false",
        "enable_external_access": "false",
        "lock_configuration": "true",
    }
    check()
    with duckdb.connect(":memory:") as connection:
        connection.execute("; ".join(f"SET {name} = {value}" for name, value in settings.items()))
        with interruptible(connection.interrupt):
            yield connection


def _listed(paths: Sequence[Path]) -> str:
    """Each path twice: as it is, for writing, and with pattern characters escaped, for reading."""
    return f"[{', '.join(_text(Path(name)) for path in paths for name in (path, glob.escape(str(path))))}]"


def _text(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
