"""PLANS: questions with prices, before anything is charged. No row is read here.

plan      asks with their prices                       quote     the price of a plan, and its predicted errors
request   an ask from the plan to the ledger           pricing   prices of requests; target: the price of an error
planner   choice of Laplace or Gaussian noise          scenario  a named plan for exploration
exchange  prices and what they book in an account
outlook   price, guarantee and errors of a scenario    work      the time for computing a price, in which process
"""
