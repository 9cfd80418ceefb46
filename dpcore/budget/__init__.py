"""PRIVACY BUDGETS: budgets, charges, and the accounts that keep charges within a budget.

budget      Budget and Portfolio: the guarantee         slot        prices fixed in advance, paid in any order
account     filters as accounts in exact integers       charge      the loss of one plan, composed as a whole
loss        the loss of one mechanism: its curve, and   many_pure   the mu of many pure answers together
            the amounts that each account books         comparison  epsilon by other accounting methods
renyi       Rényi losses at one fixed order             cap         limits on the charges of one person
standing    the amounts spent and left                  refusal     why a charge or a slot is refused
meter       the one account that people read, in epsilon at the budget's delta, as a share of the budget, or in mu
balance     spent, left, set aside; figures: of one account    aside, failure   a part of delta for failures
"""
