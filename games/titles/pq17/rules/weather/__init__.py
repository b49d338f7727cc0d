"""Chapters 9 and 10: the weather and its effects, gales, damage by weather and ice, and ice on the way."""
