"""Resolving a game: what it waits for, what its standing orders answer, and how a run is stored."""
