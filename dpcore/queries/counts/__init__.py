"""Counts of rows and units: by cell, along a column, of conditions, and public combinations of counts."""
