"""Seconds of OpenDP's vector noise on integers: `python noise_opendp.py DRAWS SCALE`."""

import json
import sys
import time
from importlib.metadata import version

import opendp.prelude as dp

dp.enable_features("contrib")
DRAWS, SCALE = int(sys.argv[1]), float(sys.argv[2])

found = {}
for name, make, distance in (
    ("Gaussian", dp.m.make_gaussian, dp.l2_distance(T=float)),
    ("Laplace", dp.m.make_laplace, dp.l1_distance(T=int)),
):
    measurement = make(dp.vector_domain(dp.atom_domain(T=int)), distance, scale=SCALE)
    zeros = [0] * DRAWS
    start = time.perf_counter()
    measurement(zeros)
    found[name] = time.perf_counter() - start
print(json.dumps({"version": version("opendp"), "seconds": found}))
