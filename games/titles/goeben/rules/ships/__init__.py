"""Chapters 6, 8 to 10 and 20: damage and cargo of ships, the ports that they may enter, and the Austro-Hungarian
ships.
"""
