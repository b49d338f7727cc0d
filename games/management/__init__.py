"""Management commands for operators and authors, with their helpers."""
