"""Template tags of the players' pages."""
