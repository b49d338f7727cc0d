"""Chapter 7: combat."""
