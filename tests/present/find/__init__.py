"""Finding a question from what somebody types."""
