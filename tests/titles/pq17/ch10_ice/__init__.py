"""Chapter 10: ice."""
