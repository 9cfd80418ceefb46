"""I13, T5 to T8: what was altered after it was written is refused, never under-charged; without a chain it is not."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from contextlib import AbstractContextManager
from fractions import Fraction
from pathlib import Path

import pytest
import sqlalchemy as sa

import dpcore.ledger.entry
from dpcore.budget.budget import Budget
from dpcore.errors import BudgetError, LedgerError
from dpcore.ledger.ledger import Ledger, Payment, reanchor
from tests.ledger.world import (
    DATASET,
    address,
    back_up,
    charge_and_die,
    connect,
    edit,
    is_file,
    item,
    no_chain,
    opened,
    restore,
    seen,
    shell,
    sound,
    start,
)

FULL = 9
"""Charges that fill the budget of `spent`."""


@pytest.fixture
def spent(folder: Path) -> Path:
    """A folder with a ledger whose budget is used up, closed."""
    return spend(folder)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The same, in one file."""
    folder = spend(tmp_path / "desk")
    assert not (folder / "murmur.db-wal").exists()
    return folder


def spend(folder: Path) -> Path:
    ledger = opened(folder, Budget(mu=0.3))
    for number in range(FULL):
        ledger.charge(DATASET, Payment("owner"), [item(f"q{number}", Fraction(1, 100))])
    ledger.store({"q0": "the answer"})
    ledger.close()
    return folder


def outcome(folder: Path) -> str:
    """What a further charge meets: refused (by the ledger), unaffected (by the budget), or under-charged."""
    try:
        ledger = connect(folder)
        try:
            if ledger.answer("q0") != "the answer":
                return "another answer"
            ledger.charge(DATASET, Payment("owner"), [item("one too many", Fraction(1, 100))])
        finally:
            ledger.close()
    except LedgerError:
        return "refused"
    except BudgetError:
        return "unaffected"
    except Exception:
        return "crashed"
    return "under-charged"


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


def test_bit_flips_are_refused_or_without_effect(file: Path) -> None:
    found = flips(file, anywhere(file), sound())
    assert set(found) == {"refused", "unaffected"}
    assert found["refused"] > 100
    assert set(flips(file, in_the_last_account(file), sound())) == {"refused"}


def test_flips_find_a_ledger_without_a_chain(file: Path) -> None:
    assert flips(file, in_the_last_account(file), no_chain())["under-charged"] > 0


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
        with pytest.raises(LedgerError, match="altered after it was stored"):
            connect(spent).verify()
    else:
        assert outcome(spent) == "refused"


@pytest.mark.parametrize("name", ["the last charge gone", "a larger budget", "another answer"])
def test_the_same_edit_finds_a_ledger_without_a_chain(spent: Path, name: str) -> None:
    edit(spent, EDITS[name])
    with no_chain():
        assert outcome(spent) in ("under-charged", "another answer")


def rewrite(folder: Path) -> list[tuple[int, str]]:
    """A larger budget from the first entry on, with hashes that are right; what an anchor of that would remember."""
    with shell(folder) as run:
        rows = run("SELECT * FROM entries ORDER BY seq")
    previous, statements, marks = rows[0][2], [], [(1, rows[0][2])]
    for row in rows[1:]:
        text = row[7].replace('"limit":', '"limit":9')
        row = (row[0], previous, "", *row[3:7], text)
        previous = dpcore.ledger.entry.digest(row)
        marks.append((row[0], previous))
        quoted = text.replace("'", "''")
        statements.append(
            f"UPDATE entries SET prev = '{row[1]}', hash = '{previous}', payload = '{quoted}' WHERE seq = {row[0]}"
        )
    edit(folder, *statements)
    return marks


def test_a_rewritten_chain_is_not_the_one_that_the_anchor_remembers(spent: Path) -> None:
    rewrite(spent)
    assert outcome(spent) == "refused"


def test_a_rewritten_chain_is_not_the_one_that_a_running_desk_has_read(folder: Path) -> None:
    """Also where the anchor was rewritten with it."""
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("q")])
    marks = rewrite(folder)
    names = [line for line in anchor_of(folder).read_text().splitlines() if line.startswith("# ")]
    anchor_of(folder).write_text("\n".join([*names, *(f"{number} {hashed}" for number, hashed in marks)]) + "\n")
    assert connect(folder).verify() == 3
    with pytest.raises(LedgerError, match="Entry 2 "):
        ledger.verify()


