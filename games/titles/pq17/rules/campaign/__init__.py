"""Chapter 15: the campaign. Each fortnight becomes an operation built from the order of battle, and returns to it."""
