"""What a function can do in its process: give numbers. Whatever else it tries, the block has the default."""

from __future__ import annotations

import math
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from dpcore.release import block
from dpcore.release.block import child
from dpcore.release.block.process import Child
from dpcore.sandbox import protection
from tests.release.block.quick import LONG, called, lines, program

SHORT = 0.5


@pytest.fixture(scope="module")
def granted(tmp_path_factory: pytest.TempPathFactory) -> int:
    return block.granted_protections((tmp_path_factory.mktemp("hidden"),))


def needs(granted: int, bits: int) -> None:
    if granted & bits != bits:
        pytest.skip("this system does not grant the protection")


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("body", "outputs", "expected"),
    [
        ("x.x.sum()", 1, [3.0]),
        ("[len(x), x.x.max()]", 2, [2.0, 2.0]),
        ("x.x", 2, [1.0, 2.0]),
        ("print('a' * 10**6) or True", 1, [1.0]),
        ("float('inf')", 1, [math.inf]),
    ],
)
def test_numbers_are_heard(body: str, outputs: int, expected: list[float]) -> None:
    assert called(f"def f(x):\n    return {body}", outputs=outputs) == expected


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    "body",
    [
        "1 / 0",
        "None",
        "'3'",
        "[1, 2]",
        "[]",
        "[[1]]",
        "1j",
        "x",
        "10 ** 400",
        "float('nan')",
        "exit(0)",
        "__import__('os')._exit(0)",
        "__import__('os').abort()",
        "__import__('os').write(3, b'x' * 9)",
        "f(x)",
        "bytearray(2 ** 34)",
    ],
)
def test_a_function_that_fails_gives_nothing(body: str) -> None:
    (number,) = called(f"def f(x):\n    return {body}")
    assert math.isnan(number)


@pytest.mark.parametrize(
    "source", ["def f(x):\n    return 1 +", "f = 3", "import nothing_of_this_name\ndef f(x): return 1"]
)
def test_a_source_that_fails_gives_nothing(source: str) -> None:
    assert math.isnan(called(source)[0])


@pytest.mark.parametrize("body", ["while True: pass", "while True: __import__('os').write(3, b'')"])
def test_a_function_that_hangs_gives_nothing(body: str) -> None:
    assert math.isnan(called(f"def f(x):\n    {body}", seconds=SHORT)[0])


def test_an_endless_answer_is_not_read_on() -> None:
    source = "import os\ndef f(x):\n    while True: os.write(3, b'x' * 10_000)"
    assert math.isnan(called(source)[0]), "ends before its time, because a byte too many was read"


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "body",
    [
        "os.fork() + 1",
        "subprocess.call(['true']) + 1",
        "threading.Thread(target=int).start() or 1",
        "os.kill(os.getppid(), 0) or 1",
        "resource.setrlimit(resource.RLIMIT_AS, (2**40, 2**40)) or 1",
        "socket.socket().fileno()",
        "os.utime('/usr') or 1",
        "os.pipe()[0]",
        "os.getpriority(os.PRIO_PROCESS, 1) + 100",
    ],
)
def test_calls_beyond_computing_are_refused(granted: int, body: str) -> None:
    needs(granted, protection.CALLS)
    source = f"import os, subprocess, threading, socket, resource\ndef f(x):\n    return {body}"
    assert math.isnan(called(source)[0])


@pytest.mark.parametrize(
    "body",
    ["open({path!r} + '/a', 'w').write('1')", "os.mkdir({path!r} + '/a') or 1", "os.open({path!r} + '/a', os.O_CREAT)"],
)
def test_nothing_is_written(granted: int, tmp_path: Path, body: str) -> None:
    """In no folder: a file or a folder without content would do to tell the next block."""
    needs(granted, protection.CALLS)
    for folder in (tmp_path, Path("/dev/shm")):
        source = "import os\ndef f(x):\n    return " + body.format(path=str(folder))
        assert math.isnan(called(source)[0])
    assert [*lines(tmp_path)] == []


def test_no_length_is_written_even_without_the_filter() -> None:
    assert called("import resource\ndef f(x):\n    return resource.getrlimit(resource.RLIMIT_FSIZE)", outputs=2) == [
        0,
        0,
    ]


