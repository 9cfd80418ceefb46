"""WHERE ROWS ARE, AND HOW THEY ARE COUNTED. What leaves an engine is whole numbers by public cell.

rows        where the rows of a version are, whatever keeps them
base        aggregates to integers, whatever runs the statements; batch: which aggregates share a scan
window      from counts of grid integers to the ranks around an order statistic
duckdb      the embedded engine, over a frozen copy; duckdb_connection: closed to everything but its files
postgres    PostgreSQL, over a table in place; postgres_address, _catalogue, _rows: where it is and what it says
sql/        the statements as trees, in the dialects of DuckDB, PostgreSQL and Spark
source/     files, frames and Arrow tables: read, frozen as a private copy, recognised when loaded again
"""
