"""Chapter 15: the campaign."""
