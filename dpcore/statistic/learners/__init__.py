"""Models fitted to rows before noise is added (gradients, kernel machines), and optimised factors."""
