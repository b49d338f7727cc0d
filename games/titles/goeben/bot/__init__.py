"""The bot. As a human player, it sees only its own view and the question."""
