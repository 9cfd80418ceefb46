"""FINDING A QUESTION from what somebody types: which kind it is, and which columns it names."""
