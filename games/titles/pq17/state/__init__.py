"""The state of a game: forces, counters, fuel marks, dice, and the events that report its changes."""
