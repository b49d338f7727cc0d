"""The state, the events, and the operations and dice that every chapter uses."""
