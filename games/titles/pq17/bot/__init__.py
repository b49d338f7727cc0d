"""Bots that see their own view and the question, like any player."""
