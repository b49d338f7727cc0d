"""7.0, 7.3, 7.6 What all fights share: hits, stacks, torpedoes, surprise."""
