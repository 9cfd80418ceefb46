"""Smooth functions of one or two columns: densities, trends and kernel machines."""
