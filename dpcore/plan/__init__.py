"""PLANS: questions with prices, before anything is charged. No row is read here.

plan      asks with their prices                       quote     the price of a plan, and its predicted errors
planner   choice of Laplace or Gaussian noise          scenario  a named plan for exploration
outlook   price, guarantee and errors of a scenario    work      how much work a price takes, and where it is done
"""
