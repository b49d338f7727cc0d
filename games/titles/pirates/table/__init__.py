"""The table: its state, what happens at it, and the moves and dice that every chapter uses."""
