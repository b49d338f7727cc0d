"""Chapters 4, 7 and 12: the orders of the day, outfitting, movement, and laying mines on the way."""
