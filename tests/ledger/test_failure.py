"""T3, T4, bad input: locked, read-only, full, not a database, newer. One sentence with a hint, nothing charged."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from dpcore import failpoint
from dpcore.errors import LedgerError
from dpcore.ledger import fold_charge, fold_dataset, journal
from dpcore.ledger.ledger import Ledger, Payment
from dpcore.ledger.store import backend
from tests.ledger.world import (
    DATASET,
    connect,
    debit_after,
    hold_the_lock,
    item,
    limit_pages,
    opened,
    release,
    seen,
    shell,
    start,
)


def charges(ledger: Ledger) -> int:
    return sum(entry.kind == "charge" for entry in ledger.entries(DATASET))


def test_a_busy_ledger_is_refused_and_goes_on_later(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(folder).close()
    monkeypatch.setattr(backend, "BUSY_SECONDS", 0.1)
    ledger = connect(folder)
    process, pipe = start(hold_the_lock, folder)
    assert pipe.recv() == ("held", "")
    with pytest.raises(LedgerError, match=r"The ledger is busy: another process holds it\. Hint: "):
        ledger.charge(DATASET, Payment("owner"), [item("q")])
    assert charges(ledger) == 0
    (folder / "let-go").touch()
    seen(process, pipe)
    ledger.charge(DATASET, Payment("owner"), [item("q")])
    assert charges(ledger) == 1


def fill(folder: Path, way: Callable[..., None]) -> tuple[set[str], Ledger]:
    """What was shown until the disk was full, and some tries longer."""
    ledger, shown, refused = opened(folder), set[str](), 0
    limit_pages(ledger, 3)
    for number in range(200):
        try:
            way(ledger, f"q{number}", lambda key, _: shown.add(key))
        except LedgerError as error:
            assert error.message == "The ledger cannot be written: the disk is full."
            refused += 1
    assert refused > 100
    limit_pages(ledger, None)
    return shown, ledger


def test_a_full_disk_shows_nothing_that_was_not_charged(tmp_path: Path) -> None:
    shown, ledger = fill(tmp_path, release)
    assert len(shown) > 3
    assert shown <= ledger.charged_keys(shown)
    ledger.charge(DATASET, Payment("owner"), [item("room again")])
    assert ledger.verify()


def test_a_full_disk_finds_a_late_debit(tmp_path: Path) -> None:
    shown, ledger = fill(tmp_path, debit_after)
    assert shown - ledger.charged_keys(shown)


def test_a_disk_that_fills_after_the_charge_takes_nothing_back(tmp_path: Path) -> None:
    """The sentence is true before and after a charge."""
    ledger = opened(tmp_path)
    ledger.charge(DATASET, Payment("owner"), [item("q")])
    limit_pages(ledger, 0)
    with pytest.raises(
        LedgerError, match=r"the disk is full\. Hint: Free some disk space, then try again\. Nothing is charged twice"
    ):
        ledger.store({"q": "x" * 100_000})
    limit_pages(ledger, None)
    assert charges(ledger) == 1 and ledger.answer("q") is None
    assert ledger.store({"q": "the answer"}) == {"q": "the answer"} and ledger.verify() == 4


def test_a_failing_commit_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = opened(folder)

    def fail(name: str) -> None:
        if name == "in_charge":
            raise KeyboardInterrupt

    monkeypatch.setattr(failpoint, "_hook", fail)
    with pytest.raises(KeyboardInterrupt):
        ledger.charge(DATASET, Payment("owner"), [item("q")])
    monkeypatch.setattr(failpoint, "_hook", None)
    assert charges(ledger) == 0
    ledger.charge(DATASET, Payment("owner"), [item("q")])
    assert ledger.verify() == 3


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that another user may enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def charge_as_nobody(pipe: Connection, folder: Path) -> None:
    if os.getuid() == 0:
        os.setuid(65534)
    try:
        connect(folder).charge(DATASET, Payment("owner"), [item("q")])
        pipe.send(("charged", ""))
    except LedgerError as error:
        pipe.send((error.message, error.hint))


def test_a_read_only_ledger_is_refused(public_folder: Path) -> None:
    opened(public_folder).close()
    places = [*public_folder.rglob("*"), public_folder]
    for path in places:
        path.chmod(0o555 if path.is_dir() else 0o444)
    ((message, hint),) = seen(*start(charge_as_nobody, public_folder))
    assert message in ("The ledger cannot be written: its file is read-only.", "The ledger's file cannot be opened.")
    assert hint
    for path in reversed(places):
        path.chmod(0o755)
    assert charges(connect(public_folder)) == 0


def test_an_entry_that_would_not_verify_is_not_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise one wrong check would close the ledger for ever."""
    ledger = opened(folder)
    before, standing = ledger.entries(DATASET), ledger.dataset(DATASET).account
    with monkeypatch.context() as patch:
        patch.setattr(fold_charge, "covers", lambda charge, asks, order: False)
        with pytest.raises(LedgerError, match="nothing was charged"):
            ledger.charge(DATASET, Payment("owner"), [item("a")])
    assert ledger.entries(DATASET) == before and ledger.dataset(DATASET).account == standing
    ledger.charge(DATASET, Payment("owner"), [item("a")])
    ledger.close()
    ledger = connect(folder)
    assert charges(ledger) == 1
    ledger.verify()


