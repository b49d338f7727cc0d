"""Chapters 6, 8 to 10 and 20: what a ship suffers and carries, where she may put in, and the Austro-Hungarian ships."""
