"""Whole games over the wire, played by clients that know nothing; every letter counted and read."""
