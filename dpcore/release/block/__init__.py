"""Runs the owner's function on each block of rows: one process per block, each in a time that is fixed beforehand.

slot      the time of each block, which does not depend on its rows: READ FIRST
rows      the rows of each block, in an order that depends on the block alone
process   starts and ends a process         child       the process itself, which imports nothing of `dpcore`

What a process may not do is in `dpcore.sandbox`.
"""

from dpcore.release.block.slot import Unprotected as Unprotected
from dpcore.release.block.slot import granted_protections as granted_protections
from dpcore.release.block.slot import values as values
from dpcore.release.block.slot import work as work

__all__ = ["Unprotected", "granted_protections", "values", "work"]
