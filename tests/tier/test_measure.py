"""The seconds of files are summed from those of their tests; processor time is that of all that a test started."""

from __future__ import annotations

import subprocess
import sys

from tests.tier.measure import Ran, spent, summed

FILE = "tests/noise/test_it.py"


def test_a_file_is_the_sum_of_its_tests_and_what_is_dear_is_told_apart() -> None:
    ran = [Ran(f"{FILE}::test_cheap[{each}]", 0.25, each < 2, of=4) for each in range(4)]
    ran += [Ran(f"{FILE}::test_dear[{each}]", 3.0, each < 1, of=2) for each in range(2)]
    ran += [Ran(f"{FILE}::test_long[{each}]", 4.0, False, once=True, of=3) for each in range(3)]
    ran += [Ran(f"{FILE}::test_longest", 100.0, False, once=True)]
    found = summed(ran)[FILE]
    assert found.whole == 1 + 6 + 12 + 100 and found.test == 0.5 + 3 + 4 and found.cheap == 0.5 + 4
    assert found.dear == {"test_dear": 3.0} and found.once == {"test_long": 4.0, "test_longest": 100.0}


def test_settings_that_did_not_run_count_for_the_whole() -> None:
    ran = [Ran(f"{FILE}::test_it[{each}]", 2.0, True, of=10) for each in (3, 7)]
    assert summed(ran)[FILE].whole == 20 and summed(ran)[FILE].test == 4


def test_what_a_started_process_has_spent_is_counted_at_its_end_too() -> None:
    before = spent()
    work = "import time\nwhile time.process_time() < 0.5: pass"
    subprocess.run([sys.executable, "-c", work], check=True)
    assert spent() - before >= 0.4  # the system counts in hundredths and rounds each part down
