"""The bot: the captain, who sees his own view and the question, like any player."""
