"""The bot: the admiral, who sees his own view and the question, like any player."""
