"""The table: counters as they lie, fuel marks, dice."""
