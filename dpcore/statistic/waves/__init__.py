"""Factors of noisy functions: Fourier coordinates, functions read from them, projections and square roots."""
