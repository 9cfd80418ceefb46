"""The page of plain text that says what is in a bundle and how anybody can check it, with or without the program."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from dpcore.desk.dossier import Dossier
from dpcore.present.record.markdown import plain
from dpcore.release.record import Release

README = "README.txt"

_TEXT = """\
{title}

Answers with differential privacy from the table {dataset}, passed on by {by} on {time}.
No row of the table is in here: every answer carries noise, and says how much, or no row could change it.

WHAT IS IN HERE
  page.html             everything on one page, to read in a browser; it needs no network
  answers/*.csv         the answers as tables: keys, estimate, std_error, low, high (empty where not known)
  answers/*.parquet     the same, for programs
{answers}
  releases.json         the complete records of the answers
  plan*.json            the questions with their prices, to ask the same elsewhere or next month
  methods.md            how the answers were made, to paste into a paper
  registry.json         a draft for the Differential Privacy Deployments Registry; registry.schema.json is its form
  nist-800-226.md       the evaluation points of NIST SP 800-226, as far as the program knows them; .json is the same
  dossier.json          all of it for Murmur
  manifest.json         the SHA-256 of every file above, and the place of each charge in the ledger's hash chain
  signature.json        the desk's signature over manifest.json

A cumulative distribution is a curve that answers at any point, not only at those in its table:
  python -m dpcore verify <this zip file> --at 18,65

IS IT GENUINE?
  With Murmur:  python -m dpcore verify <this zip file>, or the page Publish.
  It says "genuine" only of the zip file as it was written: one that was unpacked and packed again is another file.
  A signature says which desk wrote it and that it did not change since. That the desk is whose you think it is, you
  learn by comparing the key's fingerprint with what its owner reads to you.
  Without it:  signature.json has an Ed25519 public key and signature (RFC 8032), both in hexadecimal digits. The
  signature is over the bytes of manifest.json as they are. Every other file must be listed there with its SHA-256.
"""


def readme(dossier: Dossier, answers: Mapping[str, Release]) -> bytes:
    """The text, in ASCII but for what people wrote."""
    title = plain(dossier.title, 200) or f"Answers from {plain(dossier.dataset, 100)}"
    lines = (
        textwrap.shorten(f"{name.partition('/')[2]}: {plain(str(answer), 200)}", 110)
        for name, answer in answers.items()
    )
    return _TEXT.format(
        title=title,
        dataset=plain(dossier.dataset, 100),
        by=plain(dossier.by, 200),
        time=plain(dossier.time, 50),
        answers="\n".join(f"    {line}" for line in lines),
    ).encode()
