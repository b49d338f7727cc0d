"""The components of the game: cards, numbers, options and scenarios, and the odds of its dice."""
