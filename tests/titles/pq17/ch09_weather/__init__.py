"""Chapter 9: weather."""
