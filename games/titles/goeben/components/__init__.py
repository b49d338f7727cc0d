"""The components of the game: pieces, charts, numbers, the map, options, and the readers of `data/`."""
