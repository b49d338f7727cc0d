"""Tasks and mail."""
