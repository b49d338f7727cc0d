"""Chapter 6: search and identification."""
