"""Chapters 2, 3, 4 and 8: an operation from its set-up to the final score and the winner."""
