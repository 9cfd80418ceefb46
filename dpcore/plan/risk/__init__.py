"""The risk of a private density: its mean integrated squared error for named shapes. No row is read, nothing is spent.

shape  normal mixtures on a range       density_noise  the integrated variance of the noise of a release
risk   bias, sampling variance and noise together; the best bandwidth, and the rows from which privacy is cheap
draw   one release of made-up rows beside the estimate without noise
"""