def test_files_of_the_desk_are_neither_read_nor_seen(granted: int, tmp_path: Path) -> None:
    """Nor those of other programs. Modules can be imported."""
    needs(granted, protection.FOLDERS | protection.HIDDEN)
    (tmp_path / "home").mkdir()
    for path in ("home/rows", "other"):
        (tmp_path / path).write_text("5")
    reads = "def f(x):\n    return float(open({!r}).read())"
    assert math.isnan(called(reads.format(str(tmp_path / "home/rows")))[0])
    assert math.isnan(called(reads.format(str(tmp_path / "other")))[0])
    sizes = f"import os\ndef f(x):\n    return os.stat({str(tmp_path / 'home/rows')!r}).st_size"
    assert called(sizes, hidden=[]) == [1.0]
    for path in ("home/rows", "other"):
        sizes = f"import os\ndef f(x):\n    return os.stat({str(tmp_path / path)!r}).st_size"
        assert math.isnan(called(sizes, hidden=[tmp_path / "home"])[0])
    listed = "import os\ndef f(x):\n    return os.path.exists('/proc/self') + os.path.exists('/etc/passwd')"
    assert called(listed, hidden=[tmp_path / "home"]) == [0.0]
    assert (tmp_path / "home/rows").read_text() == "5", "the folder is as it was for everybody else"
    imports = "import scipy.special\ndef f(x):\n    return scipy.special.gamma(5)"
    assert called(imports, hidden=[tmp_path / "home"]) == pytest.approx([24.0])


