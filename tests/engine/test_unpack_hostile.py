"""Files that are damaged, locked, or made to harm: one sentence for all, nothing left, and a sandbox that holds."""

from __future__ import annotations

import gzip
import stat
import threading
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dpcore import sandbox
from dpcore.engine.source import unpack as unpacking
from dpcore.engine.source.read import read
from dpcore.engine.source.reading import USUAL
from dpcore.engine.source.unpack import Storage, unpack
from dpcore.errors import SheetError, SourceError
from dpcore.stop import Stopped, obeying
from tests.engine.packed import PACKED, XLS, as_csv, as_xlsx, as_zip, changed

CANARY = "canary4711"
LINK = zipfile.ZipInfo("visits.csv")
LINK.external_attr = (stat.S_IFLNK | 0o777) << 16
MUTATED = {
    "t.csv.gz": gzip.compress(as_csv()),
    "t.zip": PACKED["visits.zip"],
    "t.xlsx": as_xlsx(),
    "t.xls": XLS.read_bytes(),
    **{f"t{suffix}": PACKED[f"visits{suffix}"] for suffix in (".dta", ".sav", ".xpt")},
}


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, of this test alone."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def refused(path: Path) -> bool:
    """Whether a file is refused, which may only be in the one sentence."""
    try:
        unpack(path, USUAL, Storage()).remove()
    except SheetError:
        return False
    except SourceError as error:
        assert (error.message, error.hint) == unpacking._CANNOT and error.__cause__ is None
        assert error.__suppress_context__ or error.__context__ is None
        return True
    return False


def left(temporary: Path) -> list[Path]:
    return [*temporary.glob("murmur-*/*")]


