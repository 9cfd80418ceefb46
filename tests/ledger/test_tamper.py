"""I13, T5 to T8: what is not what was written is refused, never under-charged; without a chain it is not."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections import Counter
from contextlib import AbstractContextManager
from fractions import Fraction
from pathlib import Path

import pytest

import dpcore.ledger.chain
from dpcore.budget.budget import Budget
from dpcore.errors import BudgetError, LedgerError
from dpcore.ledger.ledger import Ledger, reanchor
from tests.ledger.world import DATASET, charge_and_die, connect, item, no_chain, opened, seen, sound, start

FULL = 9
"""Charges that fill the budget of `spent`."""


@pytest.fixture
def spent(tmp_path: Path) -> Path:
    """A folder with a ledger whose budget is used up, closed and in one file."""
    folder = tmp_path / "desk"
    ledger = opened(folder, Budget(mu=0.3))
    for number in range(FULL):
        ledger.charge(DATASET, "ann", [item(f"q{number}", Fraction(1, 100))])
    ledger.store({"q0": "the answer"})
    ledger.close()
    assert not (folder / "murmur.db-wal").exists()
    return folder


def outcome(folder: Path) -> str:
    """What a further charge meets: refused (by the ledger), unaffected (by the budget), or under-charged."""
    try:
        ledger = connect(folder)
        try:
            if ledger.answer("q0") != "the answer":
                return "another answer"
            ledger.charge(DATASET, "ann", [item("one too many", Fraction(1, 100))])
        finally:
            ledger.close()
    except LedgerError:
        return "refused"
    except BudgetError:
        return "unaffected"
    except Exception:
        return "crashed"
    return "under-charged"


def edit(folder: Path, *statements: str) -> None:
    """What somebody with a SQLite shell can do."""
    connection = sqlite3.connect(folder / "murmur.db")
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def anywhere(folder: Path) -> list[tuple[int, int]]:
    """300 bits of the used bytes of the file: (place, bit)."""
    chance = random.Random(7)
    used = [place for place, byte in enumerate((folder / "murmur.db").read_bytes()) if byte]
    return [(chance.choice(used), chance.randrange(8)) for _ in range(300)]


def in_the_last_account(folder: Path) -> list[tuple[int, int]]:
    """The lower bits of the digits of what was spent, in the last charge."""
    text = (folder / "murmur.db").read_bytes()
    digits = text.index(b":90000000000000000}") + 1
    return [(place, bit) for place in range(digits, digits + 17) for bit in range(4)]


def flips(folder: Path, bits: list[tuple[int, int]], mutant: AbstractContextManager[None]) -> Counter[str]:
    """One bit of the database file after the other, each in a fresh copy."""
    sound_bytes, found = (folder / "murmur.db").read_bytes(), Counter[str]()
    with mutant:
        for place, bit in bits:
            damaged = bytearray(sound_bytes)
            damaged[place] ^= 1 << bit
            for rest in ("-wal", "-shm"):
                (folder / f"murmur.db{rest}").unlink(missing_ok=True)
            (folder / "murmur.db").write_bytes(damaged)
            found[outcome(folder)] += 1
    (folder / "murmur.db").write_bytes(sound_bytes)
    return found


def test_bit_flips_are_refused_or_without_effect(spent: Path) -> None:
    found = flips(spent, anywhere(spent), sound())
    assert set(found) == {"refused", "unaffected"}
    assert found["refused"] > 100
    assert set(flips(spent, in_the_last_account(spent), sound())) == {"refused"}


def test_flips_find_a_ledger_without_a_chain(spent: Path) -> None:
    assert flips(spent, in_the_last_account(spent), no_chain())["under-charged"] > 0


EDITS = {
    "a smaller state": "UPDATE entries SET payload = replace(payload, ':90000', ':10000') WHERE seq = 11",
    "the last charge gone": "DELETE FROM entries WHERE seq >= 11",
    "a charge in the middle gone": "DELETE FROM entries WHERE seq = 5",
    "a larger budget": "UPDATE entries SET payload = replace(payload, '\"limit\":', '\"limit\":9') WHERE seq = 2",
    "everything gone": "DELETE FROM entries",
    "another answer": "UPDATE answers SET release = 'another answer'",
    "no answer": "DELETE FROM answers",
    "a free answer": "INSERT INTO answers VALUES ('one too many', 'free', '')",
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_by_hand_is_refused(spent: Path, name: str) -> None:
    edit(spent, EDITS[name])
    if name == "a free answer":
        with pytest.raises(LedgerError, match="not what was stored"):
            connect(spent).verify()
    else:
        assert outcome(spent) == "refused"


@pytest.mark.parametrize("name", ["the last charge gone", "a larger budget", "another answer"])
def test_the_same_edit_finds_a_ledger_without_a_chain(spent: Path, name: str) -> None:
    edit(spent, EDITS[name])
    with no_chain():
        assert outcome(spent) in ("under-charged", "another answer")


def test_a_rewritten_chain_is_not_the_one_that_the_anchor_remembers(spent: Path) -> None:
    connection = sqlite3.connect(spent / "murmur.db")
    rows = connection.execute("SELECT * FROM entries ORDER BY seq").fetchall()
    connection.close()
    previous, statements = rows[0][2], []
    for row in rows[1:]:
        text = row[7].replace('"limit":', '"limit":9')
        row = (row[0], previous, "", *row[3:7], text)
        previous = dpcore.ledger.chain.digest(row)
        quoted = text.replace("'", "''")
        statements.append(
            f"UPDATE entries SET prev = '{row[1]}', hash = '{previous}', payload = '{quoted}' WHERE seq = {row[0]}"
        )
    edit(spent, *statements)
    assert outcome(spent) == "refused"


def test_the_first_bad_entry_is_named(spent: Path) -> None:
    edit(spent, "UPDATE entries SET user = 'eve' WHERE seq = 6", "UPDATE entries SET user = 'eve' WHERE seq = 9")
    with pytest.raises(LedgerError, match=r"^Entry 6 of the ledger is not what was written\."):
        connect(spent)


def test_an_edit_under_a_running_desk_is_refused(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    for number in range(5):
        ledger.charge(DATASET, "ann", [item(str(number))])
    edit(tmp_path, "UPDATE entries SET time = 'never' WHERE seq = 4")
    with pytest.raises(LedgerError, match="Entry 4 "):
        ledger.charge(DATASET, "ann", [item("next")])
    with pytest.raises(LedgerError, match="Entry 4 "):
        ledger.verify()


def test_an_edited_answer_is_refused_when_read(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    ledger.charge(DATASET, "ann", [item("q")])
    ledger.store({"q": "41"})
    edit(tmp_path, "UPDATE answers SET release = '42'")
    for read in (lambda: ledger.answer("q"), lambda: ledger.answers(DATASET), ledger.verify):
        with pytest.raises(LedgerError, match="paid by entry 3 of the ledger is not what was stored"):
            read()


def test_what_is_kept_about_rows_is_held_against_the_chain(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    edit(tmp_path, """UPDATE frozen SET rows = '{"path":"other.parquet"}'""")
    for read in (lambda: ledger.rows(DATASET, 1), lambda: ledger.fingerprints("owner"), ledger.verify):
        with pytest.raises(LedgerError, match="is not what was written"):
            read()


def test_triggers_forbid_the_accident(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    ledger.charge(DATASET, "ann", [item("q")])
    ledger.store({"q": "41"})
    connection = sqlite3.connect(tmp_path / "murmur.db")
    for table in ("entries", "answers", "frozen"):
        for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET rowid = rowid"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                connection.execute(statement)
    connection.close()


def restore_old_backup(folder: Path) -> None:
    """Yesterday's file comes back after five more charges."""
    opened(folder, Budget(mu=0.3)).close()
    for start_at, stop in ((0, 1), (1, 9)):
        ledger = connect(folder)
        for number in range(start_at, stop):
            ledger.charge(DATASET, "ann", [item(f"q{number}", Fraction(1, 100))])
            ledger.store({f"q{number}": "the answer"})
        ledger.close()
        if not start_at:
            shutil.copy(folder / "murmur.db", folder / "backup.db")
    shutil.copy(folder / "backup.db", folder / "murmur.db")


