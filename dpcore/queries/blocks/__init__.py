"""Statistics by blocks of units, and the owner's functions of blocks: values of blocks, combined."""
