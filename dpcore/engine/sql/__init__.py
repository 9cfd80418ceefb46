"""THE STATEMENTS, as trees that every dialect writes in its own words.

How a cell is read, by that cell alone
dialect     what the engines say differently          physical    how a file types a column
plain       what a frozen copy keeps of a cell        clean       from a stored cell to a declared value
digit       numbers in plain digits                   numeric     numbers in PostgreSQL, which raises
calendar    texts that are days                       literal     exact literals and calls that cannot raise

What is counted
cell        the public cell of a row                  search      the place of a value among sorted ones
statement   one SELECT for each batch of aggregates   layer       one SELECT upon another
truncation  at most so many rows of each unit         md5         the keyed hash that chooses them
order       ranks around an order statistic           bucketed    the same in two scans, in PostgreSQL
row_hash    one hash of a row's cells                 fence       what PostgreSQL's planner must leave as it is
listed      the place of a text in a long list
"""
