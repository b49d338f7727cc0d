"""Open games by e-mail: a reply proposes the requested game; the game is opened when the player confirms it."""
