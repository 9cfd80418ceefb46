"""SENTENCES. "At most" only for bounds, "about" for estimates.

words      the meaning of a number, error or budget    margin     what is said of an answer's error
size       a margin in a few words, with its unit      caveat     what a margin does not cover
usable     how cells that are not usable are marked    useless    which are, and why
tidy       an answer's table for reading               curve      what is said of a smooth function
price      what would be left after a price            remaining  what is left, and as counts at one error
amount     amounts of a budget in the reader's unit: charged, left, together, the move of the meter
ranks      errors counted in ranks                     unit       the unit of an answer
scale      shares in percent                           digits     rounding to the digits that an error supports
history    entries of the ledger                       team       slices and proposals
term       help texts for the field's terms           reading    how answers of earlier versions were counted
"""
