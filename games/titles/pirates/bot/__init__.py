"""The captain: a bot that knows its own view and the question alone."""
