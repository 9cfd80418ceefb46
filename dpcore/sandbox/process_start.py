"""Starts and ends a process of the sandbox: an isolated interpreter that runs one script and inherits two pipes."""

from __future__ import annotations

import contextlib
import os
import signal
import site
import subprocess
import sys
from pathlib import Path
from typing import Final

_ONE_THREAD: Final = tuple(f"{name}_NUM_THREADS" for name in ("OPENBLAS", "OMP", "MKL", "NUMEXPR", "ARROW"))


def start(script: Path, *inherited: int) -> subprocess.Popen[bytes]:
    """A new process, in a session and with an environment of its own. inherited: further descriptors for it."""
    return subprocess.Popen(
        [sys.executable, "-I", "-B", str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd="/",
        env={"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"} | dict.fromkeys(_ONE_THREAD, "1"),
        close_fds=True,
        pass_fds=inherited,
        start_new_session=True,
    )


def end(process: subprocess.Popen[bytes]) -> None:
    """Kills a process and whatever it has started, and closes its pipes."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    process.wait()


def places() -> list[str]:
    """The folders of installed packages, as absolute paths. Not the folder of a script, which may contain data."""
    user = [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    found = (sys.prefix, sys.base_prefix, *site.getsitepackages(), *user)
    return [place for place in dict.fromkeys(map(os.path.abspath, found)) if os.path.isdir(place)]
