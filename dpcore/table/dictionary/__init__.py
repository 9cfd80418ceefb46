"""Data dictionaries: descriptions of tables in files that people keep, read and written. This package reads no rows."""
