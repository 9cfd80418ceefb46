"""WHAT WOULD BE ASKED, AT WHAT PRICE: no row is read here.

plan      asks with their prices                       quote    what a plan would cost, and its predicted errors
planner   Laplace or Gaussian noise for a plan         scenario a named what-if
outlook   what a scenario would cost, promise and answer
"""
