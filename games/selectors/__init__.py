"""What may be seen: the only way to a game's contents."""
