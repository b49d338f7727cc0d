"""The orders and their forms: pure data, checked by their own fields only."""
