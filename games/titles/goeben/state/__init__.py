"""The state, the events, and `Board` with the operations that every chapter uses."""
