"""Read operations: the only way to read a game's contents."""
