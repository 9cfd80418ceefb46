"""Releases as one signed zip, and its verification.

canonical   canonical JSON, and a safe reader for JSON from other desks
container   the zip format: members -> bytes, and back
manifest    the manifest of all files, and the signature over it
contents    dossier -> files, and back
readme      the plain-text guide in a bundle
write       dossier -> zip
verify      zip, trusted keys -> genuine, altered or unknown signer
"""

from dpcore.present.bundle.verify import Verdict, verify
from dpcore.present.bundle.write import write

__all__ = ["Verdict", "verify", "write"]
