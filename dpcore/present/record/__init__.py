"""Records for other organisations, filled in by the desk; what the desk does not know is a question to the owner.

fact       facts about a dossier, as sentences                 markdown   typed text without markup
methods    a methods note to paste into a paper
registry   an entry of the Differential Privacy Deployments Registry, and its form (`schema`)
nist       the evaluation points of NIST SP 800-226
"""

import json
from typing import Any

from dpcore.present.record.json_schema import SCHEMA
from dpcore.present.record.methods import methods
from dpcore.present.record.nist import nist, nist_text
from dpcore.present.record.registry import registry

__all__ = ["SCHEMA", "methods", "nist", "nist_text", "registry", "to_json"]


def to_json(data: Any) -> bytes:
    """A record as a file: JSON in ASCII with escapes, so that it contains no invisible characters."""
    return json.dumps(data, indent=1, allow_nan=False).encode("ascii") + b"\n"
