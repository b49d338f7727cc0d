"""Chapters 9 and 10: the weather and what it does, gales, damage by weather and ice, ice on the way."""
