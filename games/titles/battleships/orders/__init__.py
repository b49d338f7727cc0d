"""The forms of the questions to players, and the orders that they write."""
