"""SQL statements as expression trees, which each dialect renders.

Reading a cell; each cell is read independently of all others
dialect     differences between the engines           physical    physical types of columns
spark       the dialect of Spark                      fence       SELECTs that PostgreSQL must not inline
plain       cells as stored in a frozen copy          clean       from a stored cell to a declared value
digit       numbers in plain digits                   numeric     numbers in PostgreSQL, without errors
calendar    texts that are dates                      literal     exact literals, and calls that cannot fail

Counting
cell        the public cell of a row                  search      position of a value in a sorted list
statement   one SELECT per batch of aggregates        layer       nested SELECTs
truncation  limits the rows per unit                  md5         the keyed hash that selects them
compare     comparisons with public values         needed      filters and columns common to a statement's asks
order       ranks around an order statistic           bucketed    the same in two scans, in PostgreSQL
row_hash    one hash of a row's cells                 linear      weighted sums of whole numbers
listed      position of a text in a long list         ball        vectors of rows, clipped to a ball
narrow      the smallest types of whole numbers       sets        several groupings in one scan
value       numbers in texts, and declared values     person      the unit of a row
scan        the rows to read, and how
"""
