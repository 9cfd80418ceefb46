"""The risk of a private density: its mean integrated squared error for named shapes. No row is read, nothing is spent.

shape  normal mixtures on a range       density_noise  the integrated variance of the noise of a release
risk   bias, sampling variance and noise; the best bandwidth; the number of rows from which privacy costs little
draw   one release of made-up rows, and the estimate without noise
"""
