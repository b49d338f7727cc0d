"""Chapter 14: historical forces."""
