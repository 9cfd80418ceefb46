"""LESSONS: games and figures on public tables, one file a lesson.

game     two neighbouring tables, noise on a count, an attacker with a threshold
error    two densities and the two errors      curve    families, promises kept or broken, envelopes
path     a noisy curve at finitely many points  factor   e^epsilon and what 1 + epsilon makes of it
picture  what all of them draw                 mistake/ famous mistakes, each with a counter-example
"""
