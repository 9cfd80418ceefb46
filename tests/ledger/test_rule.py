"""By which rule the cells of each version are read is a fact of the chain, and never changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpcore.errors import LedgerError
from dpcore.table.listing import RULE
from tests.ledger.world import DATASET, connect, opened


def test_each_version_keeps_its_rule(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    assert ledger.dataset(DATASET).rules == (RULE,)
    ledger.add_version(DATASET, "owner", {"path": "old"}, rule=1)
    ledger.add_version(DATASET, "owner", {"path": "new"})
    assert connect(tmp_path).dataset(DATASET).rules == (RULE, 1, RULE)
    ledger.verify()


@pytest.mark.parametrize("rule", [0, True, "2", None, 1.5])
def test_a_rule_that_is_none_is_no_entry(rule: object, tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    with pytest.raises((LedgerError, ValueError)):
        ledger.add_version(DATASET, "owner", {"path": "odd"}, rule=rule)  # type: ignore[arg-type]
