"""Questions as a stranger would add them: files for `dpcore/queries`, which `tests/contracts/test_added.py` puts there."""
