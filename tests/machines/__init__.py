"""A server on several machines."""
