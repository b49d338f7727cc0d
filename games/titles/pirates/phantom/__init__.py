"""5.0 The solitaire game: a phantom with a fleet like any player's, and a deck of its own in place of a mind."""