def test_the_first_bad_entry_is_named(spent: Path) -> None:
    edit(spent, *(f"UPDATE entries SET \"user\" = 'eve' WHERE seq = {seq}" for seq in (6, 9)))
    with pytest.raises(LedgerError, match=r"^Entry 6 of the ledger was altered after it was written\."):
        connect(spent)


def test_an_edit_under_a_running_desk_is_refused(folder: Path) -> None:
    ledger = opened(folder)
    for number in range(5):
        ledger.charge(DATASET, Payment("owner"), [item(str(number))])
    edit(folder, "UPDATE entries SET time = 'never' WHERE seq = 4")
    with pytest.raises(LedgerError, match="Entry 4 "):
        ledger.charge(DATASET, Payment("owner"), [item("next")])
    with pytest.raises(LedgerError, match="Entry 4 "):
        ledger.verify()


def test_an_edited_answer_is_refused_when_read(folder: Path) -> None:
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("q")])
    ledger.store({"q": "41"})
    edit(folder, "UPDATE answers SET release = '42'")
    for read in (lambda: ledger.answer("q"), lambda: ledger.answers(DATASET), ledger.verify):
        with pytest.raises(LedgerError, match="paid for by entry 3 of the ledger was altered after it was stored"):
            read()


def test_what_is_kept_about_rows_is_held_against_the_chain(folder: Path) -> None:
    ledger = opened(folder)
    edit(folder, """UPDATE frozen SET rows = '{"path":"other.parquet"}'""")
    for read in (lambda: ledger.rows(DATASET, 1), lambda: ledger.loads(), ledger.verify):
        with pytest.raises(LedgerError, match="was altered after it was written"):
            read()


def test_triggers_forbid_the_accident(folder: Path) -> None:
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("q")])
    ledger.store({"q": "41"})
    acts = {"entries": "time = 'never'", "answers": "time = 'never'", "frozen": "version = 2"}
    more = [] if is_file(folder) else ["TRUNCATE {}"]
    for table, change in acts.items():
        for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET {change}", *(one.format(table) for one in more)):
            with pytest.raises(sa.exc.SQLAlchemyError, match="append-only"), shell(folder) as run:
                run(statement)


def restore_old_backup(folder: Path) -> None:
    """Yesterday's database comes back after five more charges."""
    opened(folder, Budget(mu=0.3)).close()
    for start_at, stop in ((0, 1), (1, 9)):
        ledger = connect(folder)
        for number in range(start_at, stop):
            ledger.charge(DATASET, Payment("owner"), [item(f"q{number}", Fraction(1, 100))])
            ledger.store({f"q{number}": "the answer"})
        ledger.close()
        if not start_at:
            back_up(folder)
    restore(folder)


def test_an_old_backup_is_refused(folder: Path) -> None:
    restore_old_backup(folder)
    with pytest.raises(LedgerError, match="older copy: it ends at entry 4, but entry 20 was written"):
        connect(folder)


def test_an_old_backup_finds_a_ledger_without_a_chain(folder: Path) -> None:
    restore_old_backup(folder)
    with no_chain():
        assert outcome(folder) == "under-charged"


