"""Rows and engines. An engine returns exact integers per public cell, and nothing else about rows.

rows        the rows of a version: a frozen copy or a table in place
base        runs statements that answer aggregates; batch: aggregates that share a scan
window      order statistics from counts of grid integers
duckdb      the embedded engine, over a frozen copy; duckdb_connection: without access to other files
postgres    PostgreSQL, over a table in place; postgres_address, _catalogue, _rows: address, catalogue, descriptor
spark       Spark, over a table in place; spark_session, _catalogue, _rows: address, catalogue, descriptor
limit       memory and temporary files that may be used
sql/        the statements as trees, in the dialects of DuckDB, PostgreSQL and Spark
source/     files, frames and Arrow tables: reading, frozen private copies, fingerprints
"""
