"""The bot, named the captain. Like any player, it decides from its own view and the question."""
