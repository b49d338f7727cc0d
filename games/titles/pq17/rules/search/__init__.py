"""Chapter 6, 7.1.1: reading a search card, refusals, locating a target, ID levels."""
