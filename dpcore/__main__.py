"""Entry point of `python -m dpcore`, the command line."""

import sys

from dpcore.cli import main

if __name__ == "__main__":
    sys.exit(main())
