"""The website: the players' pages and their accounts."""
