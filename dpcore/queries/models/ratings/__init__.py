"""The recommender: its two rounds, and what follows from their numbers."""
