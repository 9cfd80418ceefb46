"""WHAT MAY BE LOST: budgets, charges, and the accounts that keep the ones within the others.

budget      Budget and Portfolio: what is promised      slot        prices fixed in advance, paid in any order
account     the filters' exact integers                 charge      what one plan loses, composed as a whole
renyi       Rényi losses at one fixed order             joint       the mu of many pure answers together
standing    what is spent and left                      comparison  what other ways of adding up would say
cap         where one person's charges end earlier
"""
