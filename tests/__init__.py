"""Tests. Two workers fill two cores: a second thread of numpy's matrix products would only wait in a busy loop."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported; started processes inherit it