def encrypted() -> bytes:
    """An archive whose member says that it is encrypted."""
    data = bytearray(as_zip({"t.csv": CANARY.encode()}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    return bytes(data)


def cfb() -> bytes:
    """How an encrypted workbook begins: a compound file, of which the rest is unknown."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + XLS.read_bytes()[24:512] + bytes(4096)


def nested(depth: int = 4) -> bytes:
    data = as_zip({"t.csv": bytes(10**6)})
    for _ in range(depth):
        data = as_zip({"t.zip": data})
    return data


BAD: dict[str, tuple[str, Callable[[], bytes]]] = {
    "empty gz": ("t.csv.gz", lambda: b""),
    "no gz": ("t.csv.gz", lambda: CANARY.encode()),
    "gz of zeros": ("t.csv.gz", lambda: gzip.compress(bytes(3 * 10**8), 1)),
    "gz of gz": ("t.csv.gz", lambda: gzip.compress(gzip.compress(as_csv()))),
    "gz of a workbook": ("t.xlsx.gz", lambda: gzip.compress(as_xlsx())),
    "gz of another kind": ("t.json.gz", lambda: gzip.compress(b"{}")),
    "gz that is no Parquet": ("t.parquet.gz", lambda: gzip.compress(as_csv())),
    "gz with a tail": ("t.csv.gz", lambda: gzip.compress(as_csv()) + CANARY.encode()),
    "empty zip": ("t.zip", lambda: as_zip({})),
    "zip of zeros": ("t.zip", lambda: as_zip({"t.csv": bytes(10**8)})),
    "zip of zips": ("t.zip", nested),
    "zip in the name of a table": ("t.zip", lambda: as_zip({"t.csv": nested(0)})),
    "two members": ("t.zip", lambda: as_zip({"a.csv": as_csv(), "b.csv": as_csv()})),
    "no table": ("t.zip", lambda: as_zip({"t.exe": b"MZ"})),
    "a link": ("t.zip", lambda: as_zip([(LINK, b"/etc/passwd")])),
    "encrypted zip": ("t.zip", encrypted),
    "no workbook": ("t.xlsx", lambda: CANARY.encode()),
    "no workbook in a zip": ("t.xlsx", lambda: as_zip({"a.csv": as_csv()})),
    "encrypted workbook": ("t.xlsx", cfb),
    "a cell at the end of the sheet": (
        "t.xlsx",
        lambda: changed(
            as_xlsx(), b"</sheetData>", b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
        ),
    ),
    "a sheet of blanks": ("t.xlsx", lambda: changed(as_xlsx(), b"</sheetData>", b"<!--" + b" " * 10**7)),
    "no Stata": ("t.dta", lambda: CANARY.encode()),
    "no SPSS": ("t.sav", lambda: CANARY.encode()),
    "no SAS": ("t.xpt", lambda: b""),
}


@pytest.mark.sample(8)
@pytest.mark.parametrize("kind", BAD)
def test_one_sentence_for_every_file_that_cannot_be_unpacked(kind: str, tmp_path: Path, temporary: Path) -> None:
    name, made = BAD[kind]
    path = tmp_path / name
    path.write_bytes(made())
    with pytest.raises(SourceError) as caught:
        read(path)
    assert (caught.value.message, caught.value.hint) == unpacking._CANNOT and CANARY not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    assert not left(temporary)


@pytest.mark.parametrize("name", ["../up.csv", "/absolute.csv", "a/../../up.csv", "..\\up.csv", "é.csv"])
def test_the_name_of_a_member_is_no_path(name: str, tmp_path: Path) -> None:
    path = tmp_path / "in" / "t.zip"
    path.parent.mkdir()
    path.write_bytes(as_zip({name: as_csv()}))
    before = {*tmp_path.rglob("*.csv"), *Path("/").glob("*.csv")}
    assert len(read(path).columns) == 7
    assert {*tmp_path.rglob("*.csv"), *Path("/").glob("*.csv")} == before


def test_a_huge_declared_dimension_costs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    path.write_bytes(changed(as_xlsx(), b'<dimension ref="A1:G21"', b'<dimension ref="A1:XFD1048576"'))
    assert len(read(path).columns) == 7


def test_output_is_counted(tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(as_csv() * 100))
    assert not refused(path)
    with pytest.raises(SourceError):
        unpack(path, USUAL, Storage(most=100_000))
    monkeypatch.setattr(unpacking, "SMALL", 0)
    assert refused(path), "more than 20 times the file"
    monkeypatch.setattr(unpacking, "TIMES", 1000)
    assert not refused(path) and not left(temporary)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", MUTATED)
def test_a_file_that_is_cut_short_is_never_a_shorter_table(name: str, tmp_path: Path, temporary: Path) -> None:
    data = MUTATED[name]

    def cut(part: int) -> bool:
        path = tmp_path / f"{part}{name}"
        path.write_bytes(data[: len(data) * part // 50])
        return refused(path)

    with ThreadPoolExecutor(2) as executor:
        found = [*executor.map(cut, range(51))]
    assert found[-1] is False and not left(temporary)
    assert [part for part, was in enumerate(found[:-1]) if not was] == []


def mutants(name: str, count: int, seed: int, folder: Path) -> int:
    """How many of so many changed files are refused. Whatever happens, only the one sentence comes out."""
    data, random = MUTATED[name], Random(seed)
    changes = [
        [(random.randrange(len(data)), random.randrange(256)) for _ in range(random.choice((1, 2, 8, 64)))]
        for _ in range(count)
    ]

    def mutant(place: int) -> bool:
        changed_data = bytearray(data)
        for at, byte in changes[place]:
            changed_data[at] = byte
        path = folder / f"{place}{name}"
        path.write_bytes(changed_data)
        try:
            return refused(path)
        finally:
            path.unlink()

    with ThreadPoolExecutor(2) as executor:
        return sum(executor.map(mutant, range(count)))


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", MUTATED)
def test_a_changed_file_is_read_or_refused(name: str, tmp_path: Path, temporary: Path) -> None:
    assert 0 < mutants(name, 40, 1, tmp_path) <= 40
    assert not left(temporary)


@pytest.mark.audit
@pytest.mark.parametrize("name", MUTATED)
def test_ten_thousand_changed_files_are_read_or_refused(name: str, tmp_path: Path, temporary: Path) -> None:
    assert mutants(name, 10_000, 2, tmp_path) > 0
    assert not left(temporary)


SCRIPT = """
import importlib.util, os, sys
from pathlib import Path
spec = importlib.util.spec_from_file_location("unpacker", {unpacker!r})
unpacker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(unpacker)
import ctypes, signal, socket, subprocess, threading, time, resource
def hostile(file, output, asked):
    global granted
    granted = output._granted
    {body}
    output.head(".csv")
    output.write(b"a,b\\n1,2\\n")
unpacker.ungzip = hostile
code = 1
try:
    unpacker.main()
    code = 0
finally:
    os._exit(code)
"""
NOTHING_ELSE = [
    "open({other!r}).read()",
    "os.stat({other!r})",
    "os.listdir('/proc')",
    "open('/etc/passwd').read()",
    "open({folder!r} + '/new', 'w').write('1')",
    "os.mkdir({folder!r} + '/new')",
    "os.open('/proc/self/fd/0', os.O_RDONLY)",
    "socket.socket()",
    "os.fork()",
    "threading.Thread(target=int).start()",
    "subprocess.check_call(['true'])",
    "os.kill(os.getppid(), 0)",
    "os.pipe()",
    "resource.setrlimit(resource.RLIMIT_AS, (2**40, 2**40))",
    "bytearray(2**30)",
    "ctypes.string_at(4096 * 12345)",
    "os.abort()",
    "exit(1)",
    "[output.write(bytes(2**20)) for _ in range(2**20)]",
]


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """A file that is unpacked by a process which does something else as well."""

    def made(body: str) -> Path:
        script = tmp_path / "script.py"
        unpacker = str(Path(unpacking.__file__).with_name("unpacker.py"))
        script.write_text(SCRIPT.format(unpacker=unpacker, body=body))
        monkeypatch.setattr(unpacking, "_SCRIPT", script)
        path = tmp_path / "t.csv.gz"
        path.write_bytes(gzip.compress(as_csv()))
        return path

    return made


@pytest.fixture(scope="module")
def granted(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skips where the system does not grant all protections."""
    from dpcore.release import block

    if block.granted_protections((tmp_path_factory.mktemp("hidden"),)) != 31:
        pytest.skip("this system does not grant the protections")


def test_a_process_that_does_nothing_else_is_heard(hostile: Callable[[str], Path], granted: None) -> None:
    """Without this, the tests below would hold for a script that never runs."""
    assert not refused(hostile("assert granted == 31 and file.read()"))


@pytest.mark.sample(6)
@pytest.mark.parametrize("body", NOTHING_ELSE)
def test_the_process_can_do_nothing_else(
    body: str, hostile: Callable[[str], Path], granted: None, tmp_path: Path, temporary: Path
) -> None:
    (tmp_path / "other").write_text("5")
    path = hostile(body.format(other=str(tmp_path / "other"), folder=str(temporary)))
    begin = time.monotonic()
    assert refused(path) and time.monotonic() - begin < 30
    assert not left(temporary) and not (temporary / "new").exists()


@pytest.mark.parametrize(
    ("bits", "heard"), [(0, False), (23, False), (15, False), (25, False), (28, True), (26, True), (31, True)]
)
def test_no_file_is_read_without_protection(
    bits: int, heard: bool, hostile: Callable[[str], Path], tmp_path: Path, temporary: Path
) -> None:
    path = hostile("pass")
    script = (tmp_path / "script.py").read_text()
    less = """
load = unpacker._load
def less(path):
    module = load(path)
    if path.stem == "protection":
        module.isolate = lambda *_: BITS & 3
        module.restrict = lambda *_: BITS & 28
    return module
unpacker._load = less
code = 1
""".replace("BITS", str(bits))
    (tmp_path / "script.py").write_text(script.replace("code = 1\n", less, 1))
    if heard:
        assert not refused(path)
        return
    with pytest.raises(SourceError, match="cannot protect your files"):
        read(path)
    assert not left(temporary)


def test_nothing_is_inherited_but_the_file_and_the_pipe(
    hostile: Callable[[str], Path], granted: None, tmp_path: Path
) -> None:
    held = "[i for i in range(999) if {holds}]"
    holds = "ctypes.CDLL(None).fcntl(i, 1) >= 0"
    with (tmp_path / "open").open("w"):
        for count, heard in ((5, True), (4, False)):
            path = hostile(f"assert len({held.format(holds=holds)}) == {count} and 'HOME' not in os.environ")
            assert refused(path) is not heard


def test_time_is_limited(hostile: Callable[[str], Path], temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "SECONDS", 1)
    assert refused(hostile("while True: pass"))
    monkeypatch.setattr(unpacking, "LATEST", 1.0)
    assert refused(hostile("time.sleep(600)"))
    assert refused(hostile("while True: time.sleep(.05); output.write(b'x'); output._file.flush()"))
    assert not left(temporary)


def test_a_cancelled_load_ends_the_process(hostile: Callable[[str], Path], temporary: Path) -> None:
    stop = threading.Event()
    path = hostile("time.sleep(600)")
    threading.Timer(0.5, stop.set).start()
    begin = time.monotonic()
    with pytest.raises(Stopped), obeying(stop, "stopped", ""):
        read(path)
    assert time.monotonic() - begin < 20 and not left(temporary)


def test_a_process_that_has_written_everything_must_end(
    hostile: Callable[[str], Path], temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = "output.head('.csv'); output.write(b'a,b'); output._file.flush(); os.close(output._file.fileno())"
    path, stop = hostile(f"{body}; time.sleep(600)"), threading.Event()
    threading.Timer(1, stop.set).start()
    begin = time.monotonic()
    with pytest.raises(Stopped), obeying(stop, "stopped", ""):
        read(path)
    assert time.monotonic() - begin < 20 and not left(temporary)
    monkeypatch.setattr(unpacking, "_GRACE", 0.2)
    assert refused(path) and not left(temporary)


HEADS = [
    b"[1, 2, 3]",
    b"{}",
    b'{"kind": ".csv", "sheets": 3, "titles": null}',
    b'{"kind": "/../up", "sheets": [], "titles": null}',
    b'{"kind": ["x"], "sheets": [], "titles": null}',
    b'{"kind": "", "sheets": [null], "titles": null}',
    b'{"kind": "", "sheets": [], "titles": null}',
    b'{"kind": "", "sheets": "abc", "titles": null}',
    b'{"kind": ".csv", "sheets": [], "titles": "1"}',
    b'{"kind": ".csv", "sheets": [], "titles": -1}',
    b'{"kind": ".csv", "sheets": [], "titles": true}',
    b'{"kind": "", "sheets": ["\\ud800", "b"], "titles": null}',
    b"\xff\xfe",
    b"[" * 100_000,
    b"1" * 10_000,
]


@pytest.mark.sample(4)
@pytest.mark.parametrize("head", HEADS, ids=range(len(HEADS)))
def test_a_process_that_was_taken_over_says_nothing_else(
    head: bytes, hostile: Callable[[str], Path], temporary: Path
) -> None:
    written = f"output._file.write({len(head)}.to_bytes(4, 'big') + {head[:20]!r} + {head[20:21]!r} * {len(head) - 20})"
    if len(head) < 1000:
        written = f"output._file.write({len(head)}.to_bytes(4, 'big') + {head!r})"
    assert refused(hostile(written + "; output._file.flush(); os._exit(0)"))
    assert not left(temporary)


def test_a_head_of_four_gigabytes_is_not_read(hostile: Callable[[str], Path], temporary: Path) -> None:
    assert refused(hostile("output._file.write(b'\\xff' * 4); output._file.flush(); time.sleep(60)"))
    assert not left(temporary)


def test_room_is_left_on_the_disk(tmp_path: Path, temporary: Path) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(as_csv()))
    with pytest.raises(SourceError, match="the disk is full"):
        unpack(path, USUAL, Storage(room=len(as_csv()) - 1))
    assert not left(temporary)
    unpack(path, USUAL, Storage(room=len(as_csv()))).remove()


def test_a_full_disk_is_said(tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise OSError(28, "No space left on device")

    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(as_csv()))
    monkeypatch.setattr(unpacking.os, "fdopen", full)
    with pytest.raises(SourceError, match="the disk is full"):
        read(path)
    assert not left(temporary)


def test_the_modules_of_the_sandbox_are_where_scripts_look_for_them() -> None:
    assert {path.stem for path in sandbox.FOLDER.glob("*.py")} >= {"protection", "filter"}
