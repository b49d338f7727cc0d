"""The state, the events, and `Board` with the operations that the rules of all chapters use."""
