"""Resolve a game: collect answers, apply standing orders, play on to the next question, and store the result."""
