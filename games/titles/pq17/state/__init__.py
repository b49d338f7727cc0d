"""The state in play: counters, fuel marks, dice."""
