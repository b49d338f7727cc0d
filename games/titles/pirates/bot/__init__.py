"""The bot, which sees only its own view and the question."""
