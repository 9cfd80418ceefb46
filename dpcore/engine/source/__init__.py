"""Sources of rows: files, frames and Arrow tables, and the private copy made of them.

read         the function `dp.read`                    reading      what a person said of a file; encoding: of text
delimited    CSV and TSV; quotation: open quotes       parquet      files; footer, page, chunk: memory limits
frame        pandas and Arrow; arrow, python: cells    frozen       the private copy
unpack       archives, workbooks and files of statistics programs, in a sandbox: unpacker, workbook, stored_cell
file_list    the files of a path                               statistics_file    Stata, SPSS and SAS
fingerprint  recognises rows loaded before             room         errors of a full disk
"""
