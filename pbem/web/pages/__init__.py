"""The players' pages."""
