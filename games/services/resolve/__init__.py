"""Resolve a game: collect the answers, apply standing orders, play on, and store the run."""
