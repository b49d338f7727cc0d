"""6, 10.5 Torpedoes."""
