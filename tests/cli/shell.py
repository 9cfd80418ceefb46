"""The command line, from a folder that is not the project's: in this process, or `python -m dpcore` in its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import dpcore as dp
from dpcore.cli import main
from dpcore.present.file import plan_file
from dpcore.table.sample import sample
from tests.child import run

ROOT = Path(__file__).parents[2]

# Runs the command with a signal at one named point: kill -9, or Ctrl-C, which is waited for until it is heard.
_AT = """\
import os, signal, sys, threading
from dpcore import failpoint
from dpcore.cli import main, say
heard, note = threading.Event(), say.note
def said(text):
    note(text)
    if text == "stopping":
        heard.set()
def hook(name):
    if name == {point!r}:
        os.kill(os.getpid(), signal.{signal})
        assert heard.wait(60)
say.note, failpoint._hook = said, hook
sys.exit(main())
"""


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class Shell:
    """A shell whose desk is in `home` and whose working folder is `folder`."""

    folder: Path
    home: Path

    def __call__(self, *args: str, **env: str) -> Done:
        """Run to the end in this process, with nobody at the keyboard."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
        with (
            mock.patch.dict(os.environ, {**self.env, **env}, clear=True),
            mock.patch.object(sys, "stdin", io.StringIO()),
            contextlib.chdir(self.folder),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                code = main(args)
            except SystemExit as stopped:
                code = int(stopped.code or 0)
        return Done(code, *(_read(stream) for stream in (out, err)))

    def signalled(self, *args: str, at: str, sent: str = "SIGKILL") -> Done:
        """Run in a process of its own, to which the signal `sent` comes at the failpoint `at`."""
        done = run(("-c", _AT.format(point=at, signal=sent)), *args, env=self.env, cwd=self.folder)
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def process(self, *args: str, stdin: bytes | None = None, **env: str) -> Done:
        """Run to the end as from a terminal that shows nothing."""
        process = self.start(*args, **env)
        out, err = process.communicate(stdin, timeout=120)
        return Done(process.returncode, out.decode(), err.decode())

    def start(self, *args: str, **env: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dpcore", *args],
            cwd=self.folder,
            env=self.env | env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def attended(self, *args: str, answer: str) -> Done:
        """Run at a terminal where somebody answers; what is said on stderr goes there too."""
        main, terminal = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "dpcore", *args],
            cwd=self.folder,
            env=self.env,
            stdin=terminal,
            stdout=subprocess.PIPE,
            stderr=terminal,
        )
        os.close(terminal)
        os.write(main, answer.encode() + b"\n")
        out, _ = process.communicate(timeout=120)
        os.close(main)
        return Done(process.returncode, out.decode(), "")

    @property
    def env(self) -> Mapping[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("MURMUR_")}
        return {**kept, "PYTHONPATH": str(ROOT), "MURMUR_HOME": str(self.home), "HOME": str(self.folder)}

    def desk(self) -> dp.Desk:
        return dp.Desk(home=self.home)

    def plan(self, plan: dp.Plan, name: str = "plan.json") -> str:
        """Write a plan file and return its name."""
        (self.folder / name).write_bytes(plan_file.to_json(plan))
        return name

    def entries(self) -> list[str]:
        """The kinds of the sample's entries in the ledger."""
        with self.desk() as desk:
            return [entry.kind for entry in desk.ledger("sample")]


def _read(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode()  # type: ignore[attr-defined]


PLAN = dp.Plan([dp.Ask(dp.Count(by=["ward"])), dp.Ask(dp.Mean("cost"), weight=2)], mu=0.08)


def with_sample(shell: Shell, name: str = "sample") -> None:
    """Open the sample table."""
    public = sample()
    with shell.desk() as desk:
        desk.add_dataset(
            name,
            dp.read(public.rows),
            schema=public.schema,
            unit=public.unit,
            budget=dp.Budget(epsilon=1.0, delta=1e-6),
            expected_rows=public.expected_rows,
            synthetic=True,
        )