def test_a_package_is_found_and_the_folder_of_the_script_is_not(
    granted: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A survey beside the script would give every block the rows of all."""
    needs(granted, protection.FOLDERS | protection.HIDDEN)
    package = tmp_path / "script" / "packed"
    package.mkdir(parents=True)
    source = "from packed.beside import two\ndef f(x):\n    return two"
    for name, text in (("__init__", ""), ("beside", "two = 2"), ("own", source)):
        (package / f"{name}.py").write_text(text)
    (tmp_path / "script" / "survey.py").write_text("all_rows = 5")
    monkeypatch.syspath_prepend(tmp_path / "script")
    (tmp_path / "home").mkdir()
    for hidden in ([], [tmp_path / "home"]):
        assert called(source, hidden=hidden, function="packed.own:f") == [2.0]
        for function in ("packed.own:f", "f"):
            surveyed = "import survey\ndef f(x):\n    return survey.all_rows"
            assert math.isnan(called(surveyed, hidden=hidden, function=function)[0])


def test_reading_leaves_no_access_time(granted: int, tmp_path: Path) -> None:
    """It would tell the function of a later block what an earlier one saw. The file is one that no process reads."""
    needs(granted, protection.HIDDEN)
    unread = Path(np.__file__).with_name("conftest.py")
    os.utime(unread, (0, unread.stat().st_mtime))  # so far back that every file system would note a reader
    assert called(f"def f(x):\n    return len(open({str(unread)!r}).read())", hidden=[tmp_path])[0] > 0
    assert unread.stat().st_atime == 0


@pytest.mark.parametrize("crash", ["ctypes.string_at(4096 * 12345)", "os.abort()"])
def test_a_crash_is_an_exit(granted: int, crash: str) -> None:
    """A process that a signal killed would be in the kernel's log, with the address that it used."""
    needs(granted, protection.CALLS)
    source = f"import ctypes, os\ndef f(x):\n    {crash}"
    with Child(program(source)) as process:
        process.ready(None)
        process.answer([np.array([1.0])], time.monotonic() + LONG, time.monotonic, None)
        assert process._process.wait(LONG) == signal.SIGSEGV, "the exit code of its handler, not -SIGSEGV"


def test_no_network(granted: int) -> None:
    """A name space without a device, beside the filter."""
    needs(granted, protection.NETWORK)
    with Child(program("")) as process:
        process.ready(None)
        held = Path(f"/proc/{process._process.pid}/net/dev").read_text().splitlines()[2:]
    assert [line.split(":")[0].strip() for line in held] == ["lo"]


HELD = """
import os
def held(i):
    try:
        return os.fstat(i) and 1
    except OSError:
        return 0
def f(x):
    return sum(map(held, range(999))), sum(name in os.environ for name in ("HOME", "PATH", "PYTHONPATH", "MURMUR_HOME"))
"""


def test_nothing_is_inherited_but_the_pipe(tmp_path: Path) -> None:
    """The pipe, and the null device in place of input, output and errors; no environment."""
    with (tmp_path / "open").open("w"):
        assert called(HELD, outputs=2) == [4.0, 0.0]


def test_memory_is_limited(granted: int) -> None:
    needs(granted, protection.MEMORY)
    assert called("def f(x):\n    return len(bytearray(2**28))") == [2.0**28]
    assert math.isnan(called("def f(x):\n    return len(bytearray(2**28))", memory=512)[0])


@pytest.mark.skipif(not Path("/proc/self/oom_score_adj").exists(), reason="not on this system")
def test_a_process_is_the_first_to_end_where_memory_runs_out() -> None:
    """Else a function could end the parent or a database, at a time that tells of its rows."""
    with Child(program("")) as process:
        process.ready(None)
        assert Path(f"/proc/{process._process.pid}/oom_score_adj").read_text() == "1000\n"


def test_a_process_ends_with_its_context() -> None:
    with Child(program("def f(x):\n    while True: pass")) as process:
        process.ready(None)
        held = process._process
        process.answer([np.array([1.0])], 0.0, lambda: 0.0, None)
        assert held.poll() is None
    assert held.poll() is not None


def test_the_filter_ends_with_a_refusal() -> None:
    """Of every call that it does not name; and of every other architecture, where numbers mean other calls."""
    from dpcore.sandbox import filter as calls

    rules = calls.program()
    assert rules[-1] == (6, 0, 0, 0x00050001) and len(rules) < 4096
    assert all(here + max(rule[1:3]) < len(rules) - 1 for here, rule in enumerate(rules[:-1]))
    assert _verdict(rules, 0) == 0x7FFF0000 and _verdict(rules, 57) == _verdict(rules, 59) == 0x00050001
    assert _verdict(rules, 0, architecture=0x40000003) == 0x00050001
    assert [_verdict(rules, number) for number in (13, 15, 131)] == [0x00050001] * 3, "what a crash does is fixed"
    assert _verdict(rules, 0x40000000) == 0x00050001, "x32"
    assert [_verdict(rules, 257, [0, 0, flags]) for flags in (0, 0o2000000, 1, 2, 0o100, 0o1000)] == [
        0x7FFF0000
    ] * 2 + [0x00050001] * 4
    assert _verdict(rules, 302, [0, 9, 0]) == 0x7FFF0000
    for arguments in ([1, 9, 0], [0, 9, 1], [0, 9, 2**32], [2**32, 9, 0]):
        refused = _verdict(rules, 302, arguments)
        assert refused == (0x7FFF0000 if arguments[0] == 2**32 else 0x00050001), arguments


def _verdict(
    rules: Sequence[tuple[int, int, int, int]],
    number: int,
    arguments: Sequence[int] = (),
    architecture: int = 0xC000003E,
) -> int:
    """What the kernel makes of a filter, by its definition."""
    words = [number, architecture, 0, 0, *(half for a in (*arguments, *[0] * 6) for half in (a % 2**32, a >> 32))]
    held, here = 0, 0
    while True:
        code, yes, no, operand = rules[here]
        here += 1
        match code:
            case 0x20:
                held = words[operand // 4]
            case 0x15:
                here += yes if held == operand else no
            case 0x45:
                here += yes if held & operand else no
            case _:
                return operand


def test_the_table_is_as_declared() -> None:
    table = child.frame(
        [
            ("x", "number", np.array([1.5, 2])),
            ("n", "whole", np.array([1, 2])),
            ("ward", ("A", "B"), np.array([1, 0])),
            ("smoker", "flag", np.array([0, 1])),
            ("day", "date", np.array([0, 366])),
        ]
    )
    assert [str(kind) for kind in table.dtypes] == ["float64", "int64", "category", "bool", "datetime64[s]"]
    assert table.ward.tolist() == ["B", "A"] and table.day[1] == pd.Timestamp("1971-01-02")
    assert child.answer("def f(x): return x.n.sum()", "f", [("n", "whole", np.array([1, 2]))], 1).tolist() == [3]
