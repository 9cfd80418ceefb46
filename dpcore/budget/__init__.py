"""WHAT MAY BE LOST: budgets, charges, and the accounts that keep the ones within the others.

budget      Budget and Portfolio: what is promised      slot        prices fixed in advance, paid in any order
account     the filters' exact integers                 charge      what one plan loses, composed as a whole
loss        what one mechanism loses: its curve, and    joint       the mu of many pure answers together
            what each account books                     comparison  what other ways of adding up would say
renyi       Rényi losses at one fixed order             cap         where one person's charges end earlier
standing    what is spent and left
"""
