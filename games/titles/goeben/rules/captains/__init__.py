"""Chapters 6 and 25: command of the ships, the order of the spaces, doctrine and letters."""
