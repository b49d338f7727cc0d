"""1.2.1c, 5.5, 5.6, 9.2.5a to 9.3.3 Convoys that scatter, disperse in a gale and rejoin."""
