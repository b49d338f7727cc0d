"""4, 10.1, 10.2, 10.10 Sighting, and the ships that have lost command."""
