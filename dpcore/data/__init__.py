"""WHAT IS KNOWN AND WHERE ROWS ARE.

schema, table, condition   what people declare: columns, unit and relation, the closed grammar of filters
aggregate                  the waist: which exact integers a question needs
source, frozen             files, frames and Arrow tables, frozen once to a private Parquet; fingerprint recognises them
plain, arrow, python       what a frozen copy keeps of a cell; renewal freezes the copies of earlier versions anew
dialect, digit             how a cell is read and spelt, by its value alone
clean, cell, layer         from a stored cell to a declared value, to a grid integer, to a public cell
statement, truncation      the SQL trees, in the dialects of DuckDB, PostgreSQL and Spark
batch, engine              which aggregates share a scan; the embedded engine
sample                     a synthetic table, public
"""
