"""The calls, one module for each sort of thing."""
