"""DISCRETISED PRIVACY-LOSS DISTRIBUTIONS on a common lattice, for atomic losses whose M does not decay.

law      the law, on lattices made on demand             fft            one lattice, with certified bounds
pld      one release on a lattice                        connect_dots   any curve on one, from its delta alone
grid     distributions from other libraries
"""
