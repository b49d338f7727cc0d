"""Chapters 6 and 25: who decides for which ships, in which order spaces are treated, doctrine and letters."""
