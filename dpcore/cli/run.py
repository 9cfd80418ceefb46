"""From a command line to an exit code. No traceback and nothing from a row is ever printed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final

from dpcore import __version__
from dpcore.cli import ledger, quote, release, say, share, standing, verify
from dpcore.errors import DpError

DONE: Final = 0
REFUSED: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130

_ABOUT = """\
Private answers from a sensitive table, from a shell. The desk is the one in MURMUR_HOME (default ~/.murmur);
MURMUR_DATABASE names another database, MURMUR_USER another user. Whoever can open both directly is trusted.
"""

_END = """\
examples:
  python -m dpcore quote visits plan.json
  python -m dpcore release visits plan.json --yes --out answers
  python -m dpcore release visits plan.json --yes --update visits-2024-05.parquet
  python -m dpcore standing
  python -m dpcore ledger visits --verify
  python -m dpcore share visits --title "Visits in May" --days 30
  python -m dpcore verify bundle.zip

exit codes:
  0    done
  1    refused: the sentence on stderr says why
  2    used wrongly; also a release that nobody confirmed
  3    altered: a bundle or the ledger is not what was written
  4    a bundle of a signer that is not trusted here
  130  interrupted: what was charged stays, and the same command again is answered under that charge
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    options = parser().parse_args(argv)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read the result has left; what was done is done
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        say.note("Interrupted.")
        return INTERRUPTED
    except DpError as error:
        say.error(error)
        return REFUSED
    except Exception as error:  # never its text, which could hold a path, an address or a row
        say.note(f"Something failed inside the program ({type(error).__name__}).")
        say.note("Hint: Run the same command again: what is paid is answered for nothing.")
        return REFUSED


def parser() -> argparse.ArgumentParser:
    """The whole command line. Where the desk is may be said before or after the command."""
    place = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS, allow_abbrev=False)
    place.add_argument("--home", help="the desk's folder, instead of MURMUR_HOME")
    place.add_argument("--database", metavar="URL", help="the ledger's database, instead of MURMUR_DATABASE")
    place.add_argument("--user", help="who acts, instead of MURMUR_USER")
    whole = argparse.ArgumentParser(
        prog="python -m dpcore",
        description=_ABOUT,
        epilog=_END,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[place],
        allow_abbrev=False,
    )
    whole.add_argument("--version", action="version", version=f"Murmur {__version__}")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (quote, release, standing, ledger, share, verify):
        one = commands.add_parser(
            command.__name__.rsplit(".", 1)[1],
            help=(command.__doc__ or "").split(".")[0],
            description=command.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            parents=[place],
            allow_abbrev=False,
        )
        command.declare(one)
        one.set_defaults(run=command.run)
    return whole
