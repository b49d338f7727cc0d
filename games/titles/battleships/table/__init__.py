"""The state, what is told, and the moves of the table."""
