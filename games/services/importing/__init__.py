"""Import games from exported documents; everything is checked like a new game before anything is stored."""
