"""Runs each measurement in its own process, so that imports and allocations of others do not affect it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import runpy
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.size import SMALL

ONE_AT_A_TIME = threading.Lock()
"""In a small run a child has the streams and arguments of its parent, which may ask from several threads."""


class Failed(Exception):
    """A child process failed; the message is its last line of output. said: all of that."""

    def __init__(self, last: str, said: str = "") -> None:
        super().__init__(last)
        self.said = said


def run(*command: str, environment: Mapping[str, str] | None = None, timeout: float = 3600) -> Any:
    """Run a command and return the JSON in its last line."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            env={**os.environ, **(environment or {})},
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"took more than {timeout:g} s") from None
    if done.returncode:
        said = [line for line in done.stderr.strip().splitlines() if " WARN " not in line]
        last = said[-1] if said and done.returncode > 0 else f"ended with {done.returncode}"
        raise Failed(last, done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def module(name: str, *arguments: object) -> Any:
    """Run a module of this package in Murmur's own environment; in this process where times mean nothing."""
    if SMALL:
        return _here(f"benchmarks.{name}", *map(str, arguments))
    return run(sys.executable, "-m", f"benchmarks.{name}", *map(str, arguments))


def _here(name: str, *arguments: str) -> Any:
    """What a module prints in its last line, without a process of its own."""
    said = io.StringIO()
    with ONE_AT_A_TIME:
        usual, sys.argv = sys.argv, [name, *arguments]
        try:
            with contextlib.redirect_stdout(said):
                runpy.run_module(name, run_name="__main__")
        finally:
            sys.argv = usual
    return json.loads(said.getvalue().splitlines()[-1])


def script(python: Path, path: Path, *arguments: object, environment: Mapping[str, str] | None = None) -> Any:
    """Run a script in another environment."""
    return run(str(python), str(path), *map(str, arguments), environment=environment)


def answer(result: Any) -> None:
    """Print a child's result for its parent."""
    print(json.dumps(result))


def peak() -> int:
    """Peak memory of this process in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux, `ru_maxrss` is at least the size of the process that started this one
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return 1024 * int(line.split()[1])
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else size * 1024
