"""What is said of a dataset as a whole: its descriptions, who uses what, what was charged over time."""