def test_an_old_backup_under_a_running_desk_is_refused_by_the_next(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    ledger.charge(DATASET, Payment("owner"), [item("a")])
    backup = tmp_path / "backup.db"
    with sqlite3.connect(tmp_path / "murmur.db") as source, sqlite3.connect(backup) as target:
        source.backup(target)
    source.close()
    target.close()
    ledger.charge(DATASET, Payment("owner"), [item("b")])
    backup.replace(tmp_path / "murmur.db")
    for rest in ("-wal", "-shm"):
        (tmp_path / f"murmur.db{rest}").unlink()
    with pytest.raises(LedgerError):
        connect(tmp_path)


def lose_the_wal(folder: Path, before: int) -> None:
    """Some charges in the file, twenty in the write-ahead log, a power cut, and the log is not copied."""
    ledger = opened(folder)
    for number in range(before):
        ledger.charge(DATASET, Payment("owner"), [item(str(number))])
    ledger.close()
    assert len(seen(*start(charge_and_die, folder, 20))) == 20
    (folder / "murmur.db-wal").unlink()


def test_a_lost_log_is_refused(tmp_path: Path) -> None:
    lose_the_wal(tmp_path, 3)
    with pytest.raises(LedgerError, match="older copy: it ends at entry 5, but entry 25 was written"):
        connect(tmp_path)


def test_a_lost_log_finds_a_ledger_without_a_chain(tmp_path: Path) -> None:
    lose_the_wal(tmp_path, 3)
    with no_chain():
        assert connect(tmp_path).standing(DATASET).fraction_left > 0.99


def test_an_emptied_database_is_not_a_new_one(file: Path) -> None:
    (file / "murmur.db").write_bytes(b"")
    with pytest.raises(LedgerError, match="its anchor file contains"):
        connect(file)
    (file / "murmur.db").unlink()
    with pytest.raises(LedgerError, match="its anchor file contains"):
        connect(file)


def test_another_home_does_not_know_the_ledger(spent: Path) -> None:
    elsewhere = spent / "elsewhere"
    with pytest.raises(LedgerError, match=r"anchor file is missing\. Hint: Use the home folder .*MURMUR_HOME"):
        Ledger(address(spent), elsewhere)
    reanchor(address(spent), elsewhere, "owner")
    Ledger(address(spent), elsewhere).verify()
    assert outcome(spent) == "unaffected", "the first home goes on beside it"


def anchor_of(folder: Path) -> Path:
    (path,) = (folder / "anchor").iterdir()
    return path


def test_no_anchor_no_release(folder: Path) -> None:
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("q")])
    anchor_of(folder).unlink()
    with pytest.raises(LedgerError, match="anchor file is missing"):
        ledger.charge(DATASET, Payment("owner"), [item("r")])
    with pytest.raises(LedgerError, match="anchor file is missing"):
        connect(folder)


@pytest.mark.parametrize("text", [b"", b'# "here"\n', b"12 zz\n", b"\0\0\0\0\n", b"nonsense\n"])
def test_a_spoilt_anchor_is_refused(spent: Path, text: bytes) -> None:
    anchor_of(spent).write_bytes(text)
    with pytest.raises(LedgerError, match="anchor file"):
        connect(spent)


def test_a_torn_line_of_the_anchor_is_a_crash_and_no_harm(folder: Path) -> None:
    opened(folder).close()
    with anchor_of(folder).open("ab") as file:
        file.write(b"3 01234")
    ledger = connect(folder)
    ledger.charge(DATASET, Payment("owner"), [item("q")])
    assert ledger.verify() == 3
    assert anchor_of(folder).read_bytes().endswith(f"\n3 {ledger.entries()[-1].hash}\n".encode())


def test_an_edited_line_of_the_anchor_is_found_by_verify(folder: Path) -> None:
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("q")])
    ledger.close()
    lines = anchor_of(folder).read_text().splitlines(keepends=True)
    lines[2] = f"2 {'0' * 64}\n"
    anchor_of(folder).write_text("".join(lines))
    with pytest.raises(LedgerError, match="Entry 2 of the ledger"):
        connect(folder).verify()


def test_the_owner_can_accept_an_old_copy_and_it_is_chained(folder: Path) -> None:
    restore_old_backup(folder)
    reanchor(address(folder), folder, "owner")
    ledger = connect(folder)
    assert [entry.kind for entry in ledger.entries()][-1] == "reanchor"
    ledger.charge(DATASET, Payment("owner"), [item("next")])
    assert ledger.verify() == 6
    assert len(list((folder / "anchor").glob("*.until-*"))) == 1


def test_the_owner_can_begin_anew_where_everything_was_lost(file: Path) -> None:
    (file / "murmur.db").unlink()
    reanchor(f"sqlite:///{file}/murmur.db", file, "owner")
    assert connect(file).datasets() == []


