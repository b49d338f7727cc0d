"""Chapter 4: planning and command."""
