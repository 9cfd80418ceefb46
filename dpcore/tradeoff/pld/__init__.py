"""DISCRETISED PRIVACY-LOSS DISTRIBUTIONS: where losses are atoms and M does not fall, on a common lattice.

law      the law, on lattices laid where it is asked     fft            one lattice, read with its certificate
pld      one release on a lattice                        connect_dots   any curve on one, from its delta alone
grid     distributions that were made elsewhere
"""
