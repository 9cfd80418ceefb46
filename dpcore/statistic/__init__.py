"""WHAT IS COMPUTED FROM EXACT INTEGERS BEFORE NOISE IS ADDED: deterministic, total, with a proven reach.

projection    public integer combinations of exact counts: what a factor must say, and how far a unit moves it
square_root   the factor for Gaussian noise on cumulative counts
tree          the factor for Laplace noise on cumulative counts
cumulative    which factor for which price; views of noisy cumulative counts
"""