def test_a_moved_desk_is_the_same_desk(file: Path, tmp_path: Path) -> None:
    file.rename(tmp_path / "moved")
    assert outcome(tmp_path / "moved") == "unaffected"


def loses(folder: Path, way: str) -> None:
    """The database of a folder is emptied or goes."""
    for rest in ("-wal", "-shm"):
        (folder / f"murmur.db{rest}").unlink(missing_ok=True)
    (folder / "murmur.db").write_bytes(b"") if way == "emptied" else (folder / "murmur.db").unlink()


def first_version(folder: Path) -> Path:
    """The anchor as the first version wrote it: one location, absolute."""
    anchor = anchor_of(folder)
    lines = anchor.read_text().splitlines(keepends=True)
    anchor.write_text("".join([lines[0], *(line for line in lines if not line.startswith("# "))]))
    return folder


@pytest.mark.parametrize("way", ["emptied", "gone"])
@pytest.mark.parametrize("moves", [1, 2])
@pytest.mark.parametrize("old", [False, True], ids=["today's anchor", "the first version's"])
@pytest.mark.parametrize("opens", [True, False], ids=["opened there", "not opened there"])
def test_a_moved_home_keeps_its_anchor_s_memory(
    file: Path, tmp_path: Path, way: str, moves: int, old: bool, opens: bool
) -> None:
    if old:
        first_version(file)
        outcome(file)  # opening it once with this version is enough
    for move in range(moves):
        file = file.rename(tmp_path / f"moved{move}")
        if opens:
            assert outcome(file) == "unaffected"
    loses(file, way)
    with pytest.raises(LedgerError, match="its anchor file contains"):
        connect(file)
    reanchor(address(file), file, "owner")
    assert connect(file).datasets() == []


@pytest.mark.parametrize("way", ["emptied", "gone"])
def test_home_and_database_beside_each_other_move_together(tmp_path: Path, way: str) -> None:
    both = tmp_path / "both"
    both.mkdir()
    spend(both).joinpath("anchor").rename(both / "anchor-of-home")
    (both / "home").mkdir()
    (both / "anchor-of-home").rename(both / "home" / "anchor")
    Ledger(address(both), both / "home").close()
    both = both.rename(tmp_path / "elsewhere")
    loses(both, way)
    with pytest.raises(LedgerError, match="its anchor file contains"):
        Ledger(address(both), both / "home")


@pytest.mark.parametrize("torn", ["#", "# ", '# "/mo', "3", "3 0a"])
def test_a_name_torn_by_a_crash_is_no_harm(file: Path, tmp_path: Path, torn: str) -> None:
    with anchor_of(file).open("a") as anchor:
        anchor.write(torn)
    file = file.rename(tmp_path / "moved")
    assert outcome(file) == outcome(file) == "unaffected"
    ledger = connect(file)
    ledger.rename(DATASET, "owner", "new")
    assert ledger.verify() and connect(file).verify()


def test_who_cannot_write_the_anchor_can_look(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = file.rename(tmp_path / "moved")
    before = anchor_of(file).read_bytes()

    def fail(*arguments: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.write", fail)
    assert connect(file).answer("q0") == "the answer"
    monkeypatch.undo()
    assert anchor_of(file).read_bytes() == before
    connect(file).close()
    assert anchor_of(file).read_bytes() != before


def test_an_old_first_version_s_anchor_moved_learns_where_it_is(file: Path, tmp_path: Path) -> None:
    file = first_version(file).rename(tmp_path / "moved")
    assert outcome(file) == "unaffected"
    loses(file, "gone")
    with pytest.raises(LedgerError, match="its anchor file contains"):
        connect(file)


def test_a_home_may_have_ledgers_of_several_databases(file: Path) -> None:
    other = Ledger(f"sqlite:///{file}/other.db", file)
    assert other.datasets() == [] and other.verify() == 1
    other.close()
    assert outcome(file) == "unaffected"
    before = [path.read_bytes() for path in sorted((file / "anchor").iterdir())]
    assert outcome(file) == "unaffected"
    assert before == [path.read_bytes() for path in sorted((file / "anchor").iterdir())], "nothing is written twice"
