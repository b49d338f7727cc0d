"""Chapter 12: special situations."""
