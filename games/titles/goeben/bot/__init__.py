"""The bot. Like any player, it sees only its own view and the question."""
