"""The desk from a shell: `python -m dpcore`, one file a command. Results on stdout, everything else on stderr.

run                parses, dispatches, and turns what happens into an exit code
quote, release     what a plan costs; release it, also every month
standing, ledger   what is left; what was charged, and whether the chain holds
share, verify      links and files for colleagues; whether a bundle is genuine
extract            a new extract is loaded once, however often the command is run
say                text that no terminal obeys, tables, JSON
"""

from dpcore.cli.run import main

__all__ = ["main"]
