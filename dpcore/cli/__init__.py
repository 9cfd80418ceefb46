"""The command line: `python -m dpcore`, one file per command. Results go to stdout, everything else to stderr.

run                parses the command line, runs the command and returns the exit code
quote, release     price of a plan; release of a plan, also every month
standing, ledger   remaining budget; charges, and verification of the hash chain
share, verify      links and files for colleagues; verification of a bundle
extract            loads a new extract once, however often the command is run
say                output without terminal control characters, tables, JSON
"""

from dpcore.cli.run import main

__all__ = ["main"]
