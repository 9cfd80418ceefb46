"""Factors of noisy functions: Fourier coordinates and their reading, projections and square roots."""
