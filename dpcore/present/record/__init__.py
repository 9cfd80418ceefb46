"""Records that others expect, filled in from what the desk knows; what it does not know is a question to the owner.

fact       what can be said of a dossier, in sentences         markdown   words that stay words
methods    a methods note to paste into a paper
registry   an entry of the Differential Privacy Deployments Registry, and its form (`schema`)
nist       the evaluation points of NIST SP 800-226
"""

import json
from typing import Any

from dpcore.present.record.methods import methods
from dpcore.present.record.nist import nist, nist_text
from dpcore.present.record.registry import registry
from dpcore.present.record.schema import SCHEMA

__all__ = ["SCHEMA", "methods", "nist", "nist_text", "registry", "to_json"]


def to_json(data: Any) -> bytes:
    """A record as a file: UTF-8 by escapes, so that no letter in it can hide."""
    return json.dumps(data, indent=1, allow_nan=False).encode("ascii") + b"\n"
