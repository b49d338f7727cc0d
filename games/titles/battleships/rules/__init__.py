"""The rulebook: `sighting` 4, 10.1, 10.2, 10.10 · `gunnery` 5, 10.8 · `torpedoes` 6, 10.5 · `movement` 7, 9.2, 9.3,
10.6 · `repair` 8 · `scenario` 9, 10.9, 11. `sequence` is the sequence of play.
"""
