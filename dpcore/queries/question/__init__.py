"""What every question is made of: its base classes, parameters, keys, rounds and predicted error."""
