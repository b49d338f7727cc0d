"""Chapter 11: fuel."""
