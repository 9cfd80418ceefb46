"""DISCRETISED PRIVACY-LOSS DISTRIBUTIONS on a common lattice, for atomic losses whose M does not decay.

lattice   the law, on lattices made on demand            composer      one lattice by FFT, with certified bounds
mass      one release on a lattice                       connect_dots  any curve on a lattice, from its delta
external  distributions from other libraries
"""
