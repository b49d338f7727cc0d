"""Chapters 4, 7 and 12: the orders of the day, outfitting, movement, and the mines that are laid on the way."""
