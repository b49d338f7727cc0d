"""Import games from exported documents; the whole document is checked before anything is stored."""
