"""A LATTICE: where losses are atoms and M does not fall, laws are moved to common points and transformed there.

tilted   the law, on lattices laid where it is asked     rung   one lattice, read with its certificate
comb     one release on a lattice                        dots   any curve on one, from its delta alone
"""
