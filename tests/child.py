"""Programs in processes of their own that start at once: forked from a clean process that has imported the package.

They are killed, signalled and waited for like any other; only the second that imports take is saved.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]
MAIN = sys.modules["__main__"]
IMPORTED = ("dpcore.cli", "duckdb", "pandas", "plotly.graph_objects", "pyarrow.parquet", "sqlalchemy", "sqlglot")
IMPORTED += ("dpcore.desk.desk", "dpcore.tradeoff.composed", "streamlit.web.cli", "uvicorn", "starlette.applications")
servers = multiprocessing.get_context("forkserver")
servers.set_forkserver_preload([__name__, "tests.ledger.world", *IMPORTED])


def run(
    program: tuple[str, str], *args: str, env: Mapping[str, str] | None = None, cwd: Path = ROOT, timeout: float = 120
) -> subprocess.CompletedProcess[bytes]:
    """The end of `python -m name args` or `python -c code args`; program: ("-m", name) or ("-c", code)."""
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        process = _started(program, args, os.environ if env is None else env, cwd, out, err)
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired([*program, *args], timeout)
        return subprocess.CompletedProcess([*program, *args], process.exitcode, out.read_bytes(), err.read_bytes())


def start(
    program: tuple[str, str], *args: str, env: Mapping[str, str], cwd: Path, log: Path
) -> multiprocessing.process.BaseProcess:
    """The same program, started: what it prints is added to `log`."""
    return _started(program, args, env, cwd, log, log)


def _started(
    program: tuple[str, str], args: tuple[str, ...], env: Mapping[str, str], cwd: Path, out: Path, err: Path
) -> multiprocessing.process.BaseProcess:
    # a page whose thread outlived its test may have left itself here, and the new process would run it
    sys.modules["__main__"] = MAIN
    process = servers.Process(target=_run, args=(program, args, dict(env), cwd, out, err))
    process.start()
    return process


def _run(program: tuple[str, str], args: tuple[str, ...], env: dict[str, str], cwd: Path, out: Path, err: Path) -> None:
    """In the new process: what Python itself does with these arguments."""
    for path, stream in ((out, 1), (err, 2)):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(file, stream)
        os.close(file)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    kind, what = program
    sys.argv = ["-c" if kind == "-c" else what, *args]
    try:
        if kind == "-m":
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            main = ModuleType("__main__")
            sys.modules["__main__"] = main
            exec(compile(what, "<string>", "exec"), main.__dict__)
    finally:
        atexit._run_exitfuncs()
