"""Chapters 3, 17 to 19 and 24: the set-up, fitting out, the end of a mission, the campaign."""