def test_an_old_backup_is_refused(tmp_path: Path) -> None:
    restore_old_backup(tmp_path)
    with pytest.raises(LedgerError, match="older copy: it ends at entry 4, and entry 20 was written"):
        connect(tmp_path)


def test_an_old_backup_finds_a_ledger_without_a_chain(tmp_path: Path) -> None:
    restore_old_backup(tmp_path)
    with no_chain():
        assert outcome(tmp_path) == "under-charged"


def test_an_old_backup_under_a_running_desk_is_refused_by_the_next(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    ledger.charge(DATASET, "ann", [item("a")])
    backup = tmp_path / "backup.db"
    with sqlite3.connect(tmp_path / "murmur.db") as source, sqlite3.connect(backup) as target:
        source.backup(target)
    source.close()
    target.close()
    ledger.charge(DATASET, "ann", [item("b")])
    backup.replace(tmp_path / "murmur.db")
    for rest in ("-wal", "-shm"):
        (tmp_path / f"murmur.db{rest}").unlink()
    with pytest.raises(LedgerError):
        connect(tmp_path)


def lose_the_wal(folder: Path, before: int) -> None:
    """Some charges in the file, twenty in the write-ahead log, a power cut, and the log is not copied."""
    ledger = opened(folder)
    for number in range(before):
        ledger.charge(DATASET, "ann", [item(str(number))])
    ledger.close()
    assert len(seen(*start(charge_and_die, folder, 20))) == 20
    (folder / "murmur.db-wal").unlink()


def test_a_lost_log_is_refused(tmp_path: Path) -> None:
    lose_the_wal(tmp_path, 3)
    with pytest.raises(LedgerError, match="older copy: it ends at entry 5, and entry 25 was written"):
        connect(tmp_path)


def test_a_lost_log_finds_a_ledger_without_a_chain(tmp_path: Path) -> None:
    lose_the_wal(tmp_path, 3)
    with no_chain():
        assert connect(tmp_path).standing(DATASET).fraction_left > 0.99


def test_an_emptied_database_is_not_a_new_one(spent: Path) -> None:
    (spent / "murmur.db").write_bytes(b"")
    with pytest.raises(LedgerError, match="its anchor remembers"):
        connect(spent)
    (spent / "murmur.db").unlink()
    with pytest.raises(LedgerError, match="its anchor remembers"):
        connect(spent)


def test_another_home_does_not_know_the_ledger(spent: Path, tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="anchor file is missing"):
        Ledger(f"sqlite:///{spent}/murmur.db", tmp_path / "elsewhere")


def anchor_of(folder: Path) -> Path:
    (path,) = (folder / "anchor").iterdir()
    return path


def test_no_anchor_no_release(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    ledger.charge(DATASET, "ann", [item("q")])
    anchor_of(tmp_path).unlink()
    with pytest.raises(LedgerError, match="anchor file is missing"):
        ledger.charge(DATASET, "ann", [item("r")])
    with pytest.raises(LedgerError, match="anchor file is missing"):
        connect(tmp_path)


@pytest.mark.parametrize("text", [b"", b'# "here"\n', b"12 zz\n", b"\0\0\0\0\n", b"nonsense\n"])
def test_a_spoilt_anchor_is_refused(spent: Path, text: bytes) -> None:
    anchor_of(spent).write_bytes(text)
    with pytest.raises(LedgerError, match="anchor file"):
        connect(spent)


def test_a_torn_line_of_the_anchor_is_a_crash_and_no_harm(tmp_path: Path) -> None:
    opened(tmp_path).close()
    with anchor_of(tmp_path).open("ab") as file:
        file.write(b"3 01234")
    ledger = connect(tmp_path)
    ledger.charge(DATASET, "ann", [item("q")])
    assert ledger.verify() == 3
    assert anchor_of(tmp_path).read_bytes().endswith(f"\n3 {ledger.entries()[-1].hash}\n".encode())


def test_an_edited_line_of_the_anchor_is_found_by_verify(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    ledger.charge(DATASET, "ann", [item("q")])
    ledger.close()
    lines = anchor_of(tmp_path).read_text().splitlines(keepends=True)
    lines[2] = f"2 {'0' * 64}\n"
    anchor_of(tmp_path).write_text("".join(lines))
    with pytest.raises(LedgerError, match="Entry 2 of the ledger"):
        connect(tmp_path).verify()


def test_the_owner_can_accept_an_old_copy_and_it_is_chained(tmp_path: Path) -> None:
    restore_old_backup(tmp_path)
    reanchor(f"sqlite:///{tmp_path}/murmur.db", tmp_path, "owner")
    ledger = connect(tmp_path)
    assert [entry.kind for entry in ledger.entries()][-1] == "reanchor"
    ledger.charge(DATASET, "ann", [item("next")])
    assert ledger.verify() == 6
    assert len(list((tmp_path / "anchor").glob("*.until-*"))) == 1


def test_the_owner_can_begin_anew_where_everything_was_lost(spent: Path) -> None:
    (spent / "murmur.db").unlink()
    reanchor(f"sqlite:///{spent}/murmur.db", spent, "owner")
    assert connect(spent).datasets() == []


def test_a_moved_desk_is_the_same_desk(spent: Path, tmp_path: Path) -> None:
    spent.rename(tmp_path / "moved")
    assert outcome(tmp_path / "moved") == "unaffected"
