"""Releases as one signed zip, and the check that it is what some desk signed.

name        what is in it, and under which names
canonical   the one JSON text of plain data, and a reading of foreign JSON that cannot be led astray
write       a dossier -> zip
archive     zip -> contents, whatever somebody put into it
verify      zip, trusted keys -> genuine, altered or unknown signer
"""

from dpcore.present.bundle.verify import Verdict, verify
from dpcore.present.bundle.write import write

__all__ = ["Verdict", "verify", "write"]
