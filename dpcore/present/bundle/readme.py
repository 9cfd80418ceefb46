"""The plain-text guide in a bundle: its files, and how to check it with or without the program."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from dpcore.desk.dossier import Dossier
from dpcore.present.record.markdown import plain
from dpcore.release.record import Release

README = "README.txt"

_TEXT = """\
{title}

Answers with differential privacy about the table {dataset}, exported by {by} on {time}.
This bundle contains no row of the table. Every answer has noise of a stated size, unless no row could change it.

CONTENTS
  page.html             everything on one page, to read in a browser; it needs no network
  answers/*.csv         the answers as tables: keys, estimate, std_error, low, high (empty if not known)
  answers/*.parquet     the same, for programs
{answers}
  releases.json         the complete records of the answers
  plan*.json            the questions with their prices, for asking them again elsewhere or later
  methods.md            a note on how the answers were made, for use in a paper
  registry.json         a draft for the Differential Privacy Deployments Registry; registry.schema.json is its schema
  nist-800-226.md       the evaluation points of NIST SP 800-226, filled in as far as the program can; also as .json
  dossier.json          the complete data, for Murmur
  manifest.json         the SHA-256 of every file above, and the place of each charge in the ledger's hash chain
  signature.json        the desk's signature over manifest.json

A cumulative distribution is a curve with a value at every point, not only at those in its table:
  python -m dpcore verify <this zip file> --at 18,65

IS IT GENUINE?
  With Murmur:  python -m dpcore verify <this zip file>, or the page Publish.
  The verdict "genuine" is only given to the original zip file, not to one that was unpacked and repacked.
  The signature shows which key signed the bundle, and that the bundle has not changed since. To find out whose key it
  is, compare its fingerprint with the one that the owner of the desk gives you by other means.
  Without Murmur:  signature.json has an Ed25519 public key and signature (RFC 8032), both in hexadecimal digits. The
  signature covers the exact bytes of manifest.json. Every other file must be listed there with its SHA-256.
"""


def readme(dossier: Dossier, answers: Mapping[str, Release]) -> bytes:
    """The text, in ASCII except for text written by people."""
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
