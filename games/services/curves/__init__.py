"""Compute the chance curve of a finished game: each seat's chance to win at chosen points of the game.

A chance is estimated by rollouts: bots play from the position at that point to the end, many times.
"""
