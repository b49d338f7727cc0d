"""Chapters 6, 8 to 10 and 20: damage, cargo and repair of ships, ports, and the Austro-Hungarian ships."""
