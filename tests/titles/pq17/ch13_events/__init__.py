"""Chapter 13: random events."""
