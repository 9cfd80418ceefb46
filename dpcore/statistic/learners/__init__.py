"""What is learnt of rows before noise: gradients, kernel machines, and factors that are optimised."""
