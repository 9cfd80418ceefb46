"""TABLES: the public facts about a table, and the aggregates that questions request from engines.

schema      every column; which cells are missing     table       schema, privacy unit, neighbouring relation
condition   the closed grammar of filters           aggregate   the exact integers that a question needs
heading     checks of column names                  dictionary  descriptions in files; value_list, formula
sample      a public synthetic table
"""
