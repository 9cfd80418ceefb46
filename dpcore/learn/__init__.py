"""LESSONS: games and figures on public tables, one file per lesson.

game     two neighbouring tables, noise on a count, an attacker with a threshold
error    two densities and the two errors      curve    families, guarantees kept or broken, envelopes
path     a noisy curve at finitely many points  factor   e^epsilon compared with 1 + epsilon
points   one noise path at any points           support  noise as rough as the differences
bandwidth  what a bandwidth from rows reveals  constant  the theorem's constant and the least one
adaptive  local and smooth sensitivity of a table that the reader edits
blocks   the centre of attention of block answers   cuts   the cuts of a spanning tree
gradient what a step of gradient descent reveals  clusters  k-means round by round
picture  the common drawing functions          mistake/ famous mistakes, each with a counter-example
"""
