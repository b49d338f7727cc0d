"""The state, the events, and `Board` with the operations on the state."""
