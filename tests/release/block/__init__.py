"""Functions of blocks: their processes, their time, and what a release makes of them."""
