"""Bots that decide from their own view and the question, like any player."""
