"""Sums over rows: integer combinations, signed sums, scatter, ranges, and strategies for workloads."""
