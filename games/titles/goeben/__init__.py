"""Goeben, 1914: the German Mediterranean Division against everybody, for one player or a team."""
