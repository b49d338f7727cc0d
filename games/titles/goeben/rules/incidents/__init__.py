"""Chapter 13: the Incident Phase, and a procedure for each marker of the incident chart."""
