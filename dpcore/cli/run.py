"""Runs a command line and returns its exit code. Never prints a traceback or data from a row."""

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
Differentially private answers from a sensitive table. MURMUR_HOME is the desk's folder (default ~/.murmur),
MURMUR_DATABASE the ledger's database, MURMUR_USER the user. Anybody with direct access to them is trusted.
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
  1    refused: the message on stderr says why
  2    wrong usage; also a release that was not confirmed
  3    altered: a bundle or the ledger was changed after it was written
  4    a bundle whose signer is not trusted here
  130  interrupted: charges are kept; run the same command again to get the answers at no further cost
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    options = parser().parse_args(argv)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader of the output has closed it; the command itself has succeeded
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        say.note("Interrupted.")
        return INTERRUPTED
    except DpError as error:
        say.error(error)
        return REFUSED
    except Exception as error:  # its text is not printed: it may contain a path, an address or a row
        say.note(f"An internal error occurred ({type(error).__name__}).")
        say.note("Hint: Run the same command again. Paid questions are answered at no further cost.")
        return REFUSED


def parser() -> argparse.ArgumentParser:
    """The parser of all commands. Options for the desk are accepted before or after the command."""
    place = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS, allow_abbrev=False)
    place.add_argument("--home", help="the desk's folder, instead of MURMUR_HOME")
    place.add_argument("--database", metavar="URL", help="the ledger's database, instead of MURMUR_DATABASE")
    place.add_argument("--user", help="the acting user, instead of MURMUR_USER")
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
        subparser = commands.add_parser(
            command.__name__.rsplit(".", 1)[1],
            help=(command.__doc__ or "").split(".")[0],
            description=command.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            parents=[place],
            allow_abbrev=False,
        )
        command.declare(subparser)
        subparser.set_defaults(run=command.run)
    return whole
