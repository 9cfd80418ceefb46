"""WHAT IS KNOWN AND WHERE ROWS ARE.

schema, table, condition   what people declare: columns, unit and relation, the closed grammar of filters
aggregate                  the waist: which exact integers a question needs
rows, source               where the rows of a version are; what may be named: files, frames, Arrow tables, databases
frozen, fingerprint        a private Parquet, written once; how rows are recognised that were loaded before
plain, arrow, python       what a frozen copy keeps of a cell; renewal freezes the copies of earlier versions anew
dialect, digit             how a cell is read and spelt, by its value alone
clean, cell, layer         from a stored cell to a declared value, to a grid integer, to a public cell
statement, truncation      the SQL trees, in the dialects of DuckDB, PostgreSQL and Spark
batch, engine              which aggregates share a scan; statements to integers, whatever runs them
duckdb_engine              the embedded engine, over a frozen copy
postgres_*                 a table in place: address, catalogue, rows, engine
sample                     a synthetic table, public
"""
