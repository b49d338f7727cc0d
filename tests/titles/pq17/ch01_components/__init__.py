"""Chapter 1: the components."""
