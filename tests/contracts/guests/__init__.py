"""Questions as a stranger would add them, which `tests/contracts/test_added.py` puts into `dpcore/queries`."""
