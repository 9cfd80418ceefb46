"""SENTENCES. "At most" only for bounds, "about" for estimates.

words      what a number, an error, a budget means     margin     the margin of error, true for the worst cell
price      what a price would leave                    remaining  what is left and what was used
ranks      errors that are counted in ranks            unit       what an answer is counted in
scale      shares in percent                           digits     no more digits than the error supports
history    entries of the ledger                       team       slices and proposals
term       the field's terms, as help texts
"""