def test_an_anchor_that_cannot_be_written_shows_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger, shown = opened(folder), []

    def full(handle: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(
        LedgerError, match=r"anchor file cannot be read or written: the disk is full\. Hint: Free some disk space"
    ):
        release(ledger, "q", lambda key, text: shown.append(text))
    assert shown == []
    monkeypatch.undo()
    release(ledger, "q", lambda key, text: shown.append(text))
    assert charges(ledger) == len(shown) == 1


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "murmur.db").write_text("patient,cost\n" * 1000)
    with pytest.raises(LedgerError, match=r"The ledger's file is not a database\. Hint: "):
        connect(tmp_path)
    assert (tmp_path / "murmur.db").read_text().startswith("patient,cost\n")


def test_a_folder_in_the_file_s_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "murmur.db").mkdir()
    with pytest.raises(LedgerError, match="cannot be opened"):
        connect(tmp_path)


@pytest.mark.parametrize(
    "url",
    [
        *("sqlite://", "sqlite:///:memory:", "mysql://host/db", "murmur", ""),
        *("postgresql+psycopg://ann:secret@host", "postgresql://ann:secret@host:port/db"),
    ],
)
def test_an_address_of_no_database_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(LedgerError, match=r"Hint: For example (sqlite:///murmur\.db|postgresql\+psycopg:)") as refused:
        Ledger(url, tmp_path)
    assert "sec" not in str(refused.value)


def test_a_newer_ledger_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "SCHEMA", 2)
    monkeypatch.setattr(fold_dataset, "SCHEMA", 2)
    opened(folder).close()
    monkeypatch.undo()
    with pytest.raises(LedgerError, match="newer version"):
        connect(folder)


def test_a_newer_kind_of_entry_is_refused(folder: Path) -> None:
    ledger = opened(folder)
    with ledger._journal.writing("act") as draft:
        draft.append("entry of tomorrow", "ann", DATASET, {})
        row, draft.row = draft.row, None
    assert row
    with pytest.raises(LedgerError, match="newer version"):
        ledger.charge(DATASET, Payment("owner"), [item("q")])


def test_another_program_s_tables_are_left_alone(folder: Path) -> None:
    with shell(folder) as run:
        run("CREATE TABLE notes (text text)")
        run("INSERT INTO notes VALUES ('keep')")
    opened(folder).close()
    with shell(folder) as run:
        assert run("SELECT * FROM notes") == [("keep",)]


def test_what_is_written_stays_and_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "deep"
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("q", Fraction(1, 7))])
    with ledger._journal._database.transaction() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    for path in (tmp_path / "new", folder, folder / "anchor"):
        assert path.stat().st_mode & 0o777 == 0o700
    for path in (*folder.glob("murmur.db*"), *(folder / "anchor").iterdir()):
        assert path.stat().st_mode & 0o777 == 0o600


def test_a_fork_goes_on_with_a_connection_of_its_own(folder: Path) -> None:
    assert seen(*start(charge_before_and_after_a_fork, folder)) == [("child", "0"), ("parent", "5")]


def charge_before_and_after_a_fork(pipe: Connection, folder: Path) -> None:
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("before")])
    child = os.fork()
    if not child:
        ledger.charge(DATASET, Payment("owner"), [item("in the child")])
        os._exit(0)
    pipe.send(("child", str(os.waitpid(child, 0)[1])))
    ledger.charge(DATASET, Payment("owner"), [item("after")])
    pipe.send(("parent", str(ledger.verify())))
