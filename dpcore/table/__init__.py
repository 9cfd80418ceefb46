"""WHAT IS KNOWN OF A TABLE before a row is read, and the words in which questions ask engines.

schema      one declaration a column                table       schema, privacy unit, relation
condition   the closed grammar of filters           aggregate   which exact integers a question needs
heading     names of columns, checked once          dictionary  the schema as CSV; dictionary_line, formula
sample      a synthetic table, public
"""
