"""7.0, 7.3 What befalls ships in every fight: hits, stacks, torpedoes."""
