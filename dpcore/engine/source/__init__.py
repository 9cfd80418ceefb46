"""WHERE ROWS COME FROM: files, frames and Arrow tables, and the private copy that is made of them.

read         what `dp.read` takes
delimited    CSV and TSV; quotation: open quotes       parquet      files; footer, page, chunk: what they ask of memory
frame        pandas and Arrow; arrow, python: cells    frozen       the private copy
fingerprint  rows that were loaded before              room         a full disk
"""
