"""Every exit code, one sentence each, and never a traceback."""

from __future__ import annotations

import signal
import sqlite3
from contextlib import closing

import pytest

import dpcore as dp
from dpcore.cli import run
from dpcore.present.file import plan_file
from tests.cli.shell import PLAN, Shell

HUGE = dp.Plan([dp.Ask(dp.Count())], mu=5.0)


def sentence(done) -> str:
    """The one sentence of a refusal."""
    assert "Traceback" not in done.err and 'File "' not in done.err
    return done.err.splitlines()[0]


def test_help_is_said_with_examples_and_codes(shell: Shell):
    done = shell("--help")
    assert done.code == 0 and done.err == ""
    for word in ("quote", "release", "standing", "ledger", "verify", "share", "examples:", "130"):
        assert word in done.out
    assert shell("release", "--help").code == 0
    assert not shell.home.exists()


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("nosuch",),
        ("quote",),
        ("quote", "a"),
        ("share", "a", "--days", "-1"),
        ("share", "a", "--days", "x"),
        ("share", "a", "--releases", "x", "--last"),
        ("standing", "--js"),
        ("release", "a", "b", "--wrong"),
    ],
    ids=str,
)
def test_used_wrongly(args, capsys):
    with pytest.raises(SystemExit) as stopped:
        run.main(args)
    assert stopped.value.code == run.USAGE
    assert "usage:" in capsys.readouterr().err


def test_refused(untouched: Shell):
    plan, huge = (str(untouched.folder / untouched.plan(*one)) for one in ((PLAN, "plan.json"), (HUGE, "huge.json")))
    for command in ("quote", "release"):
        unknown = untouched(command, "nosuch", plan)
        assert (unknown.code, unknown.out) == (1, "") and "no dataset 'nosuch'" in sentence(unknown)
        assert "cannot be opened" in sentence(untouched(command, "sample", "nosuch.json"))
        assert untouched(command, "sample", huge).code == 1
    refused = untouched("release", "sample", huge, "--yes")
    assert refused.code == 1 and "The budget does not allow this plan." in refused.err and refused.out == ""
    assert "does not allow this plan" in untouched("quote", "sample", huge).out
    for args in (
        ("ledger", "nosuch"),
        ("standing", "nosuch"),
        ("share", "nosuch"),
        ("share", "sample", "--title", "t"),
    ):
        assert untouched(*args).code == 1
    assert untouched("verify", "nosuch.zip").code == untouched("verify", "nosuch.zip", "--trust", "xyz").code == 1
    assert untouched.entries() == ["open"]


def test_a_database_or_home_that_cannot_be_used(tmp_path, untouched: Shell):
    blocked = tmp_path / "file"
    blocked.write_text("")
    for args in (
        ("--home", str(blocked), "standing"),
        ("--database", "nonsense", "standing"),
        ("--database", f"sqlite:///{blocked}/place.db", "standing"),
        ("standing", "--database", "postgresql+psycopg://nobody:secret@127.0.0.1:1/none"),
    ):
        done = untouched(*args)
        assert done.code == 1 and done.out == "" and sentence(done)
        assert "secret" not in done.err


def test_an_output_that_cannot_be_written_is_refused_before_anything_is_charged(untouched: Shell):
    blocked = untouched.folder / "file"
    blocked.write_text("")
    plan = str(untouched.folder / untouched.plan(PLAN))
    done = untouched("release", "sample", plan, "--yes", "--out", str(blocked / "answers"))
    assert done.code == 1 and "cannot be written" in sentence(done)
    assert untouched.entries() == ["open"]


def test_nobody_there_to_confirm(untouched: Shell):
    done = untouched("release", "sample", untouched.plan(PLAN))
    assert (done.code, done.out) == (2, "") and "was not confirmed" in done.err and "--yes" in done.err
    assert untouched.entries() == ["open"]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 1)])
def test_confirmed_at_a_terminal(sampled: Shell, answer: str, code: int):
    done = sampled.attended("release", "sample", sampled.plan(PLAN), answer=answer)
    assert done.code == code and bool(done.out) == (code == 0)
    assert ("charge" in sampled.entries()) == (code == 0)


def test_a_ledger_that_was_altered(sampled: Shell):
    with closing(sqlite3.connect(sampled.home / "murmur.db", isolation_level=None)) as database:
        database.executescript("drop trigger if exists entries_no_update;")
        for (name,) in database.execute("select name from sqlite_master where type = 'trigger'").fetchall():
            database.execute(f'drop trigger "{name}"')
        database.execute("update entries set user = 'mallory' where kind = 'open'")
    done = sampled("ledger", "sample", "--verify")
    assert done.code == 3 and done.out == "" and sentence(done)


def test_a_reader_who_leaves_is_no_trouble(sampled: Shell):
    plan = sampled.plan(PLAN)
    process = sampled.start("release", "sample", plan, "--yes", "--json")
    process.stdout.close()
    with process.stdin, process.stderr:
        err = process.stderr.read().decode()
    assert process.wait(120) == 0 and "Broken" not in err and "Traceback" not in err
    with sampled.desk() as desk:
        assert len(desk.releases("sample")) == 2


def test_a_watcher_who_leaves_is_no_trouble(sampled: Shell):
    process = sampled.start("release", "sample", sampled.plan(PLAN), "--yes", "--json")
    process.stderr.close()
    with process.stdin, process.stdout:
        out = process.stdout.read().decode()
    assert process.wait(120) == 0 and '"releases"' in out


def test_a_terminal_of_few_letters_can_show_it(untouched: Shell):
    done = untouched.process("quote", "sample", untouched.plan(PLAN), PYTHONIOENCODING="ascii")
    assert done.code == 0 and r"\xb1" in done.out


def test_a_failure_inside_tells_its_kind_and_nothing_else(shell: Shell, monkeypatch, capsys):
    def broken(*_: object) -> None:
        raise RuntimeError("row 7 holds Jane Doe")

    monkeypatch.setattr(run.standing, "run", broken)
    assert run.main(["standing"]) == 1
    said = capsys.readouterr()
    assert "RuntimeError" in said.err and "Jane" not in said.err + said.out and "Traceback" not in said.err


def test_an_interruption_before_anything_is_charged(shell: Shell, monkeypatch, capsys):
    monkeypatch.setattr(run.standing, "run", lambda options: signal.raise_signal(signal.SIGINT))
    assert run.main(["standing"]) == 130
    assert capsys.readouterr().err == "Interrupted.\n"


def test_a_plan_from_standard_input(untouched: Shell):
    done = untouched.process("quote", "sample", "-", "--json", stdin=plan_file.to_json(PLAN))
    assert done.code == 0 and done.json["fits"] is True
