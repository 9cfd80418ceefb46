"""SENTENCES. "At most" only for bounds, "about" for estimates.

words      the meaning of a number, error or budget    margin     the margin of error, valid for the worst cell
price      what would be left after a price            remaining  what is left and what was used
ranks      errors counted in ranks                     unit       the unit of an answer
scale      shares in percent                           digits     rounding to the digits that an error supports
history    entries of the ledger                       team       slices and proposals
term       help texts for the field's terms           reading    how answers of earlier versions were counted
"""
